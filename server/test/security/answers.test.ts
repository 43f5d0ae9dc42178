import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { auditTrail, getSettings } from '@app/shared/contract/accounts.ts';
import { isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import { exportBilling } from '@app/shared/contract/billing.ts';
import { exportProducts } from '@app/shared/contract/product-sheet.ts';
import { exportSpreadsheet } from '@app/shared/contract/spreadsheets.ts';
import { needsCsrf } from '@app/shared/contract/endpoint.ts';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import type { Actor } from '../../src/http/actor.ts';
import { createApp } from '../../src/http/app.ts';
import { sessionCookie } from '../../src/http/session-cookie.ts';
import { implement, type Gate } from '../../src/http/implement.ts';
import { serveWeb } from '../../src/http/web-pages.ts';
import { createLog } from '../../src/lib/log.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { ownersPassword, signUpBody, testApi } from '../../testing/http/api.ts';
import { endpoints } from '../../testing/http/endpoints.ts';
import { productionEnvironment } from '../../testing/http/production-environment.ts';

const api = testApi({ environment: productionEnvironment });

/** An answer of each kind: a page's, a public one, a refusal, an error of the form, an unknown path, a program's. */
const requests = [
  { url: '/api/auth/csrf' },
  { url: isAuthenticated.path },
  { url: '/api/nothing' },
  { url: '/home' },
  { url: '/api/v1/me' },
  { url: '/.well-known/oauth-authorization-server' },
  { url: '/healthz' },
  { url: '/api/%zz' },
  { url: logIn.path, method: 'POST', payload: '{', headers: { 'content-type': 'application/json' } },
  { url: logIn.path, method: 'POST', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
  {
    url: '/oauth/token',
    method: 'POST',
    payload: 'grant_type=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  { url: '/mcp', method: 'POST', payload: {} },
] as const;

const answersTo = (headers: Record<string, string> = {}) =>
  Promise.all(
    requests.map((request) =>
      api.app.inject({ ...request, headers: { ...('headers' in request && request.headers), ...headers } }),
    ),
  );

test('every answer has the headers that browsers obey', async () => {
  for (const { headers } of await answersTo()) {
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]),
    );
  }
});

test('no page of another origin may read an answer', async () => {
  for (const origin of ['https://evil.example', 'null', 'https://watchpost.example.evil.example']) {
    for (const { headers } of await answersTo({ origin })) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  }
});

test('every answer names its type, and texts their encoding', async () => {
  for (const { headers, body } of await answersTo()) {
    expect(body).not.toBe('');
    expect(headers['content-type']).toMatch(/^(application\/json|text\/plain|text\/html); charset=utf-8$/);
  }
});

test('answers with data of people are stored nowhere', async () => {
  const owner = await api.owner();
  const calls = [isAuthenticated, getSettings, auditTrail];
  for (const call of calls) {
    const { statusCode, headers } = await owner.request({ url: call.path });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
  }
  // A program may store an answer if it asks the server before each use whether the answer has changed.
  const program = await owner.request({ url: '/api/v1/me' });
  expect([program.statusCode, program.headers['cache-control']]).toEqual([200, 'private, no-cache']);
});

test('every cookie is kept from other sites, and from scripts unless they need it', async () => {
  const browser = api.browser();
  const signedUp = await browser.request({
    method: 'POST',
    url: '/api/auth/signup/standard',
    payload: signUpBody('kept@example.com'),
  });
  const csrf = await api.browser().request({ url: '/api/auth/csrf' });
  const cookies = [...signedUp.cookies, ...csrf.cookies];

  expect(new Set(cookies.map(({ name }) => name))).toEqual(
    new Set(['browser', 'csrf', 'login', 'session'].map((name) => `__Host-watchpost_${name}`)),
  );
  expect(cookies.filter(({ sameSite }) => sameSite !== 'Lax')).toEqual([]);
  const readable = cookies.filter(({ httpOnly }) => !httpOnly);
  expect(new Set(readable.map(({ name }) => name))).toEqual(new Set(['__Host-watchpost_login']));
  // A script may read only the hash of the logged-in person, which admits nobody and is no part of the session's
  // secret.
  const session = cookies.find(({ name }) => name === '__Host-watchpost_session')?.value ?? '';
  for (const { value } of readable) {
    expect(value).toMatch(/^[\w-]{43}$/);
    expect(session).not.toContain(value);
  }
});

