import { expect, test } from 'vitest';
import { changePassword, isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import { confirmApp, startApp } from '@app/shared/contract/two-factor.ts';
import { codeOfApp } from '../../../../testing/http/authenticator-app.ts';
import { leastCost, ownersPassword, testApi } from '../../../../testing/http/api.ts';
import { resetByMail } from '../../../../testing/http/reset-password.ts';
import { createPasswords } from '../log-in/passwords.ts';

const newPassword = 'another zebra 2';
const stolenPassword = 'a third zebra 3';

/** The request of another person, made after a password was verified and before the caller is let in. */
let meanwhile: (() => Promise<void>) | null = null;
const passwords = createPasswords(leastCost);
const api = testApi({
  passwords: {
    ...passwords,
    async isRight(...given) {
      const isRight = await passwords.isRight(...given);
      const act = meanwhile;
      meanwhile = null;
      await act?.();
      return isRight;
    },
  },
});

const attempt = async (email: string, password: string) =>
  (await api.browser('198.51.100.7').send(logIn, { body: { email, password } })).statusCode;

test('a log-in under way with the old password is refused when the password is reset', async () => {
  const { email } = await api.owner();
  const thief = api.browser('198.51.100.8');

  meanwhile = () => resetByMail(api, { email, newPassword });
  const refused = await thief.send(logIn, { body: { email, password: ownersPassword } });

  expect([refused.statusCode, refused.json().code]).toEqual([401, 'wrongCredentials']);
  expect((await thief.send(isAuthenticated)).statusCode).toBe(401);
  expect(await attempt(email, newPassword)).toBe(204);
});

test('a second step does not begin with a password that was reset', async () => {
  const owner = await api.owner();
  const { email } = owner;
  const { secret } = await owner.call(startApp);
  await owner.call(confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
  const thief = api.browser('198.51.100.9');

  meanwhile = () => resetByMail(api, { email, newPassword });
  const refused = await thief.send(logIn, { body: { email, password: ownersPassword } });

  expect([refused.statusCode, refused.json().code]).toEqual([401, 'wrongCredentials']);
  expect(await attempt(email, newPassword)).toBe(200);
});

test('a password is not changed by the old one after a reset', async () => {
  const owner = await api.owner();
  const { email } = owner;

  meanwhile = () => resetByMail(api, { email, newPassword });
  const body = { oldPassword: ownersPassword, newPassword: stolenPassword };
  const refused = await owner.send(changePassword, { body });

  expect(refused.json().code).toBe('wrongOldPassword');
  expect(await attempt(email, stolenPassword)).toBe(401);
  expect(await attempt(email, newPassword)).toBe(204);
});
