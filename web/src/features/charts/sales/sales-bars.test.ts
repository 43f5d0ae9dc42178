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
  expect(barsOf({ sales: [], ageHours: -1 }, 0)).toBeNull();
});

test('today is at the right end, in a path of its own, and the best day is the highest', () => {
  expect(barsOf({ sales: sold(1, 4, 0, 2), ageHours: 10 }, 0)).toEqual({
    past: 'M147 28v-14M175 28v-28',
    open: 'M189 28v-7',
    unknown: '',
    yesterday: 4,
    organicYesterday: null,
  });
});

test('a product that sold nothing has no bars', () => {
  expect(barsOf({ sales: [], ageHours: 10 }, 0)).toEqual({
    past: '',
    open: '',
    unknown: '',
    yesterday: 0,
    organicYesterday: null,
  });
});

test('the units of yesterday without advertising are known once the day was reported', () => {
  const sales = sold(1, 4).map((day, back) => ({ ...day, organicUnits: back === 1 ? 0 : null }));

  expect(barsOf({ sales, ageHours: 10 }, 0)?.organicYesterday).toBe(0);
});

test('days that were not read are hatched instead of being drawn as days without a sale', () => {
  const bars = barsOf({ sales: sold(0, 0, 2, 4), ageHours: 60 }, 2);

  // The last day that was read may have been read in part.
  expect(bars).toMatchObject({ past: 'M147 28v-28', open: 'M161 28v-14' });
  const columns = [...(bars?.unknown ?? '').matchAll(/M([\d.]+) [\d.]+L([\d.]+)/g)].map(([, from, to]) => [from, to]);
  expect(Math.min(...columns.map(([from]) => Number(from)))).toBe(168);
  expect(Math.max(...columns.map(([, to]) => Number(to)))).toBe(196);
});

test('a sale on a day that was not read to its end is drawn', () => {
  expect(barsOf({ sales: sold(0, 3), ageHours: 60 }, 2)?.open).toBe('M175 28v-28');
});