test('plain http is not redirected by the product', async () => {
  for (const { statusCode } of await answersTo({ 'x-forwarded-proto': 'http' }))
    expect(statusCode).not.toBeOneOf([301, 302, 303, 307, 308]);
  const { statusCode } = await api.app.inject({ url: '/api/v1/me', headers: { authorization: 'Bearer x' } });
  expect(statusCode).toBe(401);
});

test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND'])('the method %s is not answered', async (method) => {
  const answer = await answerOf(
    `${method} /api/auth/csrf HTTP/1.1\r\nHost: here\r\nCookie: secret=1\r\nConnection: close\r\n\r\n`,
  );

  expect(answer).not.toMatch(/^HTTP\/1.1 [23]/);
  expect(answer).not.toContain('secret=1');
});

test('a request whose length is told in two ways is refused', async () => {
  const head = `POST ${logIn.path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n`;
  const smuggled = '0\r\n\r\nGET /api/auth/csrf HTTP/1.1\r\nHost: here\r\n\r\n';
  for (const lengths of [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Transfer-Encoding: xchunked\r\n',
  ]) {
    const answer = await answerOf(`${head}${lengths}\r\n${smuggled}`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
  }
});

/** Sends bytes to a server and returns all that comes back. */
async function answerOf(request: string): Promise<string> {
  const app = await createApp(optionsOf([]));
  app.get('/api/auth/csrf', async () => 'answered');
  app.post(logIn.path, async () => 'answered');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  await app.close();
  return Buffer.concat(chunks).toString();
}

const optionsOf = (lines: string[]) => ({
  log: createLog('trace', { write: (line) => void lines.push(line) }),
  random: systemRandom,
  clock: api.clock,
  isProduction: true,
  trustedProxies: false as const,
  payments: null,
  conversions: null,
  chat: null,
  cookie: sessionCookie({ isSecure: true }),
});

const someone = { tenantId: '', emailAddressId: '', isServed: true, lacksTwoFactor: false } as unknown as Actor;
const openGate: Gate = {
  findActor: async () => someone,
  hasCsrf: () => true,
  isProved: async () => true,
  admitProgram: () => Promise.reject(new Error('There are no programs')),
};

test('an unexpected error reveals nothing of its cause', async () => {
  const lines: string[] = [];
  const app = await createApp(optionsOf(lines));
  app.get('/api/broken', async () => {
    throw new Error('select secret from places at /srv/watchpost/file.ts');
  });
  const { statusCode, body, headers } = await app.inject('/api/broken');
  await app.close();

  expect(statusCode).toBe(500);
  expect(JSON.parse(body)).toEqual({
    error: errorCatalogue.internal.text,
    message: errorCatalogue.internal.text,
    code: 'internal',
    requestId: headers['x-request-id'],
  });
  expect(Object.keys(headers)).not.toContain('x-powered-by');
  expect(Object.keys(headers)).not.toContain('server');
  expect(lines.join('')).toContain('select secret from places');
});

test.each([
  '/.git/config',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/',
  '/assets/../../package.json',
  '/server/src/main.ts',
  '/.env',
])('only files of the application are served: %s', async (path) => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await mkdir(join(folder, 'dist/.git'));
  await writeFile(join(folder, 'package.json'), 'of the product');
  await writeFile(join(folder, 'dist/.git/config'), 'of the product');
  await writeFile(join(folder, 'dist/index.html'), 'the page');
  await writeFile(join(folder, 'dist/assets/part.js'), 'a part');
  const app = Fastify();
  await serveWeb(app, join(folder, 'dist'));
  const { statusCode, body } = await app.inject(path);
  await app.close();

  expect(body === 'the page' || statusCode >= 400).toBe(true);
  expect(body).not.toContain('of the product');
  expect(body).not.toContain('part.js');
});

