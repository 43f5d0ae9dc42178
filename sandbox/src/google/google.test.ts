import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createSandbox, type Sandbox } from '../app.ts';
import { testConfig } from '../config.ts';
import { outsideWorld } from '../environment.ts';

let sandbox: Sandbox;
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
  sandbox = await createSandbox(testConfig());
  env = outsideWorld(sandbox);
});
afterEach(() => sandbox.close());

const verifier = 'verifier-of-this-test-verifier-of-this-test';
const redirectUri = 'http://127.0.0.1:4000/api/googlesheets/callback';
const consentRequest = () => ({
  client_id: env.GOOGLE_CLIENT_ID ?? '',
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid email https://www.googleapis.com/auth/drive.file',
  access_type: 'offline',
  prompt: 'consent',
  include_granted_scopes: 'true',
  state: 'state-of-this-test-state-of-this-test',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});
const client = () => ({ client_id: env.GOOGLE_CLIENT_ID ?? '', client_secret: env.GOOGLE_CLIENT_SECRET ?? '' });
const post = async (address: string | undefined, form: Readonly<Record<string, string>>) => {
  const response = await fetch(address ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { response, body: z.looseObject({}).safeParse(await response.json().catch(() => null)).data };
};

async function consent(decision: Readonly<Record<string, string>> = { drive: 'on' }): Promise<URL> {
  const form = { ...consentRequest(), decision: 'continue', ...decision };
  const { response } = await post(env.GOOGLE_AUTHORIZE_URL, form);
  return new URL(response.headers.get('location') ?? '');
}
const redeem = (code: string, changes: Readonly<Record<string, string>> = {}) =>
  post(env.GOOGLE_TOKEN_URL, {
    ...client(),
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  });
async function accessToken(decision?: Readonly<Record<string, string>>): Promise<string> {
  const { body } = await redeem((await consent(decision)).searchParams.get('code') ?? '');
  return z.object({ access_token: z.string() }).parse(body).access_token;
}
const call = async (token: string, path: string, json?: object) => {
  const response = await fetch(`${env.GOOGLE_API_URL}/v4/spreadsheets${path}`, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
};
const create = async (token: string): Promise<string> => {
  const sheets = [{ properties: { sheetId: 1, title: 'Tab', gridProperties: { rowCount: 3, columnCount: 2 } } }];
  const { body } = await call(token, '', { properties: { title: 'File' }, sheets });
  return z.object({ spreadsheetId: z.string() }).parse(body).spreadsheetId;
};
interface Written {
  readonly range: string;
  readonly values: readonly (readonly unknown[])[];
}
const write = (token: string, id: string, written: Written) =>
  call(token, `/${id}/values:batchUpdate`, {
    valueInputOption: 'RAW',
    data: [{ majorDimension: 'ROWS', ...written }],
  });

test.each([
  ['an unknown client', { client_id: 'other' }],
  ['another address to return to', { redirect_uri: 'https://evil.example/api/googlesheets/callback' }],
  ['a scope of all spreadsheets', { scope: 'https://www.googleapis.com/auth/spreadsheets' }],
  ['a parameter that Google does not know', { nonsense: '1' }],
  ['no challenge', { code_challenge: '' }],
])('a consent for %s is an error page', async (_what, changes) => {
  const query = new URLSearchParams({ ...consentRequest(), ...changes });

  expect((await fetch(`${env.GOOGLE_AUTHORIZE_URL}?${query.toString()}`)).status).toBe(400);
});

const code = async () => (await consent()).searchParams.get('code') ?? '';

test('a code is redeemed once, with its address and verifier', async () => {
  const used = await code();
  expect((await redeem(used)).body).toMatchObject({
    expires_in: 3599,
    refresh_token: expect.any(String),
    scope: expect.stringContaining('auth/drive.file'),
  });

  for (const refused of [
    await redeem(used),
    await redeem(await code(), { code_verifier: 'another' }),
    await redeem(await code(), { redirect_uri: 'http://127.0.0.1:4000/other' }),
  ]) {
    expect([refused.response.status, refused.body]).toMatchObject([400, { error: 'invalid_grant' }]);
  }
});

test('a denied consent has no code, and a box that is not ticked gives no right', async () => {
  expect((await consent({ decision: 'cancel' })).searchParams.get('error')).toBe('access_denied');
  expect(await call(await accessToken({}), '/any?fields=sheets.properties')).toMatchObject({ status: 403 });
});

test('a revoked token ends all of the account', async () => {
  const token = await accessToken();
  expect((await post(new URL('revoke', env.GOOGLE_TOKEN_URL).href, { token })).response.status).toBe(200);

  expect(await call(token, '/any?fields=sheets.properties')).toMatchObject({
    status: 401,
    body: { error: { status: 'UNAUTHENTICATED' } },
  });
});

test('values keep their type, and a formula stays text', async () => {
  const token = await accessToken();
  const id = await create(token);

  expect(await write(token, id, { range: "'Tab'!A1", values: [['=1+1', 2], [true]] })).toMatchObject({ status: 200 });

  const page = await fetch(`${sandbox.url}/google/spreadsheets/d/${id}/edit`);
  expect(await page.text()).toContain('<td>=1+1</td>');
});

test.each<[string, string, readonly (readonly unknown[])[]]>([
  ['a range off the grid', "'Tab'!A4", [['a']]],
  ['more columns than there are', "'Tab'!A1", [['a', 'b', 'c']]],
  ['an unknown tab', "'Other'!A1", [['a']]],
  ['a cell of more than 50,000 characters', "'Tab'!A1", [['x'.repeat(50_001)]]],
  ['an object as value', "'Tab'!A1", [[{ a: 1 }]]],
])('%s is refused, and nothing of the request is written', async (_what, range, values) => {
  const token = await accessToken();

  expect(await write(token, await create(token), { range, values })).toMatchObject({
    status: 400,
    body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.any(String) } },
  });
});

