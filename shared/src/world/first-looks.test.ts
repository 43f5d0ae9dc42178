import { expect, test } from 'vitest';
import { group, item } from '../../testing/world-builders.ts';
import { findStartingProducts } from './first-looks.ts';
import type { FreshnessAnswer } from './market-freshness.ts';

const check = (aspects: string[], lastCheckedAt: string | null): FreshnessAnswer['sources'][number] => ({
  sellerId: '1',
  marketplace: 'US',
  source: aspects.join(' '),
  aspects,
  lastCheckedAt,
  everyMinutes: 15,
  late: false,
});
const seen = '2026-11-20T07:40:00Z';
const unjudged = { status: 99 } as const;

test('a product that no kind has judged is still being checked, whatever was looked at before', () => {
  const watchDogs = {
    price: group([item('price-1', unjudged), item('price-2', unjudged)]),
    imageMissing: group([item('imageMissing-1', unjudged)]),
  };

  expect([...findStartingProducts(watchDogs, [check(['offers'], seen)])]).toEqual(['1']);
});

test('a product is still being checked until the sources that its items need have finished a pass', () => {
  const watchDogs = { price: group([item('price-1', unjudged)]), imageMissing: group() };

  expect([...findStartingProducts(watchDogs, [check(['offers'], null), check(['catalog'], seen)])]).toEqual(['1']);
  expect([...findStartingProducts(watchDogs, [check(['offers'], seen), check(['catalog'], null)])]).toEqual([]);
});

test('kinds that cannot watch, do not count or have items that people create keep no product waiting', () => {
  const watchDogs = {
    imageMissing: group(),
    badReview: group([item('badReview-1', unjudged)], { message: 'Needs a page-data provider' }),
    prime: group([item('prime-1', unjudged)], { status: 20 }),
    keyword: group([item('keyword-1-1', unjudged)]),
  };

  expect([...findStartingProducts(watchDogs, [check(['offers', 'reviews', 'searchRank'], null)])]).toEqual([]);
});
