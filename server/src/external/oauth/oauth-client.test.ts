import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../testing/clock.ts';
import { answering, type Answer } from '../../../testing/observing/answering.ts';
import { systemRandom } from '../../lib/random.ts';
import { createOAuthClient, type OAuthClient } from './oauth-client.ts';

const server = answering();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const granted = { access_token: 'access', expires_in: 3599, refresh_token: 'refresh', scope: 'a b' };

beforeEach(() => {
  server.asked.length = 0;
  server.respond(() => ({ body: granted }));
});

interface Changes {
  readonly revokeUrl?: string | null;
  readonly limits?: { readonly timeoutMs: number; readonly totalMs: number };
}
const quick = { timeoutMs: 2000, totalMs: 4000 };

const clientOf = (url: string, { revokeUrl = `${url}/revoke`, limits = quick }: Changes = {}): OAuthClient =>
  createOAuthClient({
    service: 'outside',
    config: { tokenUrl: `${url}/token`, revokeUrl, clientId: 'us', clientSecret: 'secret' },
    clock,
    random: systemRandom,
    limits,
  });

/** A server whose answer begins and never ends. */
let dripping: Server;
beforeEach(async () => {
  dripping = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{'));
  }).listen(0, '127.0.0.1');
  await once(dripping, 'listening');
});
afterEach(() => void dripping.close());

test.each([
  ['of one attempt', { timeoutMs: 20, totalMs: 60_000 }],
  ['of all attempts together', { timeoutMs: 60_000, totalMs: 80 }],
])('a service that answers drop by drop is abandoned at the deadline %s', async (_what, limits) => {
  const address = dripping.address();
  const port = typeof address === 'object' ? address?.port : 0;

  const asked = clientOf(`http://127.0.0.1:${port}`, { limits }).refresh('refresh');

  await expect(asked).rejects.toMatchObject({ message: 'outside: no answer', isPermanent: false });
});

test('a failure that passes is not noticed', async () => {
  const answers: Answer[] = [{ status: 503 }, { status: 500 }];
  server.respond(() => answers.pop() ?? { body: granted });

  expect(await clientOf(server.url).refresh('refresh')).toMatchObject({ accessToken: 'access', scopes: ['a', 'b'] });
});

test.each<[string, unknown, object]>([
  ['invalid_grant', { error: 'invalid_grant' }, { name: 'AuthorizationLost', isPermanent: true }],
  ['invalid_client', { error: 'invalid_client' }, { name: 'ApplicationRefused', isPermanent: false }],
  ['another refusal', { error: 'invalid_request' }, { name: 'ExternalError', isPermanent: true }],
  ['no JSON', '<html>', { name: 'ExternalError', isPermanent: true }],
])('status 400 with %s has its own meaning', async (_what, body, failure) => {
  server.respond(() => ({ status: 400, body }));

  await expect(clientOf(server.url).refresh('refresh')).rejects.toMatchObject(failure);
});

test.each([
  ['no access token', { expires_in: 3599 }],
  ['an empty access token', { ...granted, access_token: '' }],
  ['a negative lifetime', { ...granted, expires_in: -1 }],
  ['a lifetime beyond all dates', { ...granted, expires_in: 1e300 }],
  ['a list', [granted]],
  ['a page', '<html>'],
])('an answer with %s is malformed and may be better the next time', async (_what, body) => {
  server.respond(() => ({ body }));

  await expect(clientOf(server.url).refresh('refresh')).rejects.toThrow('malformed answer');
});

test('a token that the service does not know any more counts as revoked', async () => {
  server.respond(() => ({ status: 400, body: { error: 'invalid_token' } }));
  await clientOf(server.url).revoke('refresh');
  expect(server.asked).toMatchObject([{ url: '/revoke', body: 'token=refresh' }]);

  server.respond(() => ({ status: 500 }));
  await expect(clientOf(server.url).revoke('refresh')).rejects.toThrow('500');
});

test('a service without revocation is not asked', async () => {
  await clientOf(server.url, { revokeUrl: null }).revoke('refresh');

  expect(server.asked).toEqual([]);
});

test('secrets stand in the body alone', async () => {
  await clientOf(server.url).exchangeCode({ code: 'code', redirectUri: 'https://a.example/', verifier: 'verifier' });

  expect(server.asked).toMatchObject([{ method: 'POST', url: '/token' }]);
  expect(Object.fromEntries(new URLSearchParams(server.asked[0]?.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'code',
    redirect_uri: 'https://a.example/',
    code_verifier: 'verifier',
    client_id: 'us',
    client_secret: 'secret',
  });
});
