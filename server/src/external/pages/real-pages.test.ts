import { beforeAll, expect, test } from 'vitest';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { answering } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { explainMissingReference, hasReference, referenceText } from '../../../testing/reference.ts';
import { systemRandom } from '../../lib/random.ts';
import { openPages } from './open-pages.ts';
import type { PageProvider, ProductPage } from './pages.ts';

beforeAll(explainMissingReference);

const provider = answering();
const question = { place: marketplace('FR'), paid: () => undefined };

const openOn = (capture: string, name: PageProvider = 'rainforest') => {
  provider.respond(() => ({ body: referenceText(`captures/${name}/${capture}.json`) }));
  return openPages(
    { provider: name, url: provider.url, key: 'the-key' },
    { clock: testClock(new Date('2026-06-15T12:00:00Z')), random: systemRandom },
  );
};

async function productOf(capture: string, asin: string): Promise<ProductPage | undefined> {
  const { members, refusals } = await openOn(capture).products({ ...question, asins: [asin] });
  expect(refusals).toEqual([]);
  return members[0];
}

test.runIf(hasReference)('two layouts of the same page, minutes apart, give the same facts', async () => {
  const before = await productOf('fgaurat-product-fr-B01LZ19D66-1402', 'B01LZ19D66');
  const after = await productOf('fgaurat-product-fr-B01LZ19D66-1406', 'B01LZ19D66');

  expect(before?.rating).toEqual({ tenths: 34, count: 525, byStars: [100, 58, 95, 63, 210] });
  expect(before?.reviews?.top?.map(({ rating }) => rating)).toEqual([2, 5, 3, 4, 3, 1, 4, 4]);
  expect(after).toEqual({ ...before, badges: { choice: [], hasAddToCart: null }, seller: null });
  expect(before?.badges).toEqual({ choice: [], hasAddToCart: true });
});

test.runIf(hasReference).each([
  ['fgaurat-product-fr-B07ZPYBG11', { tenths: 38, count: 972 }, 13],
  ['fgaurat-product-fr-B0CBCSV38N', { tenths: 33, count: 3, byStars: [1, 0, 0, 1, 1] }, 1],
  ['fgaurat-product-fr-B0CD32W9ML', { tenths: 10, count: 1, byStars: [1, 0, 0, 0, 0] }, 0],
  ['fgaurat-product-fr-kindle-B0BJ4VRVR9', { tenths: 45, count: 22, byStars: [2, 0, 0, 0, 20] }, 1],
])('%s is parsed', async (capture, rating, reviews) => {
  const asin = capture.slice(-10);

  const page = await productOf(capture, asin);

  expect(page).toMatchObject({ asin, rating, badges: { choice: [], hasAddToCart: true } });
  expect(page?.reviews?.top).toHaveLength(reviews);
  for (const { body, title, date } of page?.reviews?.top ?? []) {
    expect(body).not.toMatch(/En lire plus$|\u200E/);
    expect(title).not.toBe('');
    expect(date).toMatch(/^20\d\d-\d\d-\d\dT00:00:00\.000Z$/);
  }
});

test.runIf(hasReference).each([
  ['fgaurat-product-fr-B07ZPYBG11', { sellerId: 'A2A98EFB7K4B60', name: 'PPDY' }],
  ['fgaurat-product-fr-B0CD32W9ML', { sellerId: 'A3FBS010O99EEH', name: 'LoveFlowers' }],
  ['fgaurat-product-fr-kindle-B0BJ4VRVR9', null],
])('%s names the third party who has the buy box', async (capture, seller) => {
  expect((await productOf(capture, capture.slice(-10)))?.seller).toEqual(seller);
});

test.runIf(hasReference)('an offers page is not taken for a product page', async () => {
  const { members, refusals } = await openOn('insset-offers-fr-kingston').products({ ...question, asins: ['B0OTHER'] });

  expect({ members, refusals }).toMatchObject({ members: [], refusals: [{ subject: 'B0OTHER' }] });
});

test.runIf(hasReference).each([
  ['fgaurat-search-fr-cig-1402', 'B01LZ19D66', 94],
  ['fgaurat-search-fr-cig-1405', 'B01LZ19D66', 94],
  ['khaled-search-us-star', 'B0CKTPTVM1', 48],
  ['khaled-search-us-toys', 'B0CJJDGQMH', 24],
  ['yourdesk-sample', 'B005EOWBHC', 16],
])('%s lists each product once, without sponsored ones', async (capture, first, count) => {
  const search = { ...question, keyword: 'x', wanted: [first], upTo: 150 };

  const found = await openOn(capture).search(search);

  const asins = 'asins' in found ? found.asins : [];
  expect(asins).toContain(first);
  expect(new Set(asins).size).toBe(count);
});

test.runIf(hasReference).each([
  ['cunuo-B0D8W1YVBX-us', 'B0D8W1YVBX', [{ tenths: 43, count: 11_598, byStars: null }]],
  ['cunuo-B0F7XPYCSJ-us', 'B0F7XPYCSJ', []],
])('%s gives the ratings that Keepa knows', async (capture, asin, ratings) => {
  const us = { ...question, place: marketplace('US') };

  const { members } = await openOn(capture, 'keepa').products({ ...us, asins: [asin] });

  expect(members.map(({ rating }) => rating)).toEqual(ratings);
});
