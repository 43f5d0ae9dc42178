import { expect, test } from 'vitest';
import { changePassword, isAuthenticated, logIn, sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { sellerList } from '@app/shared/contract/sellers.ts';
import * as twoFactor from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { codeOfApp } from '../../../../testing/http/authenticator-app.ts';
import type { Browser } from '../../../../testing/http/browser.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { minuteMs } from '@app/shared/base/time.ts';

const api = testApi();
const spanMs = 30_000;

const codeOf = (secret: string): string => codeOfApp(secret, api.clock.now().getTime());
const codeOfError = (response: { json(): { code: string } }): string => response.json().code;

/** Adds an authenticator app for the browser's user. Returns its secret and the recovery codes. */
async function withApp(browser: Browser) {
  const { secret } = await browser.call(twoFactor.startApp);
  const { recoveryCodes } = await browser.call(twoFactor.confirmApp, { body: { code: codeOf(secret) } });
  api.clock.advance(spanMs);
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

/** Makes the first step of a login in another browser. Returns the function that finishes the login. */
async function firstStep(email: string, browser = api.browser()) {
  const answer = await browser.call(logIn, { body: { email, password: ownersPassword } });
  const secondStep = answer?.secondStep;
  const finish = (code: string) =>
    browser.send(twoFactor.logInWithCode, { body: { token: secondStep?.token ?? 'none', code } });
  return { browser, secondStep, finish };
}

const isLoggedIn = async (browser: Browser) => (await browser.send(isAuthenticated)).statusCode === 200;

test('without a second factor a login has no second step and answers as specified', async () => {
  const { email } = await api.owner();

  const answer = await api.browser().send(logIn, { body: { email, password: ownersPassword } });

  expect([answer.statusCode, answer.body]).toEqual([204, '']);
});

test('after an app has proved its secret, a login requires a code of it', async () => {
  const owner = await api.owner();
  const { secret, url, qrCode } = await owner.call(twoFactor.startApp);
  expect(url).toContain(`secret=${secret}`);
  expect(url).toContain('issuer=Watchpost');
  expect(qrCode).toMatch(/^<svg /);
  expect((await firstStep(owner.email)).secondStep).toBeUndefined();
  const wrong = await owner.send(twoFactor.confirmApp, { body: { code: '000000' } });
  expect(codeOfError(wrong)).toBe('wrongCode');
  const code = codeOf(secret);
  const { recoveryCodes } = await owner.call(twoFactor.confirmApp, {
    body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
  });
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  api.clock.advance(spanMs);

  const { browser, secondStep, finish } = await firstStep(owner.email);

  expect(secondStep).toMatchObject({ app: true, recoveryCode: true, passkey: null });
  expect(browser.cookies.has('watchpost_session')).toBe(false);
  expect(await isLoggedIn(browser)).toBe(false);
  expect(codeOfError(await finish('000000'))).toBe('wrongCode');
  expect((await finish(codeOf(secret))).statusCode).toBe(204);
  expect(await browser.call(isAuthenticated)).toMatchObject({ email: owner.email });
  expect(api.mails.findLast(({ to }) => to === owner.email)?.subject).toBe('A second step was added to your log-in');
});

test('a login that is not kept ends with the browser, also after a second step', async () => {
  const owner = await api.owner();
  const { secret } = await withApp(owner);
  const cookieOf = async (keepMeSignedIn: boolean) => {
    const body = { email: owner.email, password: ownersPassword, keepMeSignedIn };
    const answer = await api.browser().call(logIn, { body });
    const token = answer?.secondStep.token ?? '';
    const done = await api.browser().send(twoFactor.logInWithCode, { body: { token, code: codeOf(secret) } });
    api.clock.advance(spanMs);
    return done.cookies.find(({ name }) => name === 'watchpost_session');
  };

  expect(await cookieOf(true)).toMatchObject({ httpOnly: true, maxAge: 30 * 86_400 });
  expect(await cookieOf(false)).not.toHaveProperty('maxAge');
});

test('a code is accepted once, however many logins are pending', async () => {
  const owner = await api.owner();
  const { secret } = await withApp(owner);
  const [one, other] = [await firstStep(owner.email), await firstStep(owner.email)];
  const code = codeOf(secret);

  const answers = await Promise.all([one.finish(code), other.finish(code)]);

  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 204)).toHaveLength(1);
  api.clock.advance(spanMs);
  const late = await firstStep(owner.email);
  // The code of the previous 30 s, which a phone with a slow clock would still show, was used before.
  expect(codeOfError(await late.finish(code))).toBe('wrongCode');
  expect((await late.finish(codeOf(secret))).statusCode).toBe(204);
});

