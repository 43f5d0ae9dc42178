import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { listAccessTokens } from '@app/shared/contract/access-tokens.ts';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { decideConsent, describeConsent, type ConsentRequest } from '@app/shared/contract/oauth.ts';
import {
  authorizations,
  ownAuthorizations,
  revokeAuthorization,
  revokeOwnAuthorization,
} from '@app/shared/contract/sellers.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { createPublicFetch } from '../../external/http/public-fetch.ts';
import { populate } from '../../../testing/database/populate.ts';
import { automationClient, ownersPassword, testApi } from '../../../testing/http/api.ts';
import { sendToolCall } from '../../../testing/mcp/ask-tool.ts';
import type { Browser } from '../../../testing/http/browser.ts';
import { resetByMail } from '../../../testing/http/reset-password.ts';
import { addUser } from '../../../testing/http/users.ts';
import { deleteTokensOf } from '../auth/access-tokens/token-queries.ts';
import { fetchClient } from './clients/client-document.ts';
import { forgetAuthorizations } from './tokens/code-queries.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const publicUrl = 'http://watchpost.test';
const redirectUri = automationClient.redirectUris[0] ?? '';
let address = '';

beforeAll(async () => {
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});

/** Calls of the client library go to the running server, under the name by which it knows itself. */
const overNetwork = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(publicUrl, address), init),
} as const;

const client: oauth.Client = { client_id: automationClient.id };
const secret = oauth.ClientSecretPost(automationClient.secret);

const discover = async () =>
  oauth.processDiscoveryResponse(
    new URL(publicUrl),
    await oauth.discoveryRequest(new URL(publicUrl), { algorithm: 'oauth2', ...overNetwork }),
  );

interface Wish {
  readonly scope?: string;
  readonly resource?: string;
}

/** Asks as the program and allows it as the person, up to the return of the browser. */
async function consent(who: Browser, wish: Wish = {}) {
  const server = await discover();
  const verifier = oauth.generateRandomCodeVerifier();
  const request = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'catalogue:read alerts:write',
    state: 'the state',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...wish,
  };
  const { redirectTo } = await who.call(decideConsent, { body: { request, isAllowed: true } });
  return { server, verifier, parameters: oauth.validateAuthResponse(server, client, new URL(redirectTo), 'the state') };
}

type Consented = Awaited<ReturnType<typeof consent>>;

const exchange = ({ server, verifier, parameters }: Consented, given: oauth.ClientAuth = secret) =>
  oauth.authorizationCodeGrantRequest(server, client, given, parameters, redirectUri, verifier, overNetwork);

const tokensOf = async (consented: Consented) =>
  oauth.processAuthorizationCodeResponse(consented.server, client, await exchange(consented));

const refresh = async (server: oauth.AuthorizationServer, token: string | undefined, scope?: string) =>
  oauth.refreshTokenGrantRequest(server, client, secret, token ?? '', {
    ...overNetwork,
    ...(scope === undefined ? {} : { additionalParameters: { scope } }),
  });

const statusOfMe = async (token: string | undefined) =>
  (await api.app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } })).statusCode;

const statusOfTool = async (token: string) =>
  (await sendToolCall(api.app, { name: 'list_problems' }, token)).statusCode;

const errorOf = async (response: Response) => [response.status, refusal.parse(await response.json()).error];
const refusal = z.object({ error: z.string() });

test('a program gets tokens by a consent, uses and renews them until the owner revokes it', async () => {
  const owner = await api.owner();
  const consented = await consent(owner);
  const first = await tokensOf(consented);

  expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'catalogue:read alerts:write' });
  expect(await statusOfMe(first.access_token)).toBe(200);
  const renewed = await oauth.processRefreshTokenResponse(
    consented.server,
    client,
    await refresh(consented.server, first.refresh_token),
  );
  expect(await statusOfMe(renewed.access_token)).toBe(200);
  expect((await owner.call(listAccessTokens)).tokens).toEqual([]);
  const listed = await owner.call(authorizations);
  expect(listed.authorizations).toMatchObject([{ name: 'Automation' }]);

  await owner.call(revokeAuthorization, { params: { id: listed.authorizations[0]?.id ?? '' } });
  expect(await statusOfMe(renewed.access_token)).toBe(401);
  expect(await errorOf(await refresh(consented.server, renewed.refresh_token))).toEqual([400, 'invalid_grant']);
  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['authorization given', 'authorization revoked']),
  );
});

