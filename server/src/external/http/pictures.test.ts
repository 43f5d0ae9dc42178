import { beforeEach, expect, test } from 'vitest';
import { answering, type Answer } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { png } from '../../../testing/mails/pictures.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createPublicFetch, UnreachableError, type PublicRequest } from './public-fetch.ts';

const server = answering();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let pictures: Pictures;

beforeEach(() => {
  server.asked.length = 0;
  server.respond(() => ({ body: png.content, headers: { 'content-type': 'image/png' } }));
  pictures = createPictures({ publicFetch: createPublicFetch({ allowsPrivate: true }), clock });
});

const loaded = async (...addresses: readonly string[]) => [...(await pictures.load(addresses)).keys()];
const at = (path: string): string => `${server.url}/${path}`;
const asGif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(20)]);

test('a picture is fetched once for many mails, and again the next day', async () => {
  expect(await pictures.load([at('a.png'), at('a.png')])).toEqual(new Map([[at('a.png'), png]]));
  expect(await loaded(at('a.png'))).toEqual([at('a.png')]);
  expect(server.asked).toHaveLength(1);

  clock.advance(25 * 3_600_000);
  await loaded(at('a.png'));
  expect(server.asked).toHaveLength(2);
});

test.each<[string, Answer | null, boolean]>([
  ['a GIF with another declared type', { body: asGif, headers: { 'content-type': 'text/html' } }, true],
  ['an SVG with a script', { body: '<svg onload="alert(1)"/>', headers: { 'content-type': 'image/svg+xml' } }, false],
  ['a page declared as a picture', { body: '<html>', headers: { 'content-type': 'image/png' } }, false],
  ['a picture with status 404', { status: 404, body: png.content }, false],
  ['a redirect', { status: 302, headers: { location: 'http://10.0.0.1/' }, body: png.content }, false],
  ['an empty answer', { body: '' }, false],
  ['100 kB and one byte', { body: Buffer.concat([png.content, Buffer.alloc(100_000)]) }, false],
  ['a connection that breaks', null, false],
])('%s: only a bitmap of at most 100 kB is used', async (_what, answer, isTaken) => {
  server.respond(() => answer);

  expect(await loaded(at('a'))).toEqual(isTaken ? [at('a')] : []);
});

test('the pictures of one mail are at most ten, and at most 400 kB together', async () => {
  const small = Array.from({ length: 12 }, (_, index) => at(`small-${index}.png`));
  expect(await loaded(...small)).toEqual(small.slice(0, 10));

  server.respond(() => ({ body: Buffer.concat([png.content, Buffer.alloc(90_000)]) }));
  const large = Array.from({ length: 10 }, (_, index) => at(`large-${index}.png`));
  expect(await loaded(...large)).toEqual(large.slice(0, 4));
});

test('a host that does not answer is not asked for a minute, and a missing picture not for ten minutes', async () => {
  const asked: string[] = [];
  let answer: 'silence' | 404 = 'silence';
  const fetch = async (address: string, { timeoutMs }: PublicRequest) => {
    expect(timeoutMs).toBeLessThanOrEqual(2000);
    asked.push(address);
    if (answer === 'silence') throw new UnreachableError('There was no answer in time');
    return { status: answer, headers: {}, body: Buffer.alloc(0), isCut: false };
  };
  const { load } = createPictures({ publicFetch: { fetch }, clock });

  for (const name of ['a', 'b', 'c']) expect((await load([`https://shop.example.com/${name}`])).size).toBe(0);
  expect(asked).toHaveLength(1);

  answer = 404;
  clock.advance(61_000);
  for (const minutes of [0, 9]) {
    clock.advance(minutes * 60_000);
    await load(['https://shop.example.com/a']);
  }
  expect(asked).toHaveLength(2);
});

test('pictures are fetched from the public internet only', async () => {
  const guarded = createPictures({ publicFetch: createPublicFetch({ allowsPrivate: false }), clock });

  expect((await guarded.load([at('a.png'), 'file:///etc/passwd', 'not an address'])).size).toBe(0);
  expect(server.asked).toEqual([]);
});

test('pictures of Amazon are requested in the size that a mail shows', async () => {
  const asked: string[] = [];
  const fetch = async (address: string) => {
    asked.push(address);
    return { status: 200, headers: {}, body: png.content, isCut: false };
  };
  const given = 'https://m.media-amazon.com/images/I/81abcDE+f-L.jpg';

  expect([...(await createPictures({ publicFetch: { fetch }, clock }).load([given])).keys()]).toEqual([given]);
  expect(asked).toEqual(['https://m.media-amazon.com/images/I/81abcDE+f-L._SL160_.jpg']);
});
