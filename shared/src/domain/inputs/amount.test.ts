import { expect, test } from 'vitest';
import { plainAmount } from './amount.ts';

test.each([
  ['150', '150'],
  [' $1,250.50 ', '1250.50'],
  ['1,000,000', '1000000'],
  ['1,50', '1.50'],
  ['0,025', '0.025'],
  ['', ''],
])('"%s" is the amount "%s"', (typed, amount) => {
  expect(plainAmount(typed)).toBe(amount);
});

test('an amount in which the comma and the point are mixed up stays no number', () => {
  expect(['1.250,50', '1,25,000', '12,3456.7'].map((typed) => Number(plainAmount(typed)))).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});
