import { expect, test } from 'vitest';
import { completeDays } from './sales-facts.ts';

const stored = (...days: readonly (readonly [day: string, units: number, isOut?: boolean])[]) => ({
  days: days.map(([day]) => day),
  units: days.map(([, units]) => units),
  outOfStock: days.map(([, , isOut]) => isOut ?? false),
});

test('days without a sale are listed too, up to yesterday', () => {
  expect(completeDays(stored(['2026-06-10', 2], ['2026-06-12', 1, true]), '2026-06-13')).toEqual({
    through: '2026-06-13',
    units: [2, 0, 1, 0],
    outOfStock: [false, false, true, false],
  });
});

test('days before the first sale, and today, are left out', () => {
  const days = stored(['2026-06-08', 0, true], ['2026-06-10', 2], ['2026-06-11', 5]);

  expect(completeDays(days, '2026-06-10').units).toEqual([2]);
});

test('a product without sales has no days', () => {
  const none = { through: '2026-06-10', units: [], outOfStock: [] };

  expect(completeDays(undefined, '2026-06-10')).toEqual(none);
  expect(completeDays(stored(['2026-06-09', 0, true]), '2026-06-10')).toEqual(none);
  expect(completeDays(stored(['2026-06-11', 3]), '2026-06-10')).toEqual(none);
});

test('there are at most 120 days, the last of them yesterday', () => {
  const { units } = completeDays(stored(['2026-01-01', 7], ['2026-06-10', 1]), '2026-06-10');

  expect(units).toHaveLength(120);
  expect([units[0], units.at(-1)]).toEqual([0, 1]);
});