test('an access token lasts an hour and a refresh token thirty days', async () => {
  const consented = await consent(await api.owner());
  const tokens = await tokensOf(consented);

  api.clock.advance(hourMs - 1);
  expect(await statusOfMe(tokens.access_token)).toBe(200);
  api.clock.advance(1);
  expect(await statusOfMe(tokens.access_token)).toBe(401);
  api.clock.advance(30 * dayMs - hourMs);
  expect(await errorOf(await refresh(consented.server, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
});

const renewed = async ({ server }: Consented, token: string | undefined) =>
  oauth.processRefreshTokenResponse(server, client, await refresh(server, token));

test('a write that is repeated after its access token was renewed is answered once done', async () => {
  const owner = await api.owner();
  const { productId } = await withClient(api.database.superuserUrl, (superuser) =>
    populate(superuser, { tenantId: owner.tenantId, marker: 'MARKERA' }),
  );
  const mute = async (token: string | undefined) =>
    api.app.inject({
      method: 'POST',
      url: `/api/v1/issues/price-${productId}/mute`,
      payload: { minutes: 30 },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'one' },
    });
  const consented = await consent(owner);
  const first = await tokensOf(consented);
  const muted = await mute(first.access_token);
  api.clock.advance(hourMs);
  const later = await renewed(consented, first.refresh_token);

  expect(muted.statusCode).toBe(200);
  expect((await mute(later.access_token)).body).toBe(muted.body);

  await owner.call(provePassword, { body: { password: ownersPassword } });
  const another = await tokensOf(await consent(owner));
  expect((await mute(another.access_token)).body).not.toBe(muted.body);
});

test('two refreshes at once, and one whose answer was lost, get the same next refresh token', async () => {
  const owner = await api.owner();
  const consented = await consent(owner);
  const { refresh_token: token } = await tokensOf(consented);

  const [one, other] = await Promise.all([renewed(consented, token), renewed(consented, token)]);
  api.clock.advance(29_999);
  const late = await renewed(consented, token);

  expect(new Set([one, other, late].map((tokens) => tokens.refresh_token)).size).toBe(1);
  for (const { access_token: access } of [one, other, late]) expect(await statusOfMe(access)).toBe(200);
  expect((await renewed(consented, late.refresh_token)).refresh_token).not.toBe(late.refresh_token);
});

test('a refresh token that is used again ends the authorisation', async () => {
  const owner = await api.owner();
  for (const wait of ['half a minute', 'until the next one is used'] as const) {
    const consented = await consent(owner);
    const { refresh_token: token } = await tokensOf(consented);
    const next = await renewed(consented, token);
    if (wait === 'half a minute') api.clock.advance(30_000);
    else await renewed(consented, next.refresh_token);

    expect(await errorOf(await refresh(consented.server, token))).toEqual([400, 'invalid_grant']);
    expect((await owner.call(authorizations)).authorizations).toEqual([]);
    expect(await statusOfMe(next.access_token)).toBe(401);
  }
});

test('an authorisation ends a year after the consent, however often it is renewed', async () => {
  const consented = await consent(await api.owner());
  let { refresh_token: token } = await tokensOf(consented);
  for (let days = 0; days + 29 < 365; days += 29) {
    api.clock.advance(29 * dayMs);
    token = (await renewed(consented, token)).refresh_token;
  }
  api.clock.advance(17 * dayMs - 1);
  token = (await renewed(consented, token)).refresh_token;
  api.clock.advance(1);

  expect(await errorOf(await refresh(consented.server, token))).toEqual([400, 'invalid_grant']);
});

test('a code that is exchanged twice ends the authorisation', async () => {
  const owner = await api.owner();
  const consented = await consent(owner);
  const { access_token: access } = await tokensOf(consented);

  expect(await errorOf(await exchange(consented))).toEqual([400, 'invalid_grant']);
  expect(await statusOfMe(access)).toBe(401);
});

test('a code is bound to its client, its verifier, its return and a minute', async () => {
  const owner = await api.owner();
  const consented = await consent(owner);
  const wrong = { ...consented, verifier: oauth.generateRandomCodeVerifier() };
  expect(await errorOf(await exchange(wrong))).toEqual([400, 'invalid_grant']);
  expect(await errorOf(await exchange(consented, oauth.ClientSecretPost('x'.repeat(32))))).toEqual([
    401,
    'invalid_client',
  ]);
  expect(await errorOf(await exchange(consented, oauth.None()))).toEqual([401, 'invalid_client']);
  const elsewhere = await postForm('/oauth/token', {
    grant_type: 'authorization_code',
    code: consented.parameters.get('code') ?? '',
    code_verifier: consented.verifier,
    redirect_uri: `${redirectUri}2`,
    client_id: automationClient.id,
    client_secret: automationClient.secret,
  });
  expect(elsewhere.json().error).toBe('invalid_grant');

  expect((await exchange(consented, oauth.ClientSecretBasic(automationClient.secret))).status).toBe(200);
  const late = await consent(owner);
  api.clock.advance(minuteMs);
  expect(await errorOf(await exchange(late))).toEqual([400, 'invalid_grant']);
});

const postForm = (url: string, form: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

test('a refresh may narrow the scope and never raises it', async () => {
  const consented = await consent(await api.owner(), { scope: 'catalogue:read' });
  const { refresh_token: token } = await tokensOf(consented);

  expect(await errorOf(await refresh(consented.server, token, 'catalogue:read billing:read'))).toEqual([
    400,
    'invalid_scope',
  ]);
  expect(await (await refresh(consented.server, token, 'catalogue:read')).json()).toMatchObject({
    scope: 'catalogue:read',
  });
});

test('a token for one interface is not accepted by another', async () => {
  const owner = await api.owner();
  const forMcp = await tokensOf(await consent(owner, { resource: `${publicUrl}/mcp` }));
  const forAll = await tokensOf(await consent(owner, { resource: publicUrl }));

  expect(await statusOfMe(forMcp.access_token)).toBe(401);
  expect(await statusOfMe(forAll.access_token)).toBe(200);
  const forApi = await tokensOf(await consent(owner, { resource: `${publicUrl}/api/v1` }));
  expect(await statusOfTool(forMcp.access_token)).toBe(200);
  expect(await statusOfTool(forAll.access_token)).toBe(200);
  expect(await statusOfTool(forApi.access_token)).toBe(401);
});

test('the person sees who asks for what, and a denial is reported to the program', async () => {
  const owner = await api.owner();
  const request = await validRequest();

  expect(await owner.call(describeConsent, { query: request })).toEqual({
    redirectTo: null,
    name: 'Automation',
    host: null,
    returnsTo: 'automation.test',
    opensApp: false,
    scopes: ['catalogue:read', 'billing:read'],
  });
  const { redirectTo } = await owner.call(decideConsent, { body: { request, isAllowed: false } });
  expect(Object.fromEntries(new URL(redirectTo).searchParams)).toEqual({
    error: 'access_denied',
    state: 'the state',
    iss: publicUrl,
  });
});

const validRequest = async (changes: ConsentRequest | object = {}) => ({
  client_id: automationClient.id,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'billing:read catalogue:read',
  state: 'the state',
  code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
  code_challenge_method: 'S256',
  ...changes,
});

test('a program is allowed only soon after the password was given, and denied at any time', async () => {
  const owner = await api.owner();
  api.clock.advance(15 * minuteMs);
  const request = await validRequest();
  const decide = (isAllowed: boolean) => owner.call(decideConsent, { body: { request, isAllowed } });

  await expect(decide(true)).rejects.toMatchObject({ code: 'proofNeeded' });
  expect((await decide(false)).redirectTo).toContain('error=access_denied');
  await owner.call(provePassword, { body: { password: ownersPassword } });
  expect((await decide(true)).redirectTo).toContain('code=');
});

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: undefined }, 'invalid_request'],
  [{ scope: 'catalogue:read everything' }, 'invalid_scope'],
  [{ resource: 'https://other.test/api' }, 'invalid_target'],
])('a request with %o goes back to the program with %s', async (changes, error) => {
  const owner = await api.owner();
  const { redirectTo } = await owner.call(describeConsent, { query: await validRequest(changes) });

  expect(new URL(redirectTo ?? '').searchParams.get('error')).toBe(error);
});

