import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { apiMe } from '@app/shared/contract/public-api/account.ts';
import { decideConsent } from '@app/shared/contract/oauth.ts';
import { automationClient, testApi } from '../../../../testing/http/api.ts';
import type { Browser } from '../../../../testing/http/browser.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { exchangeCode, refreshTokens } from './exchange.ts';

const api = testApi();
const publicUrl = 'http://watchpost.test';
const own = { client_id: automationClient.id, client_secret: automationClient.secret };
/** A program that publishes its description, and so has no secret. */
const others = { client_id: 'https://others.example.com/client.json' };

/** Allows the program as the person. Returns the form by which the program gets its tokens. */
async function allow(who: Browser, wish: { readonly resource?: string; readonly redirect_uri?: undefined } = {}) {
  const redirectUri = automationClient.redirectUris[0] ?? '';
  const verifier = oauth.generateRandomCodeVerifier();
  const request = {
    client_id: automationClient.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'catalogue:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...wish,
  };
  const { redirectTo } = await who.call(decideConsent, { body: { request, isAllowed: true } });
  const code = new URL(redirectTo).searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
}

const post = (url: string, form: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

const ask = async (form: Record<string, string>) => {
  const answer = await post('/oauth/token', form);
  const tokens = answer.json<Record<'error' | 'access_token' | 'refresh_token', string>>();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], ...tokens };
};

const statusOfMe = async (token: string) =>
  (await api.app.inject({ url: apiMe.path, headers: { authorization: `Bearer ${token}` } })).statusCode;

const renewal = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token });

test('a code and a refresh token are of no use to another program, whose attempts end nothing', async () => {
  const grant = await allow(await api.owner());

  expect(await ask({ ...grant, ...others })).toMatchObject({ status: 400, error: 'invalid_grant' });
  const tokens = await ask({ ...grant, ...own });
  expect(tokens.status).toBe(200);
  const stolen = renewal(tokens.refresh_token);
  expect(await ask({ ...stolen, ...others })).toMatchObject({ status: 400, error: 'invalid_grant' });
  expect(await statusOfMe(tokens.access_token)).toBe(200);
  expect(await ask({ ...stolen, ...own })).toMatchObject({ status: 200 });
});

test('a token is revoked by its own program only', async () => {
  const tokens = await ask({ ...(await allow(await api.owner())), ...own });

  for (const token of [tokens.access_token, tokens.refresh_token]) {
    expect((await post('/oauth/revoke', { token, ...others })).statusCode).toBe(200);
  }
  expect(await statusOfMe(tokens.access_token)).toBe(200);
  await post('/oauth/revoke', { token: tokens.access_token, ...own });
  expect(await statusOfMe(tokens.access_token)).toBe(401);
});

