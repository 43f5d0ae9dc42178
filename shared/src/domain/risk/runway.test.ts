import { expect, test } from 'vitest';
import { daysLeftOf, paceOf, unitsPerDay } from './runway.ts';

const always = (days: number) => Array.from({ length: days }, () => false);

test('the pace counts the last days only', () => {
  const pace = paceOf({ units: [50, 50, 4, 2], outOfStock: always(4) }, 2);

  expect(pace).toEqual({ sold: 6, days: 2 });
  expect(pace && unitsPerDay(pace)).toBe(3);
});

test('days out of stock do not count', () => {
  expect(paceOf({ units: [4, 0, 4], outOfStock: [false, true, false] }, 30)).toEqual({ sold: 8, days: 2 });
});

test('a day out of stock before the last days takes none of them away', () => {
  expect(paceOf({ units: [0, 0, 4, 2], outOfStock: [true, true, false, false] }, 2)).toEqual({ sold: 6, days: 2 });
});

test('without a day in stock there is no pace', () => {
  expect(paceOf(undefined, 30)).toBeNull();
  expect(paceOf({ units: [], outOfStock: [] }, 30)).toBeNull();
  expect(paceOf({ units: [0], outOfStock: [true] }, 30)).toBeNull();
});

test.each([
  [100, { sold: 60, days: 30 }, 50],
  [101, { sold: 60, days: 30 }, 50],
  // 10 units at a third of a unit a day: integer arithmetic loses no fraction.
  [10, { sold: 10, days: 30 }, 30],
  [0, { sold: 60, days: 30 }, 0],
  [10, { sold: 0, days: 30 }, null],
  [10, null, null],
])('%i units last %o: %s days', (units, pace, days) => {
  expect(daysLeftOf(units, pace)).toBe(days);
});
