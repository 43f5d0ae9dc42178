import { expect, test } from 'vitest';
import { offer, offersOf, usd } from '../../../testing/fact-builders.ts';
import { followPrices, ownPricesOf, type OwnPrices, type SeenPrices } from './own-prices.ts';

test('our prices are those of all our SKUs, without duplicates, lowest first, in one currency', () => {
  const euro = { cents: 1500, currency: 'EUR' };
  const listings = [
    offersOf([offer('OURS', 2000), offer('OTHER', 100)]),
    offersOf([offer('OURS', 2000), offer('OURS', 1000), offer('OURS', 1500, { price: euro })], { sku: 'SKU-2' }),
    offersOf([offer('OTHER', 100)], { sku: 'SKU-3' }),
  ];

  expect(ownPricesOf(listings)).toEqual({ prices: [usd(1000), usd(2000)], skus: 2 });
});

const seen = (...cents: number[]): SeenPrices => ({ prices: cents.map(usd), skus: cents.length });
const known = (cents: number[], away: number[] = []): OwnPrices => ({ cents, away, skus: cents.length });
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

  expect(gone).toEqual({ cents: [2000], away: [1000], skus: 1 });
  expect(followPrices(gone, seen(1000, 2000)).known).toEqual({ cents: [1000, 2000], away: [], skus: 2 });
});
