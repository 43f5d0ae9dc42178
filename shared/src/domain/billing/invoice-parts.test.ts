import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingArbitraries } from '@app/shared/testing/billing/arbitrary-billing.ts';
import { discountedMills } from './discount.ts';
import { partsOfDays, type ChargedDay } from './invoice-parts.ts';
import { costOfDay } from './rate-card.ts';

const percent = fc.constantFrom(0, 10, 25, 33, 100);
const dayOfCard = fc
  .tuple(billingArbitraries.card, fc.nat({ max: 900 }), percent)
  .map(([card, asins, discountPercent]) => charged({ card, asins, discountPercent }, costOfDay(card, asins)));
const dayOfPackage = fc
  .tuple(fc.nat({ max: 5000 }), percent)
  .map(([mills, discountPercent]) => charged({ card: null, asins: 3, discountPercent }, mills));

function charged(day: Pick<ChargedDay, 'card' | 'asins' | 'discountPercent'>, regularMills: number): ChargedDay {
  return { ...day, regularMills, mills: discountedMills(regularMills, day.discountPercent) };
}

test('the parts of an invoice add up to the charges of its days', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(dayOfCard, dayOfPackage), { maxLength: 30 }), (days) => {
      const parts = partsOfDays(days);

      expect(parts.reduce((sum, { mills }) => sum + mills, 0)).toBe(days.reduce((sum, { mills }) => sum + mills, 0));
      expect(new Set(parts.map(({ description }) => description)).size).toBeLessThanOrEqual(parts.length);
    }),
  );
});

test('two discounts on one invoice are two parts', () => {
  const days = [10, 25].map((discountPercent) => charged({ card: null, asins: 1, discountPercent }, 100));

  expect(partsOfDays(days).slice(1)).toEqual([
    { description: 'Discount of 10%', mills: -10 },
    { description: 'Discount of 25%', mills: -25 },
  ]);
});

test('a part names its tier, its ASIN-days and its rate', () => {
  const card = { baseMills: 333, baseAsins: 20, tiers: [{ upTo: 100, mills: 16 }, { upTo: null, mills: 8 }] }; // prettier-ignore
  const days = [22, 20, 102].map((asins) => charged({ card, asins, discountPercent: 10 }, costOfDay(card, asins)));

  expect(partsOfDays(days)).toEqual([
    { description: 'Base with up to 20 ASINs, 3 days at 0.333 USD', mills: 999 },
    { description: 'ASINs 21 to 100, 82 for a day at 0.016 USD', mills: 1312 },
    { description: 'Discount of 10%', mills: -(37 + 34 + 163) },
    { description: 'ASINs from 101, 2 for a day at 0.008 USD', mills: 16 },
  ]);
});
