import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { apiMe } from '@app/shared/contract/public-api/account.ts';
import { confirmApp, requireTwoFactor, startApp } from '@app/shared/contract/two-factor.ts';
import { codeOfApp } from '../../../../testing/http/authenticator-app.ts';
import { testApi } from '../../../../testing/http/api.ts';
import type { Browser } from '../../../../testing/http/browser.ts';
import { connectProgram, giveBack, renewTokens, type ProgramTokens } from '../../../../testing/http/programs.ts';
import { resetByMail } from '../../../../testing/http/reset-password.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { sendToolCall } from '../../../../testing/mcp/ask-tool.ts';

const api = testApi();

const newToken = async (who: Browser) =>
  (await who.call(createAccessToken, { body: { name: 'Program', scopes: ['catalogue:read'] } })).token;

const askMe = (token: string) => api.app.inject({ url: apiMe.path, headers: { authorization: `Bearer ${token}` } });

const statusOf = async ({ access }: ProgramTokens) => (await askMe(access)).statusCode;

async function addApp(who: Browser): Promise<void> {
  const { secret } = await who.call(startApp);
  await who.call(confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
}

test('a program is refused while its person lacks the second step that the account requires', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const [ofOwner, ofUser] = [await newToken(owner), await newToken(user)];
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answers = [await api.app.inject({ url: apiMe.path, headers }), await sendToolCall(api.app, { name: 'list_problems' }, token)]; // prettier-ignore
    return answers.map(({ statusCode, body }) => (statusCode === 200 ? 200 : JSON.parse(body).code));
  };
  expect(await ask(ofUser)).toEqual([200, 200]);

  await addApp(owner);
  await owner.call(requireTwoFactor, { body: { isRequired: true } });

  expect(await ask(ofUser)).toEqual(['twoFactorNeeded', 'twoFactorNeeded']);
  expect(await ask(ofOwner)).toEqual([200, 200]);
  await addApp(user);
  expect(await ask(ofUser)).toEqual([200, 200]);
});

/** Resets the password of a new owner. Returns the mail about it. */
async function textAfterReset(hasProgram: boolean): Promise<string | undefined> {
  const owner = await api.owner();
  if (hasProgram) await newToken(owner);
  await resetByMail(api, { email: owner.email, newPassword: 'another zebra 2' });
  return api.mails.findLast(({ to }) => to === owner.email)?.text;
}

test('the mail about a password that was reset says that programs have lost their access, if there are any', async () => {
  const text = await textAfterReset(true);

  expect(text).toContain('programs that you had allowed to act for you have lost their access');
  expect(text).toContain('you need not do anything else');
  expect(await textAfterReset(false)).not.toContain('have lost their access');
});

test('all tokens of an authorisation together may make 300 calls in a minute', async () => {
  const owner = await api.owner();
  const [first, other] = [await connectProgram(api, owner), await connectProgram(api, owner)];
  const second = await renewTokens(api, first);
  for (let calls = 0; calls < 150; calls += 1)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);

  const third = await renewTokens(api, second);
  expect([await statusOf(first), await statusOf(third), await statusOf(other)]).toEqual([429, 429, 200]);
});

test('calls are counted on while the first token of an authorisation expires', async () => {
  const first = await connectProgram(api, await api.owner());
  api.clock.advance(hourMs - minuteMs / 2);
  const second = await renewTokens(api, first);
  for (let calls = 0; calls < 300; calls += 1) await askMe(second.access);
  api.clock.advance(minuteMs / 2);

  expect((await askMe((await renewTokens(api, second)).access)).statusCode).toBe(429);
});

test('calls are counted on when a program gives its tokens back and renews them', async () => {
  const first = await connectProgram(api, await api.owner());
  for (let calls = 0; calls < 300; calls += 1) await askMe(first.access);

  const second = await renewTokens(api, first);
  await giveBack(api, first.access);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 429]);
  const third = await renewTokens(api, second);
  await giveBack(api, second.access);
  expect(await statusOf(third)).toBe(429);
});
