import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../world/clock.ts';
import { createFaults, type Faults } from '../world/events/faults.ts';
import { createAuthorizationCodes } from './codes.ts';
import type { ReplayEntry } from '../sp-api/replay/replay-entry.ts';
import { tokenEndpoint } from './token-endpoint.ts';
import { createTokens, type Tokens } from './tokens.ts';

const seller = 'A2QWN7L4RKH13D';
const client = { client_id: 'client', client_secret: 'secret' };

let clock: ReturnType<typeof createManualClock>;
let tokens: Tokens;
let codes: ReturnType<typeof createAuthorizationCodes>;
let app: FastifyInstance;
let refusals: string[];
let ids: number;
let captured: ReplayEntry | undefined;
let faults: Faults;

const newId = () => String((ids += 1)).padStart(32, '0');
const makeTokens = () => createTokens({ clock, secret: 'secret', newId, isSeller: (id) => id === seller });

beforeEach(async () => {
  ids = 0;
  captured = undefined;
  refusals = [];
  clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  tokens = makeTokens();
  codes = createAuthorizationCodes({ clock, newId });
  faults = createFaults(tokens);
  app = fastify();
  const onRefusal = (refusal: { reason: string }) => void refusals.push(refusal.reason);
  const takeCaptured = () => captured;
  await app.register(
    tokenEndpoint({
      clientId: 'client',
      clientSecret: 'secret',
      tokens,
      codes,
      faults,
      newId,
      onRefusal,
      takeCaptured,
    }),
  );
});

async function ask(form: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams(form).toString();
  const response = await app.inject({ method: 'POST', url: '/auth/o2/token', headers, payload });
  return { status: response.statusCode, body: response.json<Record<string, string>>() };
}

const redeem = (code: string, redirectUri?: string) =>
  ask({ grant_type: 'authorization_code', code, ...client, ...(redirectUri && { redirect_uri: redirectUri }) });
const grantless = (scope: string) => ask({ grant_type: 'client_credentials', scope, ...client });
const refresh = (token: string) => ask({ grant_type: 'refresh_token', refresh_token: token, ...client });

test('a code is exchanged for a refresh token and an access token of its seller', async () => {
  const code = codes.issue({ sellingPartnerId: seller, redirectUri: 'http://127.0.0.1/back' });

  const { status, body } = await redeem(code, 'http://127.0.0.1/back');

  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(tokens.findRefresh(body.refresh_token ?? '')).toBe(seller);
  const access = { kind: 'seller', sellingPartnerId: seller, isExpired: false, isRevoked: false };
  expect(tokens.findAccess(body.access_token ?? '')).toEqual(access);
});

test('a code can be redeemed once', async () => {
  const code = codes.issue({ sellingPartnerId: seller, redirectUri: undefined });
  await redeem(code);

  expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('a code expires after five minutes', async () => {
  const code = codes.issue({ sellingPartnerId: seller, redirectUri: undefined });
  clock.advance(5 * 60_000);

  expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('a code with another redirect address than the consent is refused', async () => {
  const code = codes.issue({ sellingPartnerId: seller, redirectUri: 'http://127.0.0.1/back' });

  expect(await redeem(code, 'http://127.0.0.1/other')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('a refresh gives an access token for one hour and keeps the refresh token', async () => {
  const refreshToken = tokens.refreshTokenFor(seller);
  const { body } = await refresh(refreshToken);

  expect(body.refresh_token).toBe(refreshToken);
  clock.advance(3_599_999);
  expect(tokens.findAccess(body.access_token ?? '')).toMatchObject({ isExpired: false });
  clock.advance(1);
  expect(tokens.findAccess(body.access_token ?? '')).toMatchObject({ isExpired: true });
});

test('a refresh token stays valid after a restart of the sandbox', () => {
  const refreshToken = tokens.refreshTokenFor(seller);

  expect(makeTokens().findRefresh(refreshToken)).toBe(seller);
});

test('a forged token belongs to no seller', () => {
  const [prefix, rest = ''] = tokens.refreshTokenFor(seller).split('|');
  const [, signature] = rest.split('.');
  const forged = Buffer.from(JSON.stringify({ sub: seller, gen: 9, jti: 'x' })).toString('base64url');

  expect(tokens.findRefresh(`${prefix}|${forged}.${signature}`)).toBeUndefined();
  expect(tokens.findAccess(tokens.refreshTokenFor(seller))).toBeUndefined();
});

test('after a seller withdraws its consent old tokens are invalid, and tokens of a new consent are valid', async () => {
  const old = tokens.refreshTokenFor(seller);
  const access = tokens.accessTokenFor(seller);
  tokens.revoke(seller);

  expect(await refresh(old)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(tokens.findAccess(access)).toMatchObject({ isRevoked: true });
  expect((await refresh(tokens.refreshTokenFor(seller))).status).toBe(200);
});

test('client credentials give a grantless token for known scopes only', async () => {
  const { body } = await grantless('sellingpartnerapi::notifications');

  const found = tokens.findAccess(body.access_token ?? '');
  expect(found).toEqual({ kind: 'grantless', scope: 'sellingpartnerapi::notifications', isExpired: false });
  expect(await grantless('sellingpartnerapi::everything')).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope' },
  });
});

test.each([
  ['an unknown client', { grant_type: 'refresh_token', client_id: 'no', client_secret: 'no' }, 401, 'invalid_client'],
  ['a wrong secret', { grant_type: 'refresh_token', ...client, client_secret: 'no' }, 401, 'invalid_client'],
  ['an unknown grant', { grant_type: 'password', ...client }, 400, 'unsupported_grant_type'],
  ['no grant', client, 400, 'invalid_request'],
  ['no token', { grant_type: 'refresh_token', ...client }, 400, 'invalid_request'],
  ['a made-up token', { grant_type: 'refresh_token', refresh_token: 'Atzr|x.y', ...client }, 400, 'invalid_grant'],
])(
  '%s is refused with the error of Login with Amazon, and the refusal is reported',
  async (...[, form, status, error]) => {
    const answer = await ask(form);

    expect(answer).toMatchObject({ status, body: { error } });
    expect(Object.keys(answer.body).toSorted()).toEqual(['error', 'error_description', 'request_id']);
    expect(refusals).toHaveLength(1);
  },
);

test('a body that is not a form is an invalid request', async () => {
  const headers = { 'content-type': 'text/xml' };
  const response = await app.inject({ method: 'POST', url: '/auth/o2/token', headers, payload: '<x/>' });

  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error: 'invalid_request' });
});

test('a selected captured response is returned unchanged', async () => {
  const body = '{"error":"unsupported_grant_type","error_index":"x"}';
  const headers = { 'content-type': 'application/json;charset=UTF-8' };
  captured = {
    name: 'lwa.json',
    kind: 'response',
    operationId: undefined,
    status: 400,
    headers,
    body: Buffer.from(body),
  };

  expect(await refresh(tokens.refreshTokenFor(seller))).toEqual({ status: 400, body: JSON.parse(body) });
});

test.each([
  ['invalidGrant', 400, 'invalid_grant'],
  ['invalidClient', 401, 'invalid_client'],
])('the fault %s refuses the next refresh token alone', async (fault, status, error) => {
  const token = tokens.refreshTokenFor(seller);
  faults.add({ fault, sellerId: seller });

  expect(await refresh(token)).toMatchObject({ status, body: { error } });
  expect(await refresh(token)).toMatchObject({ status: 200 });
});
