import { expect, test } from 'vitest';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  isAuthenticated,
  listSessions,
  logIn,
  resetPassword,
  sendPasswordResetEmail,
} from '@app/shared/contract/auth.ts';
import { ownersPassword, testApi } from '../../../../testing/http/api.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { hourMs } from '@app/shared/base/time.ts';

const api = testApi();
const newPassword = 'another zebra 2';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function alsoLoggedIn(email: string, userAgent = 'unknown') {
  const browser = api.browser();
  await browser.request({
    method: 'POST',
    url: logIn.path,
    payload: { email, password: ownersPassword },
    headers: { 'user-agent': userAgent },
  });
  return browser;
}

const statusOf = async (browser: ReturnType<typeof api.browser>) => (await browser.send(isAuthenticated)).statusCode;

test('a changed password ends all other sessions at once, and the owner of the address is informed', async () => {
  const owner = await api.owner();
  const phone = await alsoLoggedIn(owner.email);
  expect(await statusOf(phone)).toBe(200);

  await owner.call(changePassword, { body: { oldPassword: ownersPassword, newPassword } });

  expect(await statusOf(phone)).toBe(401);
  expect(await statusOf(owner)).toBe(200);
  expect(api.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Your password was changed' });
  const [old, recent] = await Promise.all(
    [ownersPassword, newPassword].map((password) =>
      api.browser().send(logIn, { body: { email: owner.email, password } }),
    ),
  );
  expect([old?.statusCode, recent?.statusCode]).toEqual([401, 204]);
});

test('a changed password ends the links in mails too, and stands in the trail', async () => {
  const owner = await api.owner();
  await api.browser().call(sendPasswordResetEmail, { body: { email: owner.email } });
  const link = /http\S+/.exec(api.mails.at(-1)?.text ?? '')?.[0] ?? 'http://none';

  await owner.call(changePassword, { body: { oldPassword: ownersPassword, newPassword } });

  const passwordResetToken = new URL(link).searchParams.get('token') ?? '';
  const reset = await api.browser().send(resetPassword, { body: { newPassword, passwordResetToken } });
  expect([reset.statusCode, reset.json().code]).toEqual([400, 'resetExpired']);
  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events[0]).toMatchObject({ actor: owner.email, action: 'password changed', subject: owner.email });
});

test('a wrong current password changes nothing, and counts like a wrong password at login', async () => {
  const owner = await api.owner();
  const guess = (oldPassword: string) => owner.send(changePassword, { body: { oldPassword, newPassword } });

  expect((await guess('')).json().message).toBe('Please provide your current password');
  for (let n = 0; n < 10; n += 1) expect((await guess('wrong horse 1')).json().code).toBe('wrongOldPassword');
  expect((await guess(ownersPassword)).json().code).toBe('tooManyRequests');
  const weak = await (
    await api.owner()
  ).send(changePassword, {
    body: { oldPassword: ownersPassword, newPassword: 'tooshort' },
  });
  expect(weak.json()).toMatchObject({
    code: 'passwordWithoutDigit',
    message: 'Password needs to contain a digit or symbol',
  });
});

test('the sessions of the viewer are listed, this browser first, by browser name', async () => {
  const owner = await api.owner();
  const phone = await alsoLoggedIn(owner.email, firefox);
  await api.owner();

  const { sessions } = await phone.call(listSessions);

  expect(sessions.map(({ isThis, browser }) => [isThis, browser])).toEqual([
    [true, 'Firefox on Linux'],
    [false, null],
  ]);
});

test('a session that has expired is not listed', async () => {
  const owner = await api.owner();
  const body = { email: owner.email, password: ownersPassword, keepMeSignedIn: false };
  await api.browser().call(logIn, { body });

  api.clock.advance(12 * hourMs);

  const { sessions } = await owner.call(listSessions);
  expect(sessions.map(({ isThis }) => isThis)).toEqual([true]);
});

test('a user cannot end the sessions of another user of the account', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const [session] = (await owner.call(listSessions)).sessions;

  expect((await user.send(endSession, { params: { id: session?.id ?? '' } })).statusCode).toBe(404);
  expect(await statusOf(owner)).toBe(200);
});

test('the last visit of a browser is known to the hour', async () => {
  const owner = await api.owner();
  const phone = await alsoLoggedIn(owner.email);
  const start = api.clock.now();
  const seenOfPhone = async () =>
    (await owner.call(listSessions)).sessions.find(({ isThis }) => !isThis)?.lastSeenAt ?? '';

  api.clock.advance(hourMs - 1);
  await statusOf(phone);
  expect(await seenOfPhone()).toBe(start.toISOString());
  api.clock.advance(1000);
  await statusOf(phone);
  expect(await seenOfPhone()).toBe(api.clock.now().toISOString());
});

test('one session or all others can be ended by hand, at once', async () => {
  const owner = await api.owner();
  const browsers = [await alsoLoggedIn(owner.email), await alsoLoggedIn(owner.email), await alsoLoggedIn(owner.email)];
  expect(await Promise.all(browsers.map(statusOf))).toEqual([200, 200, 200]);
  const stranger = await api.owner();
  const [, one] = (await owner.call(listSessions)).sessions;

  expect((await stranger.send(endSession, { params: { id: one?.id ?? '' } })).statusCode).toBe(404);
  await owner.call(endSession, { params: { id: one?.id ?? '' } });
  expect((await Promise.all(browsers.map(statusOf))).filter((status) => status === 401)).toHaveLength(1);
  expect((await owner.send(endSession, { params: { id: one?.id ?? '' } })).statusCode).toBe(404);

  await owner.call(endOtherSessions);
  expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401, 401]);
  expect(await statusOf(owner)).toBe(200);
  expect(await statusOf(stranger)).toBe(200);
});
