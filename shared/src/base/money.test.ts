import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, toCents } from './money.ts';

test.each([
  [24.9, 2490],
  [24.900000000000002, 2490],
  [0, 0],
  [0.1 + 0.2, 30],
  [1149, 114_900],
  [8.295, 830],
])('the amount %d is %i cents', (amount, cents) => {
  expect(toCents(amount)).toBe(cents);
});

test('cents survive being told as a decimal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
      expect(toCents(cents / 100)).toBe(cents);
    }),
  );
});

test.each([
  [{ cents: 3490, currency: 'USD' }, 'en-US', '$34.90'],
  [{ cents: 3990, currency: 'EUR' }, 'de-DE', '39,90\u00A0€'],
  [{ cents: 114_900, currency: 'INR' }, 'en-IN', '₹1,149.00'],
])('%j in %s is written %s', (amount, locale, text) => {
  expect(formatMoney(amount, locale)).toBe(text);
});
