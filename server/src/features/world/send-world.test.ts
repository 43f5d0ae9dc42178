import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { muteItem } from '@app/shared/contract/triage.ts';
import { unpackWorld, type PackedWorld } from '@app/shared/world/packed/packed-world.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { testClock } from '../../../testing/clock.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { encodingOf, AnswerCache } from './answer-cache.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner);
});

const url = '/api/sentinel/stateoftheworld?init=true&packed=true';
const load = (encoding = 'gzip') => owner.request({ url, headers: { 'accept-encoding': encoding } });

const worldIn = (bytes: Buffer) => unpackWorld(JSON.parse(bytes.toString()));
const plain = () => owner.call(stateOfTheWorld, { query: {} });

test.each([
  ['gzip', gunzipSync],
  ['zstd', zstdDecompressSync],
] as const)('a packed full answer in %s equals the plain one', async (encoding, unpacked) => {
  const { headers, rawPayload } = await load(encoding);

  expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-type': 'application/json; charset=utf-8' });
  expect(headers['vary']).toContain('accept-encoding');
  expect(worldIn(unpacked(rawPayload))).toEqual(await plain());
});

test('a browser that accepts no compression gets the plain answer', async () => {
  const { headers, rawPayload } = await load('identity');

  expect(headers['content-encoding']).toBeUndefined();
  expect(worldIn(rawPayload)).toEqual(await plain());
});

test('a returning browser gets the current state, not an outdated cached one', async () => {
  const before = worldIn(gunzipSync((await load()).rawPayload));
  expect((await load()).rawPayload.length).toBeGreaterThan(0);

  await owner.call(muteItem, { params: { id: `price-${product.productId}` }, body: { minutes: 60 } });

  await expect.poll(async () => worldIn(gunzipSync((await load()).rawPayload)).state).not.toBe(before.state);
  expect(worldIn(gunzipSync((await load()).rawPayload))).toEqual(await plain());
});

test('the cached answer of another tenant is never used', async () => {
  await load();
  const other = await api.owner();

  const theirs = await other.request({ url, headers: { 'accept-encoding': 'gzip' } });

  expect(worldIn(gunzipSync(theirs.rawPayload))).toMatchObject({ products: [], userEmail: other.email });
});

test('a packed delta equals the plain one', async () => {
  const { state, products } = await plain();
  await owner.call(muteItem, { params: { id: `price-${product.productId}` }, body: { minutes: 60 } });

  const changed = `/api/sentinel/stateoftheworld?packed=true&state=${state}`;
  await expect.poll(async () => (await owner.request({ url: changed })).statusCode).toBe(200);

  const packed: PackedWorld = (await owner.request({ url: changed })).json();
  const asPlain = await owner.call(stateOfTheWorld, { query: { state } });
  expect(asPlain).toMatchObject({ full: false, products: [] });
  expect(unpackWorld(packed, products)).toEqual(asPlain);
});

test('the best encoding that a browser accepts is chosen', () => {
  expect(encodingOf('gzip, deflate, br, zstd')).toBe('zstd');
  expect(encodingOf('gzip, deflate')).toBe('gzip');
  expect(encodingOf('br')).toBeNull();
  expect(encodingOf(undefined)).toBeNull();
});

test('the cache holds what fits, and drops what is old or of another version', () => {
  const clock = testClock(new Date('2026-11-20T08:00:00Z'));
  const kept = new AnswerCache(clock);
  const version = { epoch: 'e', version: '1' };
  const bytes = Buffer.alloc(30_000_000);

  for (const key of ['a', 'b', 'c']) kept.keep(key, { ...version, bytes });
  expect(kept.find('a', version)).toBeNull();
  expect(kept.find('c', version)).toBe(bytes);
  expect(kept.find('c', { ...version, version: '2' })).toBeNull();
  expect(kept.find('c', version)).toBeNull();

  clock.advance(300_001);
  expect(kept.find('b', version)).toBeNull();
});
