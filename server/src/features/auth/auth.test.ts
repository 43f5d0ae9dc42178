import { expect, test } from 'vitest';
import { extendSession, isAuthenticated, logIn, signOut } from '@app/shared/contract/auth.ts';
import type { Browser } from '../../../testing/http/browser.ts';
import { ownersPassword, testApi } from '../../../testing/http/api.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { createPasswords } from './log-in/passwords.ts';

const api = testApi({ passwords: createPasswords() });

async function loggedIn(email: string, keepMeSignedIn: boolean): Promise<Browser> {
  const browser = api.browser();
  await browser.call(logIn, { body: { email, password: ownersPassword, keepMeSignedIn } });
  return browser;
}

const statusOf = async (browser: Browser): Promise<number> => (await browser.send(isAuthenticated)).statusCode;

test('a login ends with the browser or lasts for 30 days, as chosen', async () => {
  const { email } = await api.owner();
  const body = { email, password: ownersPassword };

  const kept = await api.browser().send(logIn, { body: { ...body, keepMeSignedIn: true } });
  const brief = await api.browser().send(logIn, { body: { ...body, keepMeSignedIn: false } });

  const session = { name: 'watchpost_session', path: '/', httpOnly: true, sameSite: 'Lax' };
  expect(kept.cookies).toContainEqual({ ...session, value: expect.any(String), maxAge: 30 * 86_400 });
  expect(brief.cookies).toContainEqual({ ...session, value: expect.any(String) });
});

test('a cookie that scripts can read marks an existing session and names its person by a hash', async () => {
  const [one, other] = [await api.owner(), await api.owner()];
  const markerOf = async (email: string) => {
    const { cookies } = await api.browser().send(logIn, { body: { email, password: ownersPassword } });
    return cookies.find(({ name }) => name === 'watchpost_login');
  };

  const marker = await markerOf(one.email);
  expect(marker).toMatchObject({ value: expect.stringMatching(/^[\w-]{43}$/), path: '/', sameSite: 'Lax' });
  expect(marker).not.toHaveProperty('httpOnly');
  expect((await markerOf(one.email))?.value).toBe(marker?.value);
  expect((await markerOf(other.email))?.value).not.toBe(marker?.value);
});

test('a session that is not kept ends 12 hours after its last extension, and after 7 days at most', async () => {
  const { email } = await api.owner();
  const browser = await loggedIn(email, false);
  const idle = await loggedIn(email, false);

  api.clock.advance(12 * hourMs - 1);
  expect(await statusOf(browser)).toBe(200);
  await browser.call(extendSession);
  api.clock.advance(1);
  expect(await statusOf(idle)).toBe(401);
  api.clock.advance(12 * hourMs - 2);
  expect(await statusOf(browser)).toBe(200);

  for (let extensions = 0; extensions < 20 && (await statusOf(browser)) === 200; extensions += 1) {
    await browser.call(extendSession);
    api.clock.advance(11 * hourMs);
  }
  expect(await statusOf(browser)).toBe(401);
  // After 24 hours above, each extension comes 11 hours later: the last successful one lasts until the end of the
  // seventh day.
  expect((await browser.send(extendSession)).statusCode).toBe(401);
});

test('a kept session ends 30 days after its last extension, and after 90 at most', async () => {
  const { email } = await api.owner();
  const browser = await loggedIn(email, true);
  const idle = await loggedIn(email, true);

  for (let month = 0; month < 3; month += 1) {
    expect(await statusOf(browser)).toBe(200);
    await browser.call(extendSession);
    api.clock.advance(30 * dayMs - 1);
  }
  expect(await statusOf(idle)).toBe(401);
  const lastDays = await browser.send(extendSession);
  expect(lastDays.statusCode).toBe(204);
  expect(lastDays.cookies.find(({ name }) => name === 'watchpost_session')?.maxAge).toBe(0);
  api.clock.advance(3);
  expect(await statusOf(browser)).toBe(401);
});

test('signing out ends the session for every copy of its cookie', async () => {
  const owner = await api.owner();
  const copy = api.browser();
  for (const [name, value] of owner.cookies) copy.cookies.set(name, value);

  await owner.call(signOut);

  expect(await statusOf(copy)).toBe(401);
  expect(owner.cookies.has('watchpost_login')).toBe(false);
});

test('another site cannot sign a person out by a link or an image', async () => {
  const owner = await api.owner();
  owner.withoutCsrf = true;

  const fromElsewhere = await owner.request({ url: signOut.path, headers: { 'sec-fetch-site': 'cross-site' } });
  const fromOldBrowser = await owner.request({ url: signOut.path });
  expect([fromElsewhere.statusCode, fromOldBrowser.statusCode]).toEqual([403, 403]);
  expect(await statusOf(owner)).toBe(200);

  const fromUs = await owner.request({ url: signOut.path, headers: { 'sec-fetch-site': 'same-origin' } });
  expect(fromUs.statusCode).toBe(204);
  expect(await statusOf(owner)).toBe(401);
});

test('every call that changes data requires the CSRF header', async () => {
  const owner = await api.owner();
  const other = await api.owner();
  const foreign = (await other.request({ url: '/api/auth/csrf' })).json<{ token: string }>().token;
  owner.withoutCsrf = true;

  const without = await owner.send(extendSession);
  const withAnothers = await owner.request({
    method: 'POST',
    url: extendSession.path,
    headers: { 'x-csrf-token': foreign },
  });

  expect(without.json()).toMatchObject({ code: 'csrf', error: expect.any(String), requestId: expect.any(String) });
  expect([without.statusCode, withAnothers.statusCode]).toEqual([403, 403]);
});

test('a browser without a session is sent to the login page, and a browser whose session ended may log in on the spot', async () => {
  const stranger = await api.browser().send(isAuthenticated);
  expect(stranger.statusCode).toBe(401);
  expect(stranger.headers['www-authenticate']).toBe('Session redirect');

  const owner = await api.owner();
  api.clock.advance(100 * dayMs);
  const late = await owner.send(isAuthenticated);
  expect(late.statusCode).toBe(401);
  expect(late.headers['www-authenticate']).toBe('Session');
});

test('a session cookie that was never issued does not log in', async () => {
  const browser = await api.owner();
  for (const value of ['', 'x', `${browser.tenantId}.`, `${browser.tenantId}.${'A'.repeat(43)}`, `'; drop table x.y`]) {
    browser.cookies.set('watchpost_session', value);
    expect(await statusOf(browser)).toBe(401);
  }
});

test('another tenant id in its cookie does not move a session to that tenant', async () => {
  const [mine, other] = [await api.owner(), await api.owner()];
  const [, secret] = (mine.cookies.get('watchpost_session') ?? '').split('.');
  expect(await statusOf(mine)).toBe(200);

  mine.cookies.set('watchpost_session', `${other.tenantId}.${secret}`);

  expect(await statusOf(mine)).toBe(401);
});

test('neither sessions nor passwords can be read from the database', async () => {
  const owner = await api.owner();
  const secret = (owner.cookies.get('watchpost_session') ?? '').split('.')[1] ?? '';

  const stored = await withClient(api.database.superuserUrl, async (client) => ({
    sessions: JSON.stringify((await client.query('select * from sessions')).rows),
    addresses: JSON.stringify((await client.query('select * from email_addresses')).rows),
  }));

  expect(secret).toHaveLength(43);
  expect(stored.sessions).not.toContain(secret);
  expect(stored.addresses).not.toContain(ownersPassword);
  expect(stored.addresses).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});
