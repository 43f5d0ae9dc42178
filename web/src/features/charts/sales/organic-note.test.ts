import { expect, test } from 'vitest';
import type { SalesDay } from '@app/shared/contract/catalog.ts';
import { organicNote } from './organic-note.ts';

const day = (date: string, organic: number | null): SalesDay => ({
  date,
  soldUnitsAllVariations: 9,
  soldUnitsThisVariation: 9,
  promotionUnitsThisVariation: 0,
  organicUnitsThisVariation: organic,
  organicOrdersThisVariation: organic === null ? null : Math.ceil(organic / 2),
  wasOutOfStock: false,
  final: true,
});

const noteOf = (sales: readonly SalesDay[], isAdvertisingConnected = true): string =>
  organicNote({ sales, isAdvertisingConnected, marketplace: 'US', today: '2026-06-15' });

test('the figure names its source, its window and the day until which it is known', () => {
  expect(noteOf([day('2026-06-13', 1200), day('2026-06-14', 5), day('2026-06-15', null)])).toBe(
    'Organic: 1,205 units in 603 orders (without Sponsored Products, 7-day window, until yesterday).',
  );
});

test('an older end, gaps and a lost connection are named', () => {
  const sales = [day('2026-06-10', null), day('2026-06-11', 4), day('2026-06-12', null), day('2026-06-13', 3)];

  expect(noteOf(sales, false)).toBe(
    'Organic: 7 units in 4 orders (without Sponsored Products, 7-day window, until 13 Jun, not known on 2 days).' +
      ' The advertising account is no longer connected.',
  );
});

test.each([
  [true, 'not known yet: no report of advertising covers these days'],
  [false, 'not known: no advertising account is connected'],
])('without any report the figure is not zero but unknown (connected: %s)', (isConnected, words) => {
  expect(noteOf([day('2026-06-14', null)], isConnected)).toContain(words);
});

test('a single unit in a single order is named in the singular', () => {
  expect(noteOf([day('2026-06-14', 1)])).toContain('Organic: 1 unit in 1 order (');
});