test.each([
  [{ client_id: 'unknown' }],
  [{ client_id: undefined }],
  [{ redirect_uri: 'https://automation.test/callback#x' }],
  [{ redirect_uri: 'https://automation.test:8443/callback' }],
  [{ redirect_uri: 'https://evil.test/callback' }],
])('a browser is not sent anywhere for a request with %o', async (changes) => {
  const owner = await api.owner();
  const body = { request: await validRequest(changes), isAllowed: true };

  await expect(owner.call(decideConsent, { body })).rejects.toMatchObject({ status: 400, code: 'untrustedProgram' });
});

test('revoking a refresh token ends the authorisation, and an unknown token is answered alike', async () => {
  const owner = await api.owner();
  const consented = await consent(owner);
  const tokens = await tokensOf(consented);
  const revoke = async (token: string) =>
    oauth.processRevocationResponse(
      await oauth.revocationRequest(consented.server, client, secret, token, overNetwork),
    );

  await revoke('unknown');
  expect(await statusOfMe(tokens.access_token)).toBe(200);
  await revoke(tokens.refresh_token ?? '');
  expect(await statusOfMe(tokens.access_token)).toBe(401);
  expect((await owner.call(authorizations)).authorizations).toEqual([]);
});

test('an access token that is revoked by itself leaves the authorisation', async () => {
  const owner = await api.owner();
  const consented = await consent(owner);
  const { access_token: access } = await tokensOf(consented);
  await oauth.revocationRequest(consented.server, client, secret, access, overNetwork);

  expect(await statusOfMe(access)).toBe(401);
  expect((await owner.call(authorizations)).authorizations).toHaveLength(1);
});