test('a pending login is consumed by its second step, and expires after five minutes', async () => {
  const owner = await api.owner();
  const { secret } = await withApp(owner);
  const step = await firstStep(owner.email);
  expect((await step.finish(codeOf(secret))).statusCode).toBe(204);
  api.clock.advance(spanMs);
  expect(codeOfError(await step.finish(codeOf(secret)))).toBe('loginExpired');

  const slow = await firstStep(owner.email);
  api.clock.advance(5 * minuteMs);
  expect(codeOfError(await slow.finish(codeOf(secret)))).toBe('loginExpired');
  expect(codeOfError(await (await firstStep((await api.owner()).email)).finish(codeOf(secret)))).toBe('loginExpired');
});

test('without a second factor there are no recovery codes, and none can be made', async () => {
  const owner = await api.owner();
  await withApp(owner);
  await owner.call(twoFactor.removeApp);

  expect(await owner.call(twoFactor.getTwoFactor)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
  expect(codeOfError(await owner.send(twoFactor.renewRecoveryCodes))).toBe('twoFactorFirst');
});

test('a pending login ends when the password is changed with which it began', async () => {
  const owner = await api.owner();
  const { secret } = await withApp(owner);
  const { finish } = await firstStep(owner.email);

  await owner.call(changePassword, { body: { oldPassword: ownersPassword, newPassword: 'another zebra 2' } });

  expect(codeOfError(await finish(codeOf(secret)))).toBe('loginExpired');
});

test('after five wrong codes of a network its second step is locked for 15 minutes, for all logins together', async () => {
  const owner = await api.owner();
  const { secret } = await withApp(owner);
  for (let n = 0; n < 5; n += 1) {
    const { finish } = await firstStep(owner.email);
    expect(codeOfError(await finish('000000'))).toBe('wrongCode');
  }

  expect(codeOfError(await (await firstStep(owner.email)).finish(codeOf(secret)))).toBe('tooManyRequests');
  api.clock.advance(15 * minuteMs + 1);
  expect((await (await firstStep(owner.email)).finish(codeOf(secret))).statusCode).toBe(204);
});

test('a browser that has logged in before is not kept out by wrong codes from elsewhere, of which a day allows forty', async () => {
  const owner = await api.owner();
  const { secret } = await withApp(owner);
  const known = api.browser('198.51.107.1');
  expect((await (await firstStep(owner.email, known)).finish(codeOf(secret))).statusCode).toBe(204);
  api.clock.advance(spanMs);

  const codes = [];
  for (let n = 0; n < 41; n += 1) {
    const { finish } = await firstStep(owner.email, api.browser(`198.51.108.${n}`));
    codes.push(codeOfError(await finish('000000')));
  }

  expect(codes.slice(39)).toEqual(['wrongCode', 'tooManyRequests']);
  expect((await (await firstStep(owner.email, known)).finish(codeOf(secret))).statusCode).toBe(204);
});

test('a recovery code works once, in any spelling, and its use is reported by mail', async () => {
  const owner = await api.owner();
  const { recoveryCodes } = await withApp(owner);
  const [code = ''] = recoveryCodes;

  expect((await (await firstStep(owner.email)).finish(` ${code.toLowerCase().replaceAll('-', ' ')}`)).statusCode).toBe(
    204,
  );

  expect(api.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'A recovery code was used to log in' });
  expect(codeOfError(await (await firstStep(owner.email)).finish(code))).toBe('wrongCode');
  expect((await owner.call(twoFactor.getTwoFactor)).recoveryCodesLeft).toBe(9);
  const renewed = await owner.call(twoFactor.renewRecoveryCodes);
  expect(api.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Your recovery codes were replaced' });
  expect(codeOfError(await (await firstStep(owner.email)).finish(recoveryCodes[1] ?? ''))).toBe('wrongCode');
  expect((await (await firstStep(owner.email)).finish(renewed.recoveryCodes[1] ?? '')).statusCode).toBe(204);
});

test("codes of one user's app or list do not log in another user", async () => {
  const [one, other] = [await api.owner(), await api.owner()];
  const { secret, recoveryCodes } = await withApp(one);
  await withApp(other);
  const { finish } = await firstStep(other.email);

  expect(codeOfError(await finish(codeOf(secret)))).toBe('wrongCode');
  expect(codeOfError(await finish(recoveryCodes[0] ?? ''))).toBe('wrongCode');
});

test('second factors can be changed only within a quarter of an hour after the password was given', async () => {
  const owner = await api.owner();
  await withApp(owner);
  api.clock.advance(15 * minuteMs);
  const changes = () =>
    Promise.all([
      owner.send(twoFactor.startApp),
      owner.send(twoFactor.startPasskey),
      owner.send(twoFactor.removeApp),
      owner.send(twoFactor.renewRecoveryCodes),
      owner.send(twoFactor.requireTwoFactor, { body: { isRequired: true } }),
    ]);

  expect((await changes()).map(codeOfError)).toEqual(Array(5).fill('proofNeeded'));
  const wrong = await owner.send(twoFactor.provePassword, { body: { password: 'wrong horse 1' } });
  expect(codeOfError(wrong)).toBe('wrongOldPassword');
  expect((await owner.call(twoFactor.getTwoFactor)).isProved).toBe(false);
  await owner.call(twoFactor.provePassword, { body: { password: ownersPassword } });
  expect((await owner.call(twoFactor.getTwoFactor)).isProved).toBe(true);
  await owner.call(twoFactor.removeApp);

  expect((await firstStep(owner.email)).secondStep).toBeUndefined();
  expect(await owner.call(twoFactor.getTwoFactor)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
});

test('where a second factor is required, a user without one must set it up before any other call', async () => {
  const owner = await api.owner();
  const refused = await owner.send(twoFactor.requireTwoFactor, { body: { isRequired: true } });
  expect(codeOfError(refused)).toBe('twoFactorFirst');
  await withApp(owner);
  const user = await addUser(api, owner);
  expect((await user.send(sellerList)).statusCode).toBe(200);
  await owner.call(twoFactor.requireTwoFactor, { body: { isRequired: true } });
  api.clock.advance(1000);

  expect(codeOfError(await user.send(sellerList))).toBe('twoFactorNeeded');
  expect((await user.call(isAuthenticated)).lacksTwoFactor).toBe(true);
  expect((await user.send(packageInfo, { query: {} })).statusCode).toBe(200);
  const { secret } = await withApp(user);

  expect((await user.send(sellerList)).statusCode).toBe(200);
  expect((await user.call(isAuthenticated)).lacksTwoFactor).toBe(false);
  expect(codeOfError(await user.send(twoFactor.removeApp))).toBe('twoFactorKept');
  expect((await (await firstStep(user.email)).finish(codeOf(secret))).statusCode).toBe(204);
});

test("the owner can remove the second factor of a user who has lost it, which also ends the user's sessions", async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  await withApp(user);
  const { users } = await owner.call(twoFactor.getTwoFactor);
  expect(users).toEqual([{ emailAddressId: user.emailAddressId, email: user.email, hasTwoFactor: true }]);
  expect((await user.call(twoFactor.getTwoFactor)).users).toEqual([]);
  const params = { emailAddressId: user.emailAddressId };
  expect((await user.send(twoFactor.removeTwoFactorOf, { params })).statusCode).toBe(403);

  await owner.call(twoFactor.removeTwoFactorOf, { params });

  expect(await isLoggedIn(user)).toBe(false);
  expect((await firstStep(user.email)).secondStep).toBeUndefined();
  expect(api.mails.at(-1)).toMatchObject({ to: user.email, subject: 'Your second step at log-in was taken away' });
});

test('neither secrets nor codes can be read from the database', async () => {
  const owner: Owner = await api.owner();
  const { secret, recoveryCodes } = await withApp(owner);
  await owner.send(twoFactor.startApp);
  await api.browser('198.51.100.200').send(sendPasswordResetEmail, { body: { email: owner.email } });

  const stored = await withClient(api.database.superuserUrl, async (client) => {
    const tables = ['authenticator_apps', 'recovery_codes', 'sessions', 'pending_logins', 'audit_events'];
    const rows = [];
    for (const table of tables) rows.push((await client.query(`select * from ${table}`)).rows);
    return JSON.stringify(rows);
  });

  expect(stored).toContain('authenticator app added');
  expect(stored).not.toContain(secret);
  for (const code of recoveryCodes) expect(stored).not.toContain(code);
});
