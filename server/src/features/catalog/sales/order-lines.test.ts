import { expect, test } from 'vitest';
import { mostUnits } from '@app/shared/base/units.ts';
import type { PlacedOrder } from '../../../external/marketplace/operations/orders.ts';
import { linesOf } from './order-lines.ts';

const order = (more: Partial<PlacedOrder> = {}): PlacedOrder => ({
  orderId: '111-1',
  marketplace: 'US',
  placedAt: new Date('2026-06-15T06:30:00Z'),
  updatedAt: new Date('2026-06-15T08:00:00Z'),
  isCancelled: false,
  items: [{ asin: 'B01', units: 2, unitPriceCents: null, promotionIds: ['SUMMER', 'TWO'] }],
  ...more,
});

test("an order belongs to the marketplace's day on which it was placed, whenever it changes", () => {
  expect(linesOf(order())).toEqual([
    {
      orderId: '111-1',
      marketplace: 'US',
      asin: 'B01',
      day: '2026-06-14',
      soldAt: new Date('2026-06-15T06:30:00Z'),
      units: 2,
      unitPriceCents: null,
      promotionUnits: 2,
      promotions: { SUMMER: 2, TWO: 2 },
      updatedAt: new Date('2026-06-15T08:00:00Z'),
    },
  ]);
  expect(linesOf(order({ marketplace: 'DE' }))[0]?.day).toBe('2026-06-15');
});

test('items of one product are one line, and units with several promotions count once', () => {
  const items = [
    { asin: 'B01', units: 1, unitPriceCents: null, promotionIds: [] },
    { asin: 'B02', units: 5, unitPriceCents: null, promotionIds: [] },
    { asin: 'B01', units: 3, unitPriceCents: null, promotionIds: ['SUMMER'] },
    { asin: 'B01', units: 0, unitPriceCents: null, promotionIds: ['SUMMER', 'NONE'] },
  ];

  expect(
    linesOf(order({ items })).map(({ asin, units, promotionUnits, promotions }) => ({
      asin,
      units,
      promotionUnits,
      promotions,
    })),
  ).toEqual([
    { asin: 'B01', units: 4, promotionUnits: 3, promotions: { SUMMER: 3 } },
    { asin: 'B02', units: 5, promotionUnits: 0, promotions: {} },
  ]);
});

test('a line has the lowest price that its items tell', () => {
  const one = { asin: 'B01', promotionIds: [] };
  const items = [
    { ...one, units: 1, unitPriceCents: 2490 },
    { ...one, units: 2, unitPriceCents: null },
    { ...one, units: 3, unitPriceCents: 1990 },
    { ...one, units: 0, unitPriceCents: 990 },
  ];

  expect(linesOf(order({ items })).map(({ unitPriceCents }) => unitPriceCents)).toEqual([1990]);
});

test('a cancelled order adds nothing and is stored all the same', () => {
  expect(linesOf(order({ isCancelled: true }))).toMatchObject([
    { asin: 'B01', units: 0, promotionUnits: 0, promotions: {} },
  ]);
});

test('more units than can be stored count as the most that can be', () => {
  const items = [{ asin: 'B01', units: 1e300, unitPriceCents: null, promotionIds: ['SUMMER'] }];

  expect(linesOf(order({ items }))).toMatchObject([
    { units: mostUnits, promotionUnits: mostUnits, promotions: { SUMMER: mostUnits } },
  ]);
});
