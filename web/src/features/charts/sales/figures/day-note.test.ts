import { expect, test } from 'vitest';
import type { SalesDay } from '@app/shared/contract/catalog.ts';
import { dayNote } from './day-note.ts';

const day: SalesDay = {
  date: '2026-06-14',
  soldUnitsAllVariations: 1300,
  soldUnitsThisVariation: 1300,
  promotionUnitsThisVariation: 0,
  organicUnitsThisVariation: null,
  organicOrdersThisVariation: null,
  expectedThisVariation: { low: 1100, high: 12_000 },
  wasOutOfStock: false,
  final: true,
};

test.each([
  ['US', '1,300', '1,100 to 12,000'],
  ['DE', '1.300', '1.100 to 12.000'],
])('the figures of a day of %s have separators of thousands, also the expected ones', (marketplace, sold, expected) => {
  const lines = [{ id: 'own', name: 'Sold', values: [1300] }] as const;

  expect(dayNote({ sales: [day], index: 0, lines, marketplace }).lines).toMatchObject([
    { label: 'Sold', value: sold },
    { label: 'Expected', value: expected },
  ]);
});
