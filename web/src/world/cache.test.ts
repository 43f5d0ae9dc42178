import { expect, test } from 'vitest';
import { forgetWorld } from '../lib/session/forget-world.ts';
import { buildGroup, buildItem, buildProduct, buildWorld } from '../../testing/world-build.ts';
import { readWorldCache, writeWorldCache } from './cache.ts';

function memoryStorage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const world = buildWorld({ userEmail: 'owner@brightkeel.example', products: [buildProduct()] });

test('the cached world is read again for the same user', async () => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  expect(readWorldCache('owner@brightkeel.example', storage)).toEqual(world);
  expect(readWorldCache('other@brightkeel.example', storage)).toBeNull();
});

test('a world that is written in several parts is read as a whole', async () => {
  const storage = memoryStorage();
  const products = Array.from({ length: 600 }, (_, index) => buildProduct({ productId: `${index}` }));
  const watchDogs = { price: buildGroup([buildItem()]), lostBuybox: buildGroup([buildItem({ productId: '2' })]) };
  const large = { ...world, products, watchDogs };
  await writeWorldCache(large, { storage, pause: () => Promise.resolve() });
  expect(readWorldCache('owner@brightkeel.example', storage)).toEqual(large);
});

test('writing stops when the world changes before it is done', async () => {
  const storage = memoryStorage();
  const outdated = new AbortController();
  await writeWorldCache(world, { storage, signal: outdated.signal, pause: () => Promise.resolve(outdated.abort()) });
  expect(storage.entries.size).toBe(0);
});

test.each([
  ['another version', { ...world, currentVersion: 4 }],
  ['no e-mail address', { ...world, userEmail: '' }],
  ['nonsense', 'nonsense'],
])('a cache with %s is not used', async (_case, cached) => {
  const storage = memoryStorage();
  await writeWorldCache(world, { storage });
  for (const key of storage.entries.keys()) storage.setItem(key, JSON.stringify(cached));
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
