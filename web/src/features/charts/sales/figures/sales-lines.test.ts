import { expect, test } from 'vitest';
import type { SalesDay } from '@app/shared/contract/catalog.ts';
import { salesFinding } from '../sales-finding.ts';
import { axesOf, drawnValues, knownDays, linesOf, usualOf } from './sales-lines.ts';

const day = (date: string, own: number | null, all = own): SalesDay => ({
  date,
  soldUnitsAllVariations: all,
  soldUnitsThisVariation: own,
  promotionUnitsThisVariation: 0,
  organicUnitsThisVariation: null,
  organicOrdersThisVariation: null,
  wasOutOfStock: false,
  final: date < '2026-06-15',
});
const sales = [day('2026-06-13', 4, 10), day('2026-06-14', 6, 20), day('2026-06-15', 1, 2)];
const ranks = [
  { date: '2026-06-13', rank: 900, final: true },
  { date: '2026-06-14', rank: 1000, final: true },
];

test('all variations, this variation and the rank have one line each', () => {
  const lines = linesOf({ sales, ranks, hasVariations: true });

  expect(lines.map(({ name, values }) => [name, values])).toEqual([
    ['All variations', [10, 20, 2]],
    ['This variation', [4, 6, 1]],
    ['Rank', [900, 1000, null]],
  ]);
});

test('without variations there is one line of units, and without a rank no line of ranks', () => {
  expect(linesOf({ sales, ranks: [], hasVariations: false }).map(({ name }) => name)).toEqual(['Sold']);
});

test('the sales axis ends at 1.05 of the highest day, and at 1.6 beside a rank, whose axis ends at 1.6 of the worst', () => {
  const lines = linesOf({ sales, ranks, hasVariations: true });
  const withoutRank = lines.filter(({ id }) => id !== 'rank');

  expect(axesOf(withoutRank)).toEqual({ unitsTop: 21, rank: null });
  expect(axesOf(lines)).toEqual({ unitsTop: 32, rank: [720, 1600] });
});

test('the usual range is an area over the days for which it is known, and fits into the axis', () => {
  const [first, ...rest] = sales.map((one) => ({ ...one, soldUnitsAllVariations: one.soldUnitsThisVariation }));
  const usual = usualOf([...(first ? [{ ...first, expectedThisVariation: { low: 3, high: 40 } }] : []), ...rest]);

  expect(usual).toEqual({ low: [3, null, null], high: [40, null, null] });
  expect(axesOf(linesOf({ sales: rest, ranks: [], hasVariations: false }), usual)).toMatchObject({ unitsTop: 42 });
  expect(usualOf(sales)).toBeNull();
});

test('a day without a value in any drawn line has no data, and no day is called so if all lines are hidden', () => {
  const lines = linesOf({ sales: [day('2026-06-13', 4), day('2026-06-14', null)], ranks: [], hasVariations: false });

  expect(knownDays(lines, 2)).toEqual([true, false]);
  expect(knownDays([], 2)).toEqual([true, true]);
});

test('days without any sale still have an axis', () => {
  expect(axesOf(linesOf({ sales: [day('2026-06-14', 0)], ranks: [], hasVariations: false }))).toMatchObject({
    unitsTop: 1.05,
  });
});

test('today is drawn separately from final days', () => {
  const [own] = linesOf({ sales, ranks: [], hasVariations: false });

  expect(drawnValues(own ? [own] : [], [true, true, false])).toEqual([
    [4, 6, null],
    [null, 6, 1],
  ]);
});

test('the finding counts every day and averages the complete ones', () => {
  expect(salesFinding({ sales, hasVariations: true, marketplace: 'US' })).toBe(
    '11 sold in 3 days, about 5 a day. All variations together: 32.',
  );
  expect(salesFinding({ sales: [day('2026-06-15', 3)], hasVariations: false, marketplace: 'US' })).toBe(
    '3 sold in 1 day.',
  );
});

test('the sales of all variations name their days when those of another variation are known of fewer', () => {
  const days = [day('2026-06-12', 4, 10), day('2026-06-13', 6, null), day('2026-06-14', 5, null)];

  expect(salesFinding({ sales: days, hasVariations: true, marketplace: 'US' })).toBe(
    '15 sold in 3 days, about 5 a day. All variations together: 10 in 1 day.',
  );
});

test('days with unknown sales are counted as unknown, not as zero', () => {
  const gappy = [day('2026-06-12', null), day('2026-06-13', 4), day('2026-06-14', 0)];

  expect(salesFinding({ sales: gappy, hasVariations: false, marketplace: 'US' })).toBe(
    '4 sold in 2 days, about 2 a day. Of 1 day nothing is known.',
  );
  expect(salesFinding({ sales: [day('2026-06-14', null)], hasVariations: false, marketplace: 'US' })).toBeNull();
});
