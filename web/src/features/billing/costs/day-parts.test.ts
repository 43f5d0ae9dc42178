import { expect, test } from 'vitest';
import { dayParts } from './day-parts.ts';

const base = { kind: 'base', fromAsin: 1, upTo: 20, asins: 20, rate: 33.3, amount: 33.3 } as const;
const tier = { kind: 'tier', fromAsin: 21, upTo: 100, asins: 62, rate: 1.6, amount: 99.2 } as const;
const last = { kind: 'tier', fromAsin: 10_001, upTo: null, asins: 5, rate: 0.8, amount: 4 } as const;
const details = { tiers: [base, tier], amount: 132.5, regularAmount: 132.5, discountPercent: 0, isTrial: false };

test('a day is its base and the tiers that its ASINs reach', () => {
  const beyond = { ...last, asins: 0, amount: 0 };

  expect(dayParts({ ...details, tiers: [base, tier, beyond] })).toEqual({
    parts: [
      { name: 'Base, with the first 20 ASINs', amount: '$0.333' },
      { name: 'ASINs 21 to 100: 62 × $0.016', amount: '$0.992' },
    ],
    sum: '$1.325',
  });
  expect(dayParts({ ...details, tiers: [last] }).parts[0]?.name).toBe('From the ASIN 10,001 on: 5 × $0.008');
});

test('a discount is a part of its own', () => {
  const { parts, sum } = dayParts({ ...details, amount: 99.3, discountPercent: 25 });

  expect(parts.at(-1)).toEqual({ name: 'Discount of 25%', amount: '−$0.332' });
  expect(sum).toBe('$0.993');
});

test('a day of the trial takes its whole price back', () => {
  expect(dayParts({ ...details, amount: 0, isTrial: true })).toMatchObject({
    parts: [{}, {}, { name: 'Free in the trial', amount: '−$1.325' }],
    sum: '$0.000',
  });
});

test('a day of a package has its share of the fee', () => {
  expect(dayParts({ ...details, tiers: [] }).parts).toEqual([
    { name: 'Package, its share of the day', amount: '$1.325' },
  ]);
});