test('the authorisations of a user end with the tokens of that user alone', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const users = await tokensOf(await consent(user));
  const owners = await tokensOf(await consent(owner));

  await api.worker.tenant(owner.tenantId, (tx) =>
    deleteTokensOf(tx, { tenantId: owner.tenantId, emailAddressId: user.emailAddressId }),
  );

  expect(await statusOfMe(users.access_token)).toBe(401);
  expect(await statusOfMe(owners.access_token)).toBe(200);
});

const seenBy = async (who: Browser) => (await who.call(ownAuthorizations)).authorizations;
const seenInAll = async (owner: Browser) => (await owner.call(authorizations)).authorizations;

test('users see and end the authorisations that they gave, and the owner those of all', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const users = await tokensOf(await consent(user));
  const owners = await tokensOf(await consent(owner));

  const [ofUser] = await seenBy(user);
  expect(await seenBy(user)).toEqual([{ id: expect.any(String), name: 'Automation', timestamp: expect.any(Number) }]);
  const [first, second] = await seenInAll(owner);
  expect([first, second?.email]).toEqual([{ ...ofUser, email: user.email }, undefined]);
  expect(await seenBy(owner)).toEqual([second]);

  const refused = await user.send(revokeOwnAuthorization, { params: { id: second?.id ?? '' } });
  expect([refused.statusCode, await statusOfMe(owners.access_token)]).toEqual([404, 200]);
  await user.call(revokeOwnAuthorization, { params: { id: ofUser?.id ?? '' } });
  expect([await statusOfMe(users.access_token), await seenBy(user)]).toEqual([401, []]);
  const another = await tokensOf(await consent(user));
  const [, later] = await seenInAll(owner);
  await owner.call(revokeAuthorization, { params: { id: later?.id ?? '' } });
  expect(await statusOfMe(another.access_token)).toBe(401);
});

test('a code that was not exchanged yet ends with a password reset', async () => {
  const owner = await api.owner();
  const consented = await consent(owner);

  await resetByMail(api, { email: owner.email, newPassword: 'another zebra 2' });

  expect(await errorOf(await exchange(consented))).toEqual([400, 'invalid_grant']);
});

test('authorisations that can no longer be renewed are forgotten', async () => {
  const owner = await api.owner();
  await tokensOf(await consent(owner));
  const now = api.clock.now().getTime();

  await forgetAuthorizations(api.worker.global, new Date(now + 29 * dayMs));
  expect((await owner.call(authorizations)).authorizations).toHaveLength(1);
  await forgetAuthorizations(api.worker.global, new Date(now + 31 * dayMs));
  expect((await owner.call(authorizations)).authorizations).toEqual([]);
});

test.each([
  ['{}', 'application/json', 'invalid_request'],
  ['grant_type=password&client_id=x', undefined, 'unsupported_grant_type'],
  ['grant_type=refresh_token&grant_type=refresh_token&client_id=x', undefined, 'invalid_request'],
  ['grant_type=refresh_token&client_id=x', undefined, 'invalid_request'],
  ['grant_type=refresh_token&client_id=x&refresh_token=%00', undefined, 'invalid_grant'],
  ['', undefined, 'invalid_request'],
])('the token endpoint refuses %s', async (payload, type = 'application/x-www-form-urlencoded', error) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': type },
    payload,
  });

  expect([answer.statusCode, answer.json().error]).toEqual([400, error]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('each interface names the server that admits to it', async () => {
  for (const path of ['', '/api/v1', '/mcp']) {
    const { resource, authorization_servers: servers } = (
      await api.app.inject({ url: `/.well-known/oauth-protected-resource${path}` })
    ).json();
    expect([resource, servers]).toEqual([`${publicUrl}${path}`, [publicUrl]]);
  }
});

test('an assistant is told to ask people for no scope that its tools do not use', async () => {
  const { scopes_supported: scopes } = (
    await api.app.inject({ url: '/.well-known/oauth-protected-resource/mcp' })
  ).json();

  expect(scopes).toEqual(['catalogue:read', 'billing:read']);
});

const published: { answer: RequestListener } = { answer: (_request, response) => response.end() };
const host = createServer((request, response) => published.answer(request, response));
let clientId = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  clientId = `http://127.0.0.1:${(host.address() as AddressInfo).port}/client.json`;
});
afterAll(() => host.close());

