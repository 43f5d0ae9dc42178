import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingArbitraries } from '@app/shared/testing/billing/arbitrary-billing.ts';
import { discountedMills, percentOn } from './discount.ts';

const { day, discount } = billingArbitraries;

test('several discounts never add up: one of those in force on the day counts, and none is higher', () => {
  fc.assert(
    fc.property(fc.array(discount, { maxLength: 6 }), day, (discounts, on) => {
      const inForce = discounts.filter(({ from, to }) => from <= on && (to ?? on) >= on).map(({ percent }) => percent);
      const percent = percentOn(discounts, on);

      expect([0, ...inForce]).toContain(percent);
      expect(inForce.every((one) => one <= percent)).toBe(true);
    }),
  );
});

test.each([
  ['its first day', '2026-03-01', 20],
  ['its last day', '2026-03-30', 20],
  ['the day before', '2026-02-28', 0],
  ['the day after', '2026-03-31', 0],
])('a discount applies on the days of its range: %s', (_, on, percent) => {
  expect(percentOn([{ percent: 20, from: '2026-03-01', to: '2026-03-30' }], on)).toBe(percent);
});

test('a discount without end applies for ever', () => {
  expect(percentOn([{ percent: 20, from: '2026-03-01', to: null }], '2099-01-01')).toBe(20);
});

test('a discount is rounded to whole mills, never in our favour and by less than one', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), fc.integer({ min: 0, max: 100 }), (mills, percent) => {
      const charged = discountedMills(mills, percent);

      expect(Number.isInteger(charged)).toBe(true);
      expect(charged * 100).toBeLessThanOrEqual(mills * (100 - percent));
      expect((charged + 1) * 100).toBeGreaterThan(mills * (100 - percent));
    }),
  );
});
