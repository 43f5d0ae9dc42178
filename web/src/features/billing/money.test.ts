import { expect, test } from 'vitest';
import { asinCount, dayCount, dollars, exactDollars, perAsin } from './money.ts';

test.each([
  [0, '$0.00', '$0.000'],
  [33.3, '$0.33', '$0.333'],
  [99.9, '$0.99', '$0.999'],
  [8402, '$84.02', '$84.020'],
  [123_456.7, '$1,234.56', '$1,234.567'],
])('%d cents are %s on a bill and exactly %s', (amount, onBill, exactly) => {
  expect(dollars(amount)).toBe(onBill);
  expect(exactDollars(amount)).toBe(exactly);
});

test('a sum of tenths of a cent is not one cent short', () => {
  expect(dollars(33.3 * 30)).toBe('$9.99');
});

test('the price of one ASIN and day is floored to 3 decimals', () => {
  expect(perAsin(161.3, 100)).toBe('0.016');
  expect(perAsin(33.3, 20)).toBe('0.016');
  expect(perAsin(33.3, 0)).toBe('–');
});

test('counts are in words', () => {
  expect([asinCount(1), asinCount(1200), dayCount(1), dayCount(10)]).toEqual([
    '1 ASIN',
    '1,200 ASINs',
    '1 day',
    '10 days',
  ]);
});
