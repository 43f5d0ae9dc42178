import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import { applyEvent } from '../events/events.ts';
import { isBuyable, type Product } from './product.ts';
import { searchResults } from './search.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let product: Product;
let keyword: string;

beforeEach(() => {
  const clock = createManualClock(new Date('2026-11-20T12:00:00Z'));
  world = createWorld({ seed: 'search', clock, publicUrl: 'http://sandbox.test' });
  const found = world.products.find((one) => world.listingsOf(one).every(isBuyable));
  if (!found) throw new Error('The world has no product suitable for this test');
  product = found;
  keyword = [...found.searchPositions.keys()][0] ?? '';
});

const post = (type: string, more: object = {}) =>
  applyEvent(world, { type, asin: product.asin, marketplace: product.marketplace, ...more });
const place = (phrase = keyword) =>
  searchResults(world, product.marketplace, phrase).find(({ asin }) => asin === product.asin)?.position;

test('every product has two or three search phrases and is found by at least one', () => {
  const found = world.products.filter((one) => {
    const phrases = [...one.searchPositions.keys()];
    return phrases.length > 0 && phrases.every((phrase) => phrase.length > 2);
  });

  expect(found).toHaveLength(world.products.length);
  expect(place()).toBe(product.searchPositions.get(keyword));
});

test('a phrase has sixty distinct results in a stable order', () => {
  const asins = searchResults(world, 'US', keyword).map(({ asin }) => asin);

  expect(asins).toHaveLength(60);
  expect(new Set(asins).size).toBe(60);
  expect(searchResults(world, 'US', ` ${keyword.toUpperCase()} `).map(({ asin }) => asin)).toEqual(asins);
});

test('searchRankChanged moves a product to the given position or out of the results', () => {
  post('searchRankChanged', { keyword, position: 41 });
  expect(place()).toBe(41);

  post('searchRankChanged', { keyword });
  expect(place()).toBeUndefined();
  expect(() => post('searchRankChanged', { keyword })).toThrow('is not among the results already');
});

test('a seeded product moves down when another takes its position', () => {
  const other = world.products.find(
    (one) => one !== product && one.marketplace === product.marketplace && world.listingsOf(one).every(isBuyable),
  );
  other?.searchPositions.set(keyword, 7);

  post('searchRankChanged', { keyword, position: 7 });

  expect(place()).toBe(7);
  expect(searchResults(world, product.marketplace, keyword)[7]?.asin).toBe(other?.asin);
});

test('an arbitrary phrase finds products with all its words in the title', () => {
  const words = product.title.split(' ').slice(0, 3).join(' ');

  expect(place(words)).toBeGreaterThan(0);
  expect(place('something entirely different')).toBeUndefined();
});

test('the ASIN as phrase finds the product, unless it is hidden from search', () => {
  expect(place(product.asin)).toBe(1);

  post('searchSuppressed');
  expect(place(product.asin)).toBeUndefined();
  expect(place()).toBeUndefined();

  post('searchRestored');
  expect(place(product.asin)).toBe(1);
});
