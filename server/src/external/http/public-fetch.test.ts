import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { answering } from '../../../testing/observing/answering.ts';
import { createPublicFetch, UnreachableError, type AddressResolver } from './public-fetch.ts';

const server = answering();
beforeEach(() => {
  server.asked.length = 0;
  server.respond(() => ({ body: 'taken' }));
});

const post = { method: 'POST', body: '{"a":"ü"}', timeoutMs: 2000, maxBytes: 1000 } as const;

const resolvingTo =
  (...addresses: readonly string[]): AddressResolver =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

test.each([
  ['http://8.8.8.8/'],
  ['ftp://8.8.8.8/'],
  ['file:///etc/passwd'],
  ['https://user:password@hooks.slack.com/'],
  ['https://localhost/'],
  ['https://localhost./'],
  ['https://LOCALHOST/'],
  ['https://127.0.0.1/'],
  ['https://127.0.0.1./'],
  ['https://127.1/'],
  ['https://2130706433/'],
  ['https://017700000001/'],
  ['https://0177.0.0.1/'],
  ['https://0x7f000001/'],
  ['https://0x7f.0.0.1/'],
  ['https://①②⑦.⓪.⓪.①/'],
  ['https://0/'],
  ['https://10.0.0.1/'],
  ['https://100.64.0.1/'],
  ['https://169.254.169.254/latest/meta-data/'],
  ['https://172.31.0.1/'],
  ['https://192.168.0.1/'],
  ['https://192.0.2.1/'],
  ['https://198.18.0.1/'],
  ['https://224.0.0.1/'],
  ['https://255.255.255.255/'],
  ['https://[::]/'],
  ['https://[::1]/'],
  ['https://[::ffff:127.0.0.1]/'],
  ['https://[::ffff:8.8.8.8]/'],
  ['https://[::127.0.0.1]/'],
  ['https://[64:ff9b::7f00:1]/'],
  ['https://[64:ff9b:1::7f00:1]/'],
  ['https://[2002:7f00:1::]/'],
  ['https://[2001:0:7f00:1::]/'],
  ['https://[fc00::1]/'],
  ['https://[fd12:3456::1]/'],
  ['https://[fe80::1]/'],
  ['https://[fec0::1]/'],
  ['https://[ff02::1]/'],
  ['https://[2001:db8::1]/'],
  ['https://database/'],
  ['https://metadata.google.internal/'],
  ['https://printer.local/'],
  ['nonsense'],
])('%s is neither accepted nor requested', async (address) => {
  const { accepts, fetch } = createPublicFetch({ allowsPrivate: false }, resolvingTo('8.8.8.8'));

  expect(accepts(address)).toBe(false);
  await expect(fetch(address, post)).rejects.toThrow('not a public https address');
});

test.each([['https://hooks.slack.com/services/T/B/x'], ['https://example.com:8443/hook'], ['https://8.8.8.8/']])(
  'the address %s is accepted',
  (address) => {
    expect(createPublicFetch({ allowsPrivate: false }).accepts(address)).toBe(true);
  },
);

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['::1'],
  ['::ffff:10.0.0.1'],
  ['fd00::1'],
  ['8.8.8.8', '127.0.0.1'],
  ['2a00:1450::1', '192.168.0.1'],
  [],
])('a name that resolves to %s is not connected to', async (...addresses) => {
  const { port } = new URL(server.url);
  const { fetch } = createPublicFetch({ allowsPrivate: false }, resolvingTo(...addresses));

  await expect(fetch(`https://hooks.watchpost.dev:${port}/`, post)).rejects.toThrow('does not lead to a public');
  expect(server.asked).toEqual([]);
});

test('the request arrives unchanged, and its answer is returned', async () => {
  server.respond(() => ({ status: 202, headers: { 'x-name': 'value' }, body: 'thanks' }));
  const { fetch } = createPublicFetch({ allowsPrivate: true });

  const answer = await fetch(`${server.url}/hook?a=b`, { ...post, headers: { 'webhook-id': 'msg_1' } });

  expect(answer).toMatchObject({
    status: 202,
    headers: { 'x-name': 'value' },
    body: Buffer.from('thanks'),
    isCut: false,
  });
  expect(server.asked).toMatchObject([
    { method: 'POST', url: '/hook?a=b', headers: { 'webhook-id': 'msg_1', 'content-length': '10' }, body: post.body },
  ]);
});

test('a redirect is returned and not followed', async () => {
  server.respond(() => ({ status: 302, headers: { location: '/elsewhere' } }));

  const answer = await createPublicFetch({ allowsPrivate: true }).fetch(server.url, post);

  expect(answer.status).toBe(302);
  expect(server.asked).toHaveLength(1);
});

test('a long answer is read up to the limit only', async () => {
  server.respond(() => ({ body: 'x'.repeat(5_000_000) }));

  const answer = await createPublicFetch({ allowsPrivate: true }).fetch(server.url, post);

  expect([answer.body.length, answer.isCut]).toEqual([1000, true]);
});

test('a compressed answer is not decompressed', async () => {
  const body = gzipSync(Buffer.alloc(50_000));
  server.respond(() => ({ headers: { 'content-encoding': 'gzip' }, body }));

  const answer = await createPublicFetch({ allowsPrivate: true }).fetch(server.url, post);

  expect([answer.body.equals(body), answer.isCut]).toEqual([true, false]);
});

let slow: Server;
beforeEach(async () => {
  slow = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nx'));
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
});
afterEach(() => void slow.close());

test('a server that sends its answer drop by drop is abandoned at the deadline', async () => {
  const address = slow.address();
  const port = typeof address === 'object' ? address?.port : 0;

  const asked = createPublicFetch({ allowsPrivate: true }).fetch(`http://127.0.0.1:${port}/`, {
    ...post,
    timeoutMs: 50,
  });

  await expect(asked).rejects.toThrow('There was no answer in time');
});

test('a server that answers with another protocol is given up', async () => {
  const upgrading = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await once(upgrading, 'listening');
  onTestFinished(() => void upgrading.close());
  const address = upgrading.address();
  const port = typeof address === 'object' ? address?.port : 0;

  const asked = createPublicFetch({ allowsPrivate: true }).fetch(`http://127.0.0.1:${port}/`, post);

  await expect(asked).rejects.toThrow(UnreachableError);
});

test('a broken connection is reported in words', async () => {
  server.respond(() => null);

  const asked = createPublicFetch({ allowsPrivate: true }).fetch(server.url, post);

  await expect(asked).rejects.toThrow('The connection was broken off');
});
