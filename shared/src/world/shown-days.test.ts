import { expect, test } from 'vitest';
import { product, world } from '../../testing/world-builders.ts';
import { daysShown, onPresentDays } from './shown-days.ts';

const sold = (day: number, month: number, unitsSold: number) => ({
  day,
  month,
  unitsSold,
  organicUnits: 1,
  organicOrders: 1,
  promotionCodesUsedUnits: 0,
});
const empty = { unitsSold: 0, organicUnits: null, organicOrders: null, promotionCodesUsedUnits: 0 };

test('the sales of a product that did not change since yesterday are those of yesterday', () => {
  const sales = [sold(20, 11, 3), sold(19, 11, 5)];
  const before = world({ products: [product('1', { sales }), product('2', { sales, marketplace: 'DE' })] });

  // It is still the 20th in Los Angeles, and already the 21st in Berlin.
  const [american, german] = onPresentDays(before, new Date('2026-11-21T05:00:00Z')).products;

  expect(american).toBe(before.products[0]);
  expect(german?.sales).toEqual([{ day: 21, month: 11, ...empty }, ...sales]);
});

test('days also pass over the turn of a year', () => {
  const sales = [sold(30, 12, 3)];
  const { products } = onPresentDays(world({ products: [product('1', { sales })] }), new Date('2027-01-01T20:00:00Z'));

  expect(products[0]?.sales).toEqual([{ day: 1, month: 1, ...empty }, { day: 31, month: 12, ...empty }, ...sales]);
});

test.each([
  ['of today', sold(20, 11, 3), '2026-11-20T20:00:00Z'],
  ['of a server whose clock is ahead', sold(20, 11, 3), '2026-11-19T20:00:00Z'],
  ['of a server whose year has begun', sold(1, 1, 3), '2026-12-31T20:00:00Z'],
])('a world with sales %s stays the same object', (_case, latest, now) => {
  const known = world({ products: [product('1'), product('2', { sales: [latest] })] });

  expect(onPresentDays(known, new Date(now))).toBe(known);
});

test('days that are too old are not shown any more, and are earlier sales if no others are left', () => {
  const now = new Date('2026-11-30T20:00:00Z');
  const of = (...sales: readonly ReturnType<typeof sold>[]) =>
    onPresentDays(world({ products: [product('1', { sales: [...sales] })] }), now).products[0];

  const some = of(sold(19, 11, 4), sold(18, 11, 0), sold(17, 11, 2), sold(16, 11, 6));
  expect(some?.sales).toHaveLength(daysShown);
  expect(some?.sales.slice(11).map(({ day, unitsSold }) => [day, unitsSold])).toEqual([
    [19, 4],
    [18, 0],
    [17, 2],
  ]);
  expect(some?.earlierSales).toBeNull();
  expect(of(sold(15, 11, 4), sold(14, 11, 0), sold(13, 11, 2))).toMatchObject({
    sales: [],
    earlierSales: { units: 6, days: 4 },
  });
});

test('a product that has sold before the shown days keeps all of them, also those without a sale', () => {
  const sales = [sold(19, 11, 4), sold(18, 11, 0), sold(17, 11, 0), sold(16, 11, 6)];
  const before = world({ products: [product('1', { sales })] });

  const [moved] = onPresentDays(before, new Date('2026-11-30T20:00:00Z')).products;

  expect(moved?.sales.slice(10).map(({ day, unitsSold }) => [day, unitsSold])).toEqual([
    [20, 0],
    [19, 4],
    [18, 0],
    [17, 0],
  ]);
  expect(moved?.earlierSales).toBeNull();
});