test('files are sent as attachments under names of ours', async () => {
  const owner = await api.owner();
  const answers = [
    await owner.send(exportBilling),
    await owner.send(exportProducts),
    await owner.send(exportSpreadsheet, { params: { prefix: 'inventory' } }),
  ];

  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('calls that change something are no GET', () => {
  const changing = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'token');
  expect(
    changing.filter(({ endpoint }) => !needsCsrf(endpoint) && endpoint.access !== 'public').map(({ name }) => name),
  ).toEqual([]);
  // The specification requires GET for signing out. No other GET may have a name that says that it changes something.
  const verbs = /^(add|put|delete|remove|create|change|revoke|end|start|request|cancel|sign|save|send)[A-Z]/;
  const named = endpoints
    .filter(({ name, endpoint }) => endpoint.method === 'GET' && verbs.test(name))
    .map(({ name }) => name);
  expect(named.toSorted()).toEqual(['signOut']);
});

test('no call takes a secret in its address', () => {
  const secret = /password|secret|token|session|code$/i;
  const named = endpoints.flatMap(({ name, endpoint }) =>
    [endpoint.query, endpoint.params].flatMap((schema) =>
      schema === undefined || !('shape' in schema._zod.def)
        ? []
        : Object.keys((schema._zod.def as { shape: object }).shape)
            .filter((field) => secret.test(field))
            .map((field) => `${name}.${field}`),
    ),
  );

  // These parameters are codes and states of consents at other services, which are valid once and in the session that
  // began them; secrets of links in mails; and ids and codes of packages, which are no secrets.
  expect(named.toSorted()).toEqual([
    'adConnect.code',
    'authorizationCallback.spapi_oauth_code',
    'downloadSalesSpreadsheet.token',
    'googleSheetsCallback.code',
    'inviteCheck.code',
    'openUnsubscribePage.token',
    'packageInfo.code',
    'removeCodeByOperator.code',
    'revokeAccessToken.accessTokenId',
    'unsubscribeByMail.token',
  ]);
});

test('an answer has the declared fields only', async () => {
  const owner = await api.owner();
  const declared = Object.keys((isAuthenticated.response._zod.def as unknown as { shape: object }).shape);

  const app = Fastify();
  implement(app, openGate, {
    contract: { isAuthenticated },
    handlers: { isAuthenticated: async () => ({ ...(await owner.call(isAuthenticated)), passwordHash: 'the hash' }) },
  });
  const answer = (await app.inject(isAuthenticated.path)).json();
  await app.close();

  expect(Object.keys(answer).filter((name) => !declared.includes(name))).toEqual([]);
});

test('a field that a call does not declare changes nothing', async () => {
  const body = {
    ...signUpBody('plain@example.com'),
    isOperator: true,
    trialEndsAt: '2099-01-01T00:00:00Z',
    tenantId: 'x',
    isExempt: true,
  };
  const browser = api.browser();
  await browser.request({ method: 'POST', url: '/api/auth/signup/standard', payload: body });
  const viewer = await browser.call(isAuthenticated);

  expect(viewer).toMatchObject({ email: 'plain@example.com' });
  expect(JSON.stringify(viewer)).not.toContain('2099');
  expect((await browser.request({ url: '/api/operator/state' })).statusCode).toBe(404);
});

test('a parameter that occurs twice or has another type is refused', async () => {
  const owner = await api.owner();
  const refused = [
    { url: `${auditTrail.path}?of=log-ins&of=changes` },
    { url: logIn.path, method: 'POST', payload: { email: ['a@example.com'], password: ownersPassword } },
    { url: logIn.path, method: 'POST', payload: { email: { $ne: '' }, password: ownersPassword } },
    { url: logIn.path, method: 'POST', payload: { email: owner.email, password: true } },
  ] as const;
  for (const request of refused) expect((await owner.request(request)).statusCode).toBe(400);
  // The query of a call with a body is no part of the body.
  const inQuery = await api.browser().request({
    method: 'POST',
    url: `${logIn.path}?email=${owner.email}&password=${encodeURIComponent(ownersPassword)}`,
    payload: {},
  });
  expect(inQuery.statusCode).toBe(400);
});

test('a body that names the prototype changes no object', async () => {
  for (const payload of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}']) {
    const { statusCode } = await api.browser().request({
      method: 'POST',
      url: logIn.path,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(statusCode).toBe(400);
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
