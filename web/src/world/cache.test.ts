import { expect, onTestFinished, test, vi } from 'vitest';
import { productLinks } from '@app/shared/domain/product-links.ts';
import { item } from '@app/shared/testing/world-builders.ts';
import { forgetWorld, worldCacheKey, worldStateKey } from '../lib/session/forget-world.ts';
import { endSession } from '../lib/session/session.ts';
import { buildGroup, buildProduct, buildWorld } from '../../testing/world-build.ts';
import { readWorldCache, writeSoon, writeWorldCache } from './cache.ts';
import { unknownState } from './triage.ts';

function memoryStorage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const sold = (productId: string) => {
  const product = buildProduct({ productId });
  return { ...product, ...productLinks(product) };
};

const world = buildWorld({ userEmail: 'owner@brightkeel.example', products: [sold('1')] });

test('the cached world is read again for the same user', async () => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  expect(readWorldCache('owner@brightkeel.example', storage)).toEqual(world);
  expect(readWorldCache('other@brightkeel.example', storage)).toBeNull();
});

test('a world that is written in several parts is read as a whole', async () => {
  const storage = memoryStorage();
  const products = Array.from({ length: 600 }, (_, index) => sold(`${index}`));
  const watchDogs = { price: buildGroup([item('price-1')]), lostBuybox: buildGroup([item('lostBuybox-2')]) };
  const large = { ...world, products, watchDogs };
  await writeWorldCache(large, { storage, pause: () => Promise.resolve() });
  expect(readWorldCache('owner@brightkeel.example', storage)).toEqual(large);
});

test('the state of the cached world can be read without the world', async () => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  expect(storage.getItem(worldStateKey)).toBe(world.state);
});

test('a cached world that may differ from the one of the server has no state, so that a full answer is requested', async () => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  await writeWorldCache({ ...world, state: unknownState }, { storage });
  expect(storage.getItem(worldStateKey)).toBeNull();
  expect(readWorldCache('owner@brightkeel.example', storage)?.state).toBe(unknownState);
});

test.each([
  { end: 'continues', isEnded: false },
  { end: 'has ended', isEnded: true },
])('a world that is to be written soon is written only if the session $end', async ({ isEnded }) => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { cookie: '' });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const storage = memoryStorage();
  const cancel = writeSoon(() => world, { storage });
  if (isEnded) endSession();

  await vi.advanceTimersByTimeAsync(2000);

  expect(storage.entries.size).toBe(isEnded ? 0 : 2);
  cancel();
});

test('writing stops when the world changes before it is done', async () => {
  const storage = memoryStorage();
  const outdated = new AbortController();
  await writeWorldCache(world, { storage, signal: outdated.signal, pause: () => Promise.resolve(outdated.abort()) });
  expect(storage.entries.size).toBe(0);
});

test.each([
  ['another version', (text: string) => text.replace('"currentVersion":5', '"currentVersion":4')],
  ['no e-mail address', (text: string) => text.replaceAll('owner@brightkeel.example', '')],
  ['another build', (text: string) => text.replace(/"build":"[^"]*"/, '"build":"/assets/world-older.js"')],
  ['a truncated text', (text: string) => text.slice(0, -20)],
  ['nonsense', () => '"nonsense"'],
])('a cache with %s is not used', async (_case, spoil) => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  const cached = storage.getItem(worldCacheKey) ?? '';
  expect(spoil(cached)).not.toBe(cached);
  storage.setItem(worldCacheKey, spoil(cached));
  expect(readWorldCache('', storage)).toBeNull();
  expect(readWorldCache('owner@brightkeel.example', storage)).toBeNull();
});

test('a world of 4,718,592 characters or more is not cached, and removes the older one', async () => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  await writeWorldCache(buildWorld({ announcement: 'x'.repeat(4_718_592) }), { storage });
  expect(storage.entries.size).toBe(0);
});

test('logging out clears the cache', async () => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  forgetWorld(storage);
  expect(storage.entries.size).toBe(0);
});

const refuse = () => {
  throw new Error('refused');
};

test('storage that throws does no harm', async () => {
  await writeWorldCache(world, { storage: { setItem: refuse, removeItem: refuse } });
  expect(readWorldCache('owner@brightkeel.example', { getItem: refuse })).toBeNull();
});
