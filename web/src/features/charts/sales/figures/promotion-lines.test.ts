import { expect, test } from 'vitest';
import type { PromotionSeries } from '@app/shared/contract/catalog.ts';
import { codeNames, promotionsFinding } from './promotion-lines.ts';

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

test.each([
  ['a short code in full', ['SPRING20'], ['SPRING20']],
  ['a long code cut to 25 characters', ['PLM-4711-SPRING-CAMPAIGN-20-PERCENT'], ['PLM-4711-SPRING-CAMPAIGN-…']],
  [
    'codes that begin alike by both ends',
    ['PLM-4711-SPRING-CAMPAIGN-20-PERCENT', 'PLM-4711-SPRING-CAMPAIGN-30-PERCENT', 'MAY'],
    ['PLM-4711-SPR…N-20-PERCENT', 'PLM-4711-SPR…N-30-PERCENT', 'MAY'],
  ],
  [
    'codes that also end alike in full',
    ['PLM-4711-SPRING-CAMPAIGN-20-PERCENT-OFF', 'PLM-4711-SPRING-CAMPAIGN-30-PERCENT-OFF'],
    ['PLM-4711-SPRING-CAMPAIGN-20-PERCENT-OFF', 'PLM-4711-SPRING-CAMPAIGN-30-PERCENT-OFF'],
  ],
])('the sales chart names %s', (_codes, codes, names) => {
  expect([...codeNames(codes.map((code) => ({ code }))).values()]).toEqual(names);
});