test('a program whose id cannot be stored is refused', async () => {
  const { access_token: token } = await ask({ ...(await allow(await api.owner())), ...own });

  const answer = await post('/oauth/revoke', { token, client_id: 'a\0b' });

  expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('tokens are given for the interface that the person has allowed, and for no other', async () => {
  const grant = await allow(await api.owner());
  const forTools = { resource: `${publicUrl}/mcp` };

  expect(await ask({ ...grant, ...own, ...forTools })).toMatchObject({ status: 400, error: 'invalid_target' });
  const tokens = await ask({ ...grant, ...own, resource: `${publicUrl}/api/v1` });
  expect(tokens.status).toBe(200);
  const renew = renewal(tokens.refresh_token);
  expect(await ask({ ...renew, ...own, ...forTools })).toMatchObject({ status: 400, error: 'invalid_target' });
  expect(await ask({ ...renew, ...own })).toMatchObject({ status: 200 });
});

test('a repeated exchange gets the same refresh token from a process that has a newer key already', async () => {
  const tokens = await ask({ ...(await allow(await api.owner())), ...own });
  const form = renewal(tokens.refresh_token);
  const renewed = await ask({ ...form, ...own });

  const keys = new Map([['k2', Buffer.alloc(32, 2)], ...api.ctx.keys]);
  const request = { clientId: own.client_id, form: new Map(Object.entries(form)) };
  const repeated = await refreshTokens({ ...api.ctx, keys }, request);

  expect(repeated.refresh_token).toBe(renewed.refresh_token);
  expect(await statusOfMe(repeated.access_token)).toBe(200);
});

test('a program that was taken out of the configuration gets no tokens, since nothing can prove it any more', async () => {
  const owner = await api.owner();
  const code = new Map(Object.entries(await allow(owner)));
  const tokens = await ask({ ...(await allow(owner)), ...own });
  const form = new Map(Object.entries(renewal(tokens.refresh_token)));
  const without = { ...api.ctx, config: { ...api.ctx.config, oauthClients: [] } };

  await expect(exchangeCode(without, { clientId: own.client_id, form: code })).rejects.toThrow(
    /^This code is unknown.+ Please connect the program again$/,
  );
  await expect(refreshTokens(without, { clientId: own.client_id, form })).rejects.toThrow(
    /^This refresh token is unknown.+ Please connect the program again$/,
  );
  expect(await ask({ ...renewal(tokens.refresh_token), ...own })).toMatchObject({ status: 200 });
});

test('a program renews its tokens 60 times in a quarter of an hour, and loses nothing by more attempts', async () => {
  let tokens = await ask({ ...(await allow(await api.owner())), ...own });
  api.clock.advance(minuteMs);
  for (let count = 1; count < 60; count += 1) {
    // A token that is given back counts too.
    if (count % 2 === 0) await post('/oauth/revoke', { token: tokens.access_token, ...own });
    tokens = await ask({ ...renewal(tokens.refresh_token), ...own });
  }
  expect(tokens.status).toBe(200);

  const again = { ...renewal(tokens.refresh_token), ...own };
  expect(await ask(again)).toMatchObject({ status: 429, error: 'temporarily_unavailable', retryAfter: '840' });
  expect(await statusOfMe(tokens.access_token)).toBe(200);
  api.clock.advance(839_999);
  expect(await ask(again)).toMatchObject({ status: 429, retryAfter: '1' });
  api.clock.advance(1);
  expect(await ask(again)).toMatchObject({ status: 200 });
});

test('a program of OAuth 2.1 names its return once, or not at all if it has only one', async () => {
  const owner = await api.owner();
  for (const wish of [{}, { redirect_uri: undefined }]) {
    const { redirect_uri: redirectUri, ...grant } = await allow(owner, wish);

    expect(await ask({ ...grant, ...own, redirect_uri: `${redirectUri}2` })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
    expect(await ask({ ...grant, ...own })).toMatchObject({ status: 200 });
  }
});

test('a parameter without a value is taken as left out', async () => {
  const grant = await allow(await api.owner(), { resource: `${publicUrl}/mcp` });

  const tokens = await ask({ ...grant, ...own, resource: '', scope: '' });
  expect(tokens.status).toBe(200);
  expect(await ask({ ...renewal(tokens.refresh_token), ...own, resource: '' })).toMatchObject({ status: 200 });
});

test.each([
  ['JSON', 'application/json', '{"grant_type":"refresh_token"}'],
  ['faulty JSON', 'application/json', '{'],
  ['a text', 'text/plain', 'grant_type=refresh_token'],
  ['a body without a type', '', 'grant_type=refresh_token'],
])('%s is no form, and is refused as RFC 6749 says', async (_, type, payload) => {
  const headers = type === '' ? {} : { 'content-type': type };
  const answer = await api.app.inject({ method: 'POST', url: '/oauth/token', headers, payload });

  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.stringContaining('has to be a form') },
  ]);
});

/** Lets a program get tokens, and sends its code or its refresh token, which may be used once, a second time. */
async function repeatUse(owner: Browser, repeat: string): Promise<void> {
  const grant = await allow(owner);
  const tokens = await ask({ ...grant, ...own });
  if (repeat === 'code') await ask({ ...grant, ...own });
  else if (repeat === 'nothing') await post('/oauth/revoke', { token: tokens.refresh_token, ...own });
  else {
    await ask({ ...renewal(tokens.refresh_token), ...own });
    api.clock.advance(minuteMs);
    await ask({ ...renewal(tokens.refresh_token), ...own });
  }
}

test.each([
  { reason: 'Its code was used twice', repeat: 'code' },
  { reason: 'A refresh token was used twice', repeat: 'refresh token' },
  { reason: 'The program gave it back', repeat: 'nothing' },
])('the owner reads in the audit trail that an authorisation ended: $reason', async ({ reason, repeat }) => {
  const owner = await api.owner();
  await repeatUse(owner, repeat);

  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events.filter(({ action }) => action === 'authorization revoked')).toMatchObject([
    { actor: 'watchpost', subject: automationClient.name, details: { reason } },
  ]);
});

test.each([
  ['a person is mailed that the access of a program has ended because its code was used twice', 'code', 1],
  ['a person is mailed that the access of a program has ended because a token was used twice', 'refresh token', 1],
  ['nobody is mailed about an access that its program gave back', 'nothing', 0],
])('%s', async (_what, repeat, mails) => {
  const user = await addUser(api, await api.owner());
  api.mails.length = 0;
  await repeatUse(user, repeat);
  await sendMessages({ ...api.ctx, db: api.worker });

  const told = api.mails.filter(({ subject }) => subject === 'The access of “Automation” has ended');
  expect(told.map(({ to }) => to)).toEqual(Array.from({ length: mails }, () => user.email));
});

test.each(['/oauth/token', '/oauth/revoke'])('%s is not answered by a page of the browser', async (url) => {
  const answer = await api.app.inject({ url, headers: { accept: 'text/html' } });

  expect([answer.statusCode, answer.headers.allow, answer.json()]).toMatchObject([
    405,
    'POST',
    { error: 'invalid_request' },
  ]);
});
