import { expect, test } from 'vitest';
import { secureHeadersOf, type PageOptions } from './secure-headers.ts';

const payments = {
  apiUrl: 'https://api.stripe.com',
  scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  isPage: (path: string) => path === '/connect',
};

function headersOf(path: string, given: Partial<PageOptions>): { policy: string; opener: string | undefined } {
  const options = { isProduction: true, payments: null, conversions: null, chat: null, ...given };
  const headers = secureHeadersOf(options)(path);
  return { policy: headers['content-security-policy'] ?? '', opener: headers['cross-origin-opener-policy'] };
}

test('pages on which a payment method is entered may run the script of the provider, and open a log-in window', () => {
  const { policy, opener } = headersOf('/connect?x=1', { payments });

  expect(policy).toContain("script-src 'self' https://js.stripe.com;");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com;');
  expect(opener).toBe('same-origin-allow-popups');
});

test.each([
  ['another page', '/home', payments],
  ['any page without payments', '/connect', null],
])('%s may run nothing but its own script', (_, path, given) => {
  const { policy, opener } = headersOf(path, { payments: given });

  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toContain('intercom');
  expect(policy).not.toContain('frame-src');
  expect(opener).toBe('same-origin');
});

test('with a chat every page may load what its service needs', () => {
  const chat = { loaderUrl: 'https://widget.intercom.io', apiBase: 'https://api-iam.eu.intercom.io' };
  const home = headersOf('/home', { payments, chat });
  const connect = headersOf('/connect', { payments, chat });

  expect(home.policy).toContain(
    "script-src 'self' https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com;",
  );
  expect(home.policy).toMatch(
    /connect-src [^;]* https:\/\/api-iam\.eu\.intercom\.io [^;]* wss:\/\/nexus-websocket-a\.intercom\.io /,
  );
  expect(home.policy).toMatch(/font-src 'self' https:\/\/js\.intercomcdn\.com /);
  expect(home.policy).not.toContain('stripe');
  expect(connect.policy).toMatch(/script-src [^;]*intercomcdn\.com https:\/\/js\.stripe\.com;/);
});

test('pages that report conversions may send something to their address, and no other page may', () => {
  const conversions = { url: 'https://count.example/hit?site=1', isPage: (path: string) => path === '/connect' };

  expect(headersOf('/connect', { conversions }).policy).toContain("connect-src 'self' https://count.example;");
  expect(headersOf('/connect', { conversions, payments }).policy).toContain(
    "connect-src 'self' https://api.stripe.com https://count.example;",
  );
  expect(headersOf('/connect', { conversions }).policy).toContain("script-src 'self';");
  expect(headersOf('/home', { conversions }).policy).not.toContain('count.example');
});
