import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { secureHeaders, type PageOptions } from './secure-headers.ts';

const payments = {
  apiUrl: 'https://api.stripe.com',
  scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  isPage: (path: string) => path === '/connect',
};

async function headersOf(path: string, options: PageOptions): Promise<{ policy: string; opener: unknown }> {
  const app = Fastify();
  secureHeaders(app, options);
  app.get('/*', async () => 'page');
  const { headers } = await app.inject(path);
  return { policy: String(headers['content-security-policy']), opener: headers['cross-origin-opener-policy'] };
}

test('pages on which a payment method is entered may run the script of the provider, and open a log-in window', async () => {
  const { policy, opener } = await headersOf('/connect?x=1', { isProduction: true, payments });

  expect(policy).toContain("script-src 'self' https://js.stripe.com;");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com;');
  expect(opener).toBe('same-origin-allow-popups');
});

test.each([
  ['another page', '/home', payments],
  ['any page without payments', '/connect', null],
])('%s may run nothing but its own script', async (_, path, given) => {
  const { policy, opener } = await headersOf(path, { isProduction: true, payments: given });

  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toContain('frame-src');
  expect(opener).toBe('same-origin');
});
