import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countIn, formatMoney, moneyIn, readMoney, toCents } from './money.ts';

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

test('an amount is money only with a code of three letters and a number that can be stored', () => {
  expect(readMoney(24.9, 'USD')).toEqual({ cents: 2490, currency: 'USD' });
  expect(readMoney(0, 'EUR')).toEqual({ cents: 0, currency: 'EUR' });
  const unusable = [
    [null, 'USD'],
    [24.9, null],
    [24.9, ''],
    [24.9, 'US'],
    [24.9, 'Dollar'],
    [1e300, 'USD'],
  ] as const;
  expect(unusable.map(([amount, currency]) => readMoney(amount, currency))).toEqual(unusable.map(() => null));
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
