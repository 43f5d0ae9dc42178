import { expect, test } from 'vitest';
import type { PromotionSeries } from '@app/shared/contract/catalog.ts';
import { promotionsFinding } from './promotion-lines.ts';

const used = (code: string, totalUnits: number): PromotionSeries => ({
  code,
  units: [totalUnits],
  orders: [totalUnits],
  totalUnits,
  totalOrders: totalUnits,
});

test.each([
  [[], 'No promotion code was used.'],
  [[used('SPRING', 1)], '1 promotion code was used, SPRING most: 1 unit.'],
  [[used('SPRING', 1200), used('MAY', 3)], '2 promotion codes were used, SPRING most: 1,200 units.'],
])('the chart of the promotions %j says "%s"', (promotions, text) => {
  expect(promotionsFinding(promotions, 'US')).toBe(text);
});
