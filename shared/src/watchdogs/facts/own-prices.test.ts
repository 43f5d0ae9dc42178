import { expect, test } from 'vitest';
import { offer, offersOf, usd } from '../../../testing/fact-builders.ts';
import { followPrices, ownPrices, ownPricesOf, type OwnPrices, type SeenPrices } from './own-prices.ts';

test('our prices are those of all our SKUs, without duplicates, lowest first, in one currency', () => {
  const euro = { cents: 1500, currency: 'EUR' };
  const listings = [
    offersOf([offer('OURS', 2000), offer('OTHER', 100)]),
    offersOf([offer('OURS', 2000), offer('OURS', 1000), offer('OURS', 1500, { price: euro })], { sku: 'SKU-2' }),
    offersOf([offer('OTHER', 100)], { sku: 'SKU-3' }),
  ];

  const unknown = { channel: null };
  expect(ownPricesOf(listings)).toEqual({
    prices: [
      { ...usd(1000), ...unknown },
      { ...usd(2000), ...unknown },
    ],
    skus: 2,
    priced: 3,
  });
});

test('equal prices of a SKU that Amazon ships and of one that we ship are two', () => {
  const byAmazon = offer('OURS', 1000, { isFulfilledByAmazon: true });
  const byUs = offer('OURS', 1000, { isFulfilledByAmazon: false });
  const listings = [offersOf([byAmazon, byUs, offer('OURS', 1000)]), offersOf([byUs], { sku: 'SKU-2' })];

  expect(ownPricesOf(listings).prices.map(({ channel }) => channel)).toEqual([false, true]);
});

const seen = (...cents: number[]): SeenPrices => ({
  prices: cents.map((one) => ({ ...usd(one), channel: null })),
  skus: cents.length,
  priced: null,
});
/** The memory of an earlier release, which has no channels. */
const known = (cents: number[], away: number[] = []): OwnPrices => ownPrices.parse({ cents, away, skus: cents.length });
const none = { from: null, to: null };
test.each([
  ['a price that stays is no move', known([1000, 2000]), seen(1000, 2000), none],
  ['the cheaper SKU is gone', known([1000, 2000]), seen(2000), none],
  ['the cheaper SKU comes back as it was', known([2000], [1000]), seen(1000, 2000), none],
  ['a SKU that was never seen is new', known([2000]), seen(900, 2000), none],
  ['the cheaper SKU comes back cheaper', known([2000], [1000]), seen(900, 2000), { from: 1000, to: 900 }],
  ['the lowest price falls', known([1000, 2000]), seen(900, 2000), { from: 1000, to: 900 }],
  ['the lowest price rises', known([1000, 2000]), seen(1200, 2000), { from: 1000, to: 1200 }],
  ['the lowest price rises above another', known([1000, 2000]), seen(2000, 2500), { from: 1000, to: 2500 }],
  ['another falls below the lowest', known([1000, 2000]), seen(800, 1000), { from: 2000, to: 800 }],
  ['another falls and is not the lowest', known([1000, 2000]), seen(1000, 1500), none],
  ['the cheaper SKU goes while the other falls', known([1000, 2000]), seen(1800), { from: 2000, to: 1800 }],
  [
    'one of two SKUs with the same price falls',
    { ...known([1000]), skus: 2 },
    seen(900, 1000),
    { from: 1000, to: 900 },
  ],
])('%s', (...[, before, now, move]) => {
  const { from, to } = followPrices(before, now).move ?? none;

  expect({ from, to }).toEqual(move);
});

test('a price that is away is remembered until it is back', () => {
  const gone = followPrices(known([1000, 2000]), seen(2000)).known;

  expect(gone).toMatchObject({ cents: [2000], away: [1000], skus: 1 });
  expect(followPrices(gone, seen(1000, 2000)).known).toMatchObject({ cents: [1000, 2000], away: [], skus: 2 });
});

test('a price keeps its channel when an answer leaves it out', () => {
  const channels = { cents: [false], away: [true] };
  const byUs = { cents: [1000], away: [2000], skus: 1, priced: null, channels };

  expect(followPrices(byUs, seen(1000, 2000)).known.channels.cents).toEqual([false, true]);
});

test.each([
  ['each of them has a price', [offer('OURS', 2000), offer('OURS', 1000), offer('OTHER', 100)], 2],
  ['an answer marks only the offer of its own SKU', [offer('OURS', 2000), offer('OURS', 1000, { isMine: false })], 2],
  ['one cannot be bought', [offer('OURS', 2000), offer('OTHER', 100)], null],
  ['the price of one is not told', [offer('OURS', 2000), offer('OURS', 0, { price: null })], null],
])('of two SKUs %s', (_what, offers, priced) => {
  expect(ownPricesOf([offersOf(offers), offersOf(offers, { sku: 'SKU-2' })]).priced).toBe(priced);
});
