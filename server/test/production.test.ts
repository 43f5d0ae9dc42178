import { describe, expect, test } from 'vitest';
import { isAuthenticated, logIn, signOut } from '@app/shared/contract/auth.ts';
import { ownersPassword, signUpBody, testApi } from '../testing/http/api.ts';
import { productionEnvironment } from '../testing/http/production-environment.ts';

const api = testApi({ environment: productionEnvironment });

test('with https every cookie is secure, and other hosts of the domain cannot set the secret ones', async () => {
  const browser = api.browser();
  const signedUp = await browser.request({
    method: 'POST',
    url: '/api/auth/signup/standard',
    payload: signUpBody('secure@example.com'),
  });

  expect(signedUp.cookies.every(({ secure }) => secure)).toBe(true);
  expect([...browser.cookies.keys()].toSorted()).toEqual([
    '__Host-watchpost_browser',
    '__Host-watchpost_csrf',
    '__Host-watchpost_login',
    '__Host-watchpost_session',
  ]);
  expect(await browser.call(isAuthenticated)).toMatchObject({ email: 'secure@example.com' });
  await browser.call(signOut);
  expect([...browser.cookies.keys()].toSorted()).toEqual(['__Host-watchpost_browser', '__Host-watchpost_csrf']);
});

test('every answer forbids the browser features that our pages never need', async () => {
  const { headers } = await api.browser().request({ url: '/api/auth/csrf' });

  expect(headers['strict-transport-security']).toContain('max-age=31536000');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('http:');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-request-id': expect.any(String),
  });
});

/** Sends a login as a proxy would: the caller's address is appended to the claimed one. */
const guess = (forwardedFor: string, proxy: string) =>
  api.browser(proxy).request({
    method: 'POST',
    url: logIn.path,
    payload: { email: 'nobody@example.com', password: ownersPassword },
    headers: { 'x-forwarded-for': forwardedFor },
  });

test('a caller cannot forge the address for which its attempts are counted', async () => {
  const statuses = new Set<number>();
  for (let n = 0; n < 52; n += 1) {
    const payload = { email: `victim${n}@example.com`, password: ownersPassword };
    const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.99` };
    const browser = api.browser('10.0.0.1');
    statuses.add((await browser.request({ method: 'POST', url: logIn.path, payload, headers })).statusCode);
  }

  expect([...statuses]).toEqual([401, 429]);
  expect((await guess('203.0.113.50', '10.0.0.1')).statusCode).toBe(401);
  // A proxy outside our network is not trusted.
  expect((await guess('203.0.113.99', '203.0.113.51')).statusCode).toBe(401);
});

describe('behind two proxies in a row', () => {
  const behindTwo = testApi({ environment: { TRUST_PROXY: '2' } });

  test('the caller is the address that the outer proxy has seen', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 52; n += 1) {
      const payload = { email: `guessed${n}@example.com`, password: ownersPassword };
      const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.98, 192.0.2.${n}` };
      const browser = behindTwo.browser('192.0.2.200');
      statuses.add((await browser.request({ method: 'POST', url: logIn.path, payload, headers })).statusCode);
    }

    expect([...statuses]).toEqual([401, 429]);
  });
});
