import { expect, test } from 'vitest';
import { comparableDays } from './expected-sales-days.ts';
import { sales } from '../../../testing/fact-builders.ts';

/** Writes days as day of the year and units. */
const dayTexts = (facts: ReturnType<typeof sales>, marketplace = 'US'): string[] =>
  comparableDays(facts, marketplace).map(({ day, units }) => `${day.slice(5)} ${units}`);
const out = (...flags: readonly (0 | 1)[]) => ({ outOfStock: flags.map((flag) => flag === 1) });

test('the last day is the last complete one', () => {
  expect(dayTexts(sales([4, 5, 6]))).toEqual(['02-27 4', '02-28 5', '03-01 6']);
});

test('the first of March 2026 is a Sunday', () => {
  expect(comparableDays(sales([4, 5]), 'US').map(({ weekday }) => weekday)).toEqual([6, 0]);
});

test('days out of stock are left out', () => {
  expect(dayTexts(sales([4, 0, 6], out(0, 1, 0)))).toEqual(['02-27 4', '03-01 6']);
});

test('days before a week out of stock are left out too', () => {
  expect(dayTexts(sales([4, 0, 0, 0, 0, 0, 0, 0, 6], out(0, 1, 1, 1, 1, 1, 1, 1, 0)))).toEqual(['03-01 6']);
  expect(dayTexts(sales([4, 0, 0, 0, 0, 0, 0, 6], out(0, 1, 1, 1, 1, 1, 1, 0)))).toEqual(['02-22 4', '03-01 6']);
});

test('holidays are left out in marketplaces that keep them', () => {
  const facts = sales([9, 1, 2, 3, 9, 9, 9, 9, 1, 2, 9], { through: '2027-01-02' });

  expect(dayTexts(facts)).toEqual(['12-23 9', '12-27 9', '12-28 9', '12-29 9', '12-30 9', '01-02 9']);
  expect(dayTexts(facts, 'IN')).toHaveLength(11);
});
