import { expect, test } from 'vitest';
import { barsOf } from './sales-bars.ts';

const sold = (...units: readonly number[]) =>
  units.map((unitsSold) => ({
    day: 1,
    month: 1,
    unitsSold,
    organicUnits: null,
    organicOrders: null,
    promotionCodesUsedUnits: 0,
  }));

test('while the sales are unknown nothing is drawn', () => {
  expect(barsOf({ sales: [], ageHours: -1 })).toBeNull();
});

test('today is at the right end, in a path of its own, and the best day is the highest', () => {
  expect(barsOf({ sales: sold(1, 4, 0, 2), ageHours: 10 })).toEqual({
    past: 'M147 28v-14M175 28v-28',
    today: 'M189 28v-7',
    yesterday: 4,
    organicYesterday: null,
  });
});

test('a product that sold nothing has no bars', () => {
  expect(barsOf({ sales: [], ageHours: 10 })).toEqual({ past: '', today: '', yesterday: 0, organicYesterday: null });
});

test('the units of yesterday without advertising are known once the day was reported', () => {
  const sales = sold(1, 4).map((day, back) => ({ ...day, organicUnits: back === 1 ? 0 : null }));

  expect(barsOf({ sales, ageHours: 10 })?.organicYesterday).toBe(0);
});