const description = () => ({
  client_id: clientId,
  client_name: 'Desk\u202E assistant',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
});
const publish = (body: unknown, status = 200, headers = {}) => {
  published.answer = (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body));
};

test('a program that publishes a description of itself is shown with its host, and returns to any port', async () => {
  publish(description());
  const owner = await api.owner();
  const native = { client_id: clientId, redirect_uri: 'http://127.0.0.1:51004/callback' };

  expect(await owner.call(describeConsent, { query: await validRequest(native) })).toMatchObject({
    name: 'Desk assistant',
    host: new URL(clientId).host,
    returnsTo: '127.0.0.1:51004',
  });
  const verifier = oauth.generateRandomCodeVerifier();
  const request = await validRequest({
    ...native,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  });
  const { redirectTo } = await owner.call(decideConsent, { body: { request, isAllowed: true } });
  const tokens = await postForm('/oauth/token', {
    grant_type: 'authorization_code',
    code: new URL(redirectTo).searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: native.redirect_uri,
    client_id: clientId,
  });
  expect(await statusOfMe(tokens.json().access_token)).toBe(200);
});

test('a browser is not sent to a program that anybody can publish before the person has decided', async () => {
  publish(description());
  const owner = await api.owner();
  const faulty = { client_id: clientId, redirect_uri: 'http://127.0.0.1:51004/callback', response_type: 'token' };

  await expect(owner.call(describeConsent, { query: await validRequest(faulty) })).rejects.toMatchObject({
    code: 'untrustedProgram',
    message: expect.stringContaining(
      `The request of the program at ${new URL(clientId).host} is not valid (unsupported_response_type)`,
    ),
  });
});

test('an app is opened by its scheme, which the person is told, and its state comes back unchanged', async () => {
  publish({ ...description(), redirect_uris: ['com.example.app:/callback'] });
  const owner = await api.owner();
  const state = '["a", "b"]';
  const request = await validRequest({ client_id: clientId, redirect_uri: 'com.example.app:/callback', state });

  expect(await owner.call(describeConsent, { query: request })).toMatchObject({
    returnsTo: 'com.example.app',
    opensApp: true,
  });
  const { redirectTo } = await owner.call(decideConsent, { body: { request, isAllowed: true } });
  expect(redirectTo).toMatch(/^com\.example\.app:\/callback\?code=wp_oac_/);
  expect(new URL(redirectTo).searchParams.get('state')).toBe(state);
  const other = { ...request, redirect_uri: 'com.example.app:/other' };
  await expect(owner.call(describeConsent, { query: other })).rejects.toMatchObject({ code: 'untrustedProgram' });
});

test('a description that redirects, is huge, names another address or needs a secret is refused', async () => {
  const found = () => fetchClient(api.ctx.publicFetch, clientId);
  publish(description());
  expect(await found()).not.toBeNull();

  publish(description(), 302, { location: clientId });
  expect(await found()).toBeNull();
  publish({ ...description(), padding: 'x'.repeat(5_000_000) });
  expect(await found()).toBeNull();
  publish({ ...description(), client_id: `${clientId}?other` });
  expect(await found()).toBeNull();
  publish({ ...description(), token_endpoint_auth_method: 'client_secret_post' });
  expect(await found()).toBeNull();
  publish({ ...description(), redirect_uris: [] });
  expect(await found()).toBeNull();
  publish({ ...description(), client_name: '\u200B \u202E' });
  expect(await found()).toBeNull();
});

test('a description in a private network is not fetched', async () => {
  publish(description());
  const publicOnly = createPublicFetch({ allowsPrivate: false });

  expect(await fetchClient(publicOnly, clientId)).toBeNull();
  expect(await fetchClient(publicOnly, 'https://127.0.0.1/client.json')).toBeNull();
});
