import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countIn, formatMoney, moneyIn, toCents } from './money.ts';

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

test('cents survive the conversion to a decimal and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
      expect(toCents(cents / 100)).toBe(cents);
    }),
  );
});

test.each([
  [{ cents: 3490, currency: 'USD' }, 'en-US', '$34.90'],
  [{ cents: 3990, currency: 'EUR' }, 'de-DE', '39,90\u00A0€'],
  [{ cents: 114_900, currency: 'INR' }, 'en-IN', '₹1,149'],
  [{ cents: 114_950, currency: 'INR' }, 'en-IN', '₹1,149.50'],
])('%j in %s is written %s', (amount, locale, text) => {
  expect(formatMoney(amount, locale)).toBe(text);
});

test.each([
  ['US', 'USD', '$1,149.00'],
  ['CA', 'CAD', '$1,149.00'],
  ['MX', 'MXN', '$1,149.00'],
  ['BR', 'BRL', 'R$\u00A01.149,00'],
  ['UK', 'GBP', '£1,149.00'],
  ['DE', 'EUR', '1.149,00\u00A0€'],
  ['FR', 'EUR', '1\u202F149,00\u00A0€'],
  ['ES', 'EUR', '1149,00\u00A0€'],
  ['IT', 'EUR', '1149,00\u00A0€'],
  ['NL', 'EUR', '€\u00A01.149,00'],
  ['IN', 'INR', '₹1,149'],
])("numbers follow the marketplace's locale: in %s an amount in %s is %s", (marketplace, currency, text) => {
  expect(moneyIn(marketplace, { cents: 114_900, currency })).toBe(text);
});

test("counts follow the marketplace's locale too", () => {
  expect(countIn('US', 12_345)).toBe('12,345');
  expect(countIn('DE', 12_345)).toBe('12.345');
  expect(countIn('IN', 1_234_567)).toBe('12,34,567');
});
