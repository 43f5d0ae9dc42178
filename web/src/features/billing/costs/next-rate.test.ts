import { expect, test } from 'vitest';
import { nextRate } from './next-rate.ts';

const tier = (fromAsin: number, upTo: number | null, rate: number) =>
  ({ kind: 'tier', fromAsin, upTo, asins: 0, rate, amount: 0 }) as const;
const base = { kind: 'base', fromAsin: 1, upTo: 20, asins: 20, rate: 33.3, amount: 33.3 } as const;

test('the next tier has its rate and its first ASIN', () => {
  const tiers = [base, tier(21, 100, 1.6), tier(101, 500, 1.4)];

  expect(nextRate(tiers, 5)).toBe('$0.016 for each from the 21st on');
  expect(nextRate(tiers, 62)).toBe('$0.014 for each from the 101st on');
  expect(nextRate(tiers, 900)).toBeNull();
});
