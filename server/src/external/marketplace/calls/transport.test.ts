import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { answering } from '../../../../testing/observing/answering.ts';
import { testClock } from '../../../../testing/clock.ts';
import { systemRandom } from '../../../lib/random.ts';
import { createTransport } from './transport.ts';

const server = answering();
beforeEach(() => void (server.asked.length = 0));

const transport = createTransport({ clock: testClock(new Date('2026-06-15T12:00:00Z')), random: systemRandom });

const send = (mostBytes?: number) =>
  transport.send('catalog', server.url, mostBytes === undefined ? {} : { mostBytes });

const plain = Buffer.alloc(40_000_000, ' ');

test.each([
  ['uncompressed', {}, plain],
  ['as gzip', { 'content-encoding': 'gzip' }, gzipSync(plain)],
  ['as brotli', { 'content-encoding': 'br' }, brotliCompressSync(plain)],
  ['as zstd', { 'content-encoding': 'zstd' }, zstdCompressSync(plain)],
  ['as gzip in gzip', { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(plain))],
])('an answer of 40 MB that comes %s is refused and not requested again', async (_, headers, body) => {
  server.respond(() => ({ headers, body }));

  await expect(send()).rejects.toThrow('catalog: the answer is longer than 32000000 bytes');

  expect(server.asked).toHaveLength(1);
});

test('a failure with a long body is refused like any long answer', async () => {
  server.respond(() => ({ status: 500, body: plain }));

  await expect(send()).rejects.toThrow('longer than');

  expect(server.asked).toHaveLength(1);
});

test('an answer at the limit is read, and one byte more is refused', async () => {
  server.respond(() => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"items":[]}') }));

  expect(await (await send(12)).json()).toEqual({ items: [] });
  await expect(send(11)).rejects.toThrow('longer than 11 bytes');
});

test('an answer without a body has an empty one', async () => {
  server.respond(() => ({ status: 204, body: '' }));

  expect(await (await send()).text()).toBe('');
});

test.each([
  ['a broken connection', null],
  ['status 503', { status: 503 }],
])('after %s a request is sent up to four times, unless it must not be repeated', async (_what, answer) => {
  server.respond(() => answer);
  const requests = async (isSentOnce: boolean): Promise<number> => {
    server.asked.length = 0;
    await transport.send('catalog', server.url, { isSentOnce }).catch(() => undefined);
    return server.asked.length;
  };

  expect(await requests(true)).toBe(1);
  expect(await requests(false)).toBe(4);
});
