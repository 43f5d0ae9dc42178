import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingArbitraries } from '@app/shared/testing/billing/arbitrary-billing.ts';
import { naiveFeeDays } from '@app/shared/testing/billing/naive-ledger.ts';
import { addDays } from '../../base/calendar-day.ts';
import { chargeOfDay, type DayFacts } from './day-charge.ts';
import { discountedMills } from './discount.ts';

const { card, day, discount } = billingArbitraries;
const fee = fc.record({
  baseSubscriptionFeeCents: fc.nat({ max: 100_000 }),
  addonSubscriptionFeeCents: fc.nat({ max: 10_000 }),
});

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

test('the days of a package add up to its fee over any 30 days, and differ by one mill at most', () => {
  fc.assert(
    fc.property(fee, fc.nat({ max: 20 }), fc.integer({ min: -60, max: 60 }), (fees, addonCount, offset) => {
      const plan = { kind: 'package', fees, addonCount } as const;
      const mills = Array.from({ length: 30 }, (_, no) => {
        const facts = { day: addDays('2026-01-01', offset + no), periodFrom: '2026-01-01', asins: 7 };
        return chargeOfDay({ ...facts, isFree: false, plan, discounts: [] }).mills;
      });

      const feeMills = 10 * (fees.baseSubscriptionFeeCents + fees.addonSubscriptionFeeCents * addonCount);
      expect(mills.reduce((sum, one) => sum + one, 0)).toBe(feeMills);
      expect(Math.max(...mills) - Math.min(...mills)).toBeLessThanOrEqual(1);
      expect(ascending(mills)).toEqual(ascending(naiveFeeDays(feeMills)));
    }),
  );
});

const facts: fc.Arbitrary<DayFacts> = fc.record({
  day,
  periodFrom: day,
  asins: fc.nat({ max: 1500 }),
  isFree: fc.boolean(),
  plan: fc.oneof(
    fc.record({ kind: fc.constant('daily' as const), card }),
    fc.record({ kind: fc.constant('package' as const), fees: fee, addonCount: fc.nat({ max: 20 }) }),
  ),
  discounts: fc.array(discount, { maxLength: 4 }),
});

test('a free day costs nothing and shows its regular price; no day costs more than that', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { mills, regularMills, discountPercent } = chargeOfDay(given);

      expect(mills).toBeLessThanOrEqual(regularMills);
      expect(mills).toBeGreaterThanOrEqual(0);
      expect(mills).toBe(given.isFree ? 0 : discountedMills(regularMills, discountPercent));
      expect(regularMills).toBe(chargeOfDay({ ...given, discounts: [], isFree: false }).mills);
    }),
  );
});
