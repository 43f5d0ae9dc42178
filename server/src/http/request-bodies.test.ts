import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { systemRandom } from '../lib/random.ts';
import { createApp } from './app.ts';
import { sessionCookie } from './session-cookie.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createApp({
    log: pino({ level: 'silent' }),
    random: systemRandom,
    clock: testClock(new Date('2026-06-15T12:00:00Z')),
    isProduction: false,
    trustedProxies: false,
    payments: null,
    conversions: null,
    chat: null,
    cookie: sessionCookie({ isSecure: false }),
  });
  app.post('/api/take', ({ body }) => ({ characters: typeof body === 'string' ? body.length + 2 : null }));
  app.delete('/api/end', ({ body }) => ({ hasBody: body !== undefined && body !== null }));
});
afterAll(() => app.close());

const post = (payload: Buffer, encoding?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/take',
    headers: { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) },
    payload,
  });

const jsonOf = (bytes: number): Buffer => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
const encodings = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const;

test.each(encodings)(
  'a compressed body (%s) of more than 1 MB after decompression is refused',
  async (encoding, compress) => {
    const bomb = compress(jsonOf(50_000_000));

    expect(bomb.length).toBeLessThan(100_000);
    const response = await post(bomb, encoding);

    expect([response.statusCode, response.json().code]).toEqual([413, 'payloadTooLarge']);
  },
);

test('a body of 1 MB is accepted, and one byte more is refused', async () => {
  expect((await post(jsonOf(1_048_576))).json()).toEqual({ characters: 1_048_576 });
  expect((await post(jsonOf(1_048_577))).statusCode).toBe(413);
});

test('a call without a body may name JSON as the type of its body, as many programs do with every call', async () => {
  const headers = { 'content-type': 'application/json' };
  const ended = await app.inject({ method: 'DELETE', url: '/api/end', headers });

  expect([ended.statusCode, ended.json()]).toEqual([200, { hasBody: false }]);
  expect((await post(Buffer.alloc(0))).json()).toEqual({ characters: null });
});

test('a client has a minute to send its request', () => {
  expect(app.server.requestTimeout).toBe(60_000);
});

test.each([
  ['that does not match its encoding', Buffer.from('{}'), 'gzip'],
  ['that is truncated', gzipSync(jsonOf(1000)).subarray(0, 20), 'gzip'],
  ['in an unknown encoding', Buffer.from('{}'), 'rot13'],
])('a body %s is refused', async (_, payload, encoding) => {
  const { statusCode } = await post(payload, encoding);

  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});

test('a body of half a million nested lists is read without recursion', async () => {
  const { statusCode } = await post(Buffer.from('['.repeat(500_000) + ']'.repeat(500_000)));

  expect(statusCode).toBe(200);
});
