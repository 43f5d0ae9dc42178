import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingArbitraries } from '@app/shared/testing/billing/arbitrary-billing.ts';
import { naivePrice } from '@app/shared/testing/billing/naive-ledger.ts';
import { costByTier, costOfDay, millsPerAsin } from './rate-card.ts';

/** The price list of the first version. */
const standard = {
  baseMills: 333,
  baseAsins: 20,
  tiers: [
    { upTo: 100, mills: 16 },
    { upTo: 500, mills: 14 },
    { upTo: 2000, mills: 12 },
    { upTo: 10_000, mills: 10 },
    { upTo: null, mills: 8 },
  ],
};

describe('the standard price of a day', () => {
  test.each([
    [0, 333, 0],
    [1, 333, 333],
    [19, 333, 17],
    [20, 333, 16],
    [21, 349, 16],
    [99, 1597, 16],
    [100, 1613, 16],
    [101, 1627, 16],
    [499, 7199, 14],
    [500, 7213, 14],
    [501, 7225, 14],
    [1999, 25_201, 12],
    [2000, 25_213, 12],
    [2001, 25_223, 12],
    [9999, 105_203, 10],
    [10_000, 105_213, 10],
    [10_001, 105_221, 10],
  ])('for %i ASINs is %i mills, %i shown for an ASIN', (asins, mills, perAsin) => {
    expect(costOfDay(standard, asins)).toBe(mills);
    expect(naivePrice(standard, asins)).toBe(mills);
    expect(millsPerAsin(mills, asins)).toBe(perAsin);
  });
});

test('at every edge of every price list the price is that of its ASINs one by one', () => {
  fc.assert(
    fc.property(billingArbitraries.card, (card) => {
      const ends = [0, card.baseAsins, ...card.tiers.flatMap(({ upTo }) => (upTo === null ? [] : [upTo]))];
      for (const asins of ends.flatMap((end) => [Math.max(0, end - 1), end, end + 1])) {
        expect(costOfDay(card, asins)).toBe(naivePrice(card, asins));
      }
    }),
  );
});

test('the tiers of a day contain each ASIN once and add up to its price', () => {
  fc.assert(
    fc.property(billingArbitraries.card, fc.nat({ max: 1500 }), (card, asins) => {
      const tiers = costByTier(card, asins);

      expect(tiers.reduce((sum, tier) => sum + tier.asins, 0)).toBe(asins);
      expect(tiers.reduce((sum, tier) => sum + tier.mills, 0)).toBe(naivePrice(card, asins));
      expect(tiers.every((tier) => tier.asins >= 0)).toBe(true);
    }),
  );
});

test('one more ASIN costs the rate of its tier and changes no other', () => {
  fc.assert(
    fc.property(billingArbitraries.card, fc.nat({ max: 1500 }), (card, asins) => {
      const rates = [0, ...card.tiers.map(({ mills }) => mills)];
      expect(rates).toContain(costOfDay(card, asins + 1) - costOfDay(card, asins));
    }),
  );
});