test('more than 2 MB in a request is refused', async () => {
  const token = await accessToken();
  const rows = Array.from({ length: 50 }, () => ['x'.repeat(49_000)]);

  expect(await write(token, await create(token), { range: "'Tab'!A1", values: rows })).toMatchObject({ status: 413 });
});

test('a user has 60 reads a minute', async () => {
  const token = await accessToken();
  const id = await create(token);
  const statuses = [];
  for (let read = 0; read < 121; read += 1)
    statuses.push((await call(token, `/${id}?fields=sheets.properties`)).status);

  // A new minute, which resets the quota of 60 reads, may begin once during the 121 reads. One of them is refused even
  // then.
  expect(statuses).toContain(429);
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
});

const find = async (bearer: string, name: string, since: string) => {
  const q = `name = '${name}' and mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false and createdTime >= '${since}'`;
  const query = { q, orderBy: 'createdTime desc', pageSize: '1', fields: 'files(id,webViewLink)' };
  const response = await fetch(`${env.GOOGLE_DRIVE_URL}/v3/files?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  return z.object({ files: z.optional(z.array(z.object({ id: z.string() }))) }).parse(await response.json()).files;
};

test('a file is found by its name and the time since which it was made, by its own account only', async () => {
  const token = await accessToken();
  const id = await create(token);
  const other = await accessToken({ drive: 'on', account: 'books@brightkeel.example' });

  expect(await find(token, 'File', '2020-01-01T00:00:00.000Z')).toEqual([{ id }]);
  expect(await find(token, 'Other', '2020-01-01T00:00:00.000Z')).toEqual([]);
  expect(await find(token, 'File', '2999-01-01T00:00:00.000Z')).toEqual([]);
  expect(await find(other, 'File', '2020-01-01T00:00:00.000Z')).toEqual([]);
  expect(await find(token, "it's", '2020-01-01T00:00:00.000Z')).toBeUndefined();
});

test('another account does not see the file', async () => {
  const id = await create(await accessToken());
  const other = await accessToken({ drive: 'on', account: 'books@brightkeel.example' });

  expect(await call(other, `/${id}?fields=sheets.properties`)).toMatchObject({ status: 404 });
});
