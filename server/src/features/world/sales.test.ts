import { expect, test } from 'vitest';
import { ageHoursOf } from '@app/shared/world/sales-age.ts';
import { daysShown } from '@app/shared/world/shown-days.ts';
import { firstDayShown, salesShaper } from './sales.ts';

// It is still the 19th in Los Angeles, and already the 20th in Berlin.
const now = new Date('2026-11-20T05:00:00Z');
const first = firstDayShown(now);
const since = (day: string): number => (Date.parse(day) - Date.parse(first)) / 86_400_000;

const sold = (...days: readonly (readonly [day: string, units: number, promoted?: number])[]) => ({
  days: days.map(([day]) => since(day)),
  units: days.map(([, units]) => units),
  promotionUnits: days.map(([, , promoted]) => promoted ?? 0),
  promotions: Object.fromEntries(
    days.flatMap(([day, , promoted]) => (promoted ? [[since(day), { SPRING20: { units: promoted, orders: 1 } }]] : [])),
  ),
  organicUnits: days.map(([, units]) => Math.max(0, units - 2)),
  organicOrders: days.map(() => 1),
});

test('today comes first, by the calendar of the marketplace', () => {
  const shape = salesShaper(now);

  expect(shape('US', sold(['2026-11-19', 3]))[0]).toMatchObject({ day: 19, month: 11, unitsSold: 3 });
  expect(shape('DE', sold(['2026-11-19', 3]))).toMatchObject([
    { day: 20, month: 11, unitsSold: 0 },
    { day: 19, month: 11, unitsSold: 3 },
  ]);
});

test('sales without advertising are shown for reported days only, and zero is a real zero', () => {
  const reported = new Set(['2026-11-17', '2026-11-18']);
  const shown = salesShaper(now)('US', sold(['2026-11-19', 5], ['2026-11-17', 6], ['2026-11-16', 4]), { reported });

  expect(shown.map(({ organicUnits, organicOrders }) => [organicUnits, organicOrders])).toEqual([
    [null, null],
    [0, 0],
    [4, 1],
    [null, null],
  ]);
});

test('without a report of advertising neither the sales by it nor those without it are known', () => {
  expect(salesShaper(now)('US', sold(['2026-11-19', 5, 2]))).toMatchObject([
    { unitsSold: 5, organicUnits: null, organicOrders: null, promotionCodesUsedUnits: 2 },
  ]);
});

test('a day carries the units and orders of each promotion code', () => {
  const shown = salesShaper(now)('US', sold(['2026-11-19', 5, 2], ['2026-11-18', 3]));

  expect(shown.map(({ promotionCodes }) => promotionCodes)).toEqual([{ SPRING20: { units: 2, orders: 1 } }, undefined]);
});

test('the list ends with the earliest day that has sales, at most two weeks ago', () => {
  const shape = salesShaper(now);

  expect(shape('US', sold(['2026-11-16', 1]))).toHaveLength(4);
  expect(shape('US', sold(['2026-11-06', 1]))).toHaveLength(daysShown);
  expect(shape('US', sold(['2026-11-05', 1]))).toEqual([]);
  expect(shape('US', undefined)).toEqual([]);
});

test('the list of a product that sold before these days has all of them', () => {
  const shown = salesShaper(now)('US', sold(['2026-11-16', 1]), { isWhole: true });

  expect(shown.map(({ unitsSold }) => unitsSold)).toEqual([0, 0, 0, 1, ...Array.from({ length: 10 }, () => 0)]);
});

test('unknown sales are -1 hours old', () => {
  expect(ageHoursOf(null, now.getTime())).toBe(-1);
  expect(ageHoursOf(Date.parse('2026-11-20T02:30:00Z'), now.getTime())).toBe(2);
});
