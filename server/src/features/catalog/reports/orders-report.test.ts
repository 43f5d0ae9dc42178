import { expect, test } from 'vitest';
import { parseOrdersReport } from './orders-report.ts';

const columns = [
  'amazon-order-id',
  'purchase-date',
  'last-updated-date',
  'order-status',
  'sales-channel',
  'asin',
  'item-status',
  'quantity',
  'currency',
  'item-price',
  'ship-city',
  'promotion-ids',
];
const row = (given: Partial<Record<string, string>>): string[] => {
  const usual: Record<string, string> = {
    'amazon-order-id': '111-1',
    'purchase-date': '2026-06-01T10:00:00+00:00',
    'last-updated-date': '2026-06-02T10:00:00+00:00',
    'order-status': 'Shipped',
    'sales-channel': 'Amazon.co.uk',
    asin: 'B01',
    'item-status': 'Shipped',
    quantity: '2',
    currency: 'GBP',
    'item-price': '49.80',
    'ship-city': 'MANCHESTER',
    'promotion-ids': '',
  };
  return columns.map((column) => given[column] ?? usual[column] ?? '');
};
const parse = (...rows: readonly string[][]) =>
  parseOrdersReport([columns, ...rows].map((cells) => `${cells.join('\t')}\n`).join(''), null);

test('the rows of an order become one order, as of its last change', () => {
  const orders = parse(
    row({ 'promotion-ids': 'UK Core Free Shipping 2015/04/08,SUMMER' }),
    row({ asin: 'B02', quantity: '1', 'last-updated-date': '2026-06-03T10:00:00+00:00' }),
  );

  expect(orders).toEqual([
    {
      orderId: '111-1',
      marketplace: 'UK',
      placedAt: new Date('2026-06-01T10:00:00Z'),
      updatedAt: new Date('2026-06-03T10:00:00Z'),
      isCancelled: false,
      items: [
        { asin: 'B01', units: 2, unitPriceCents: 2490, promotionIds: ['SUMMER'] },
        { asin: 'B02', units: 1, unitPriceCents: 4980, promotionIds: [] },
      ],
    },
  ]);
  expect(JSON.stringify(orders)).not.toContain('MANCHESTER');
});

test.each([
  ['without a price', { 'item-price': '' }],
  ['whose price is no number', { 'item-price': 'n/a' }],
  ['without a charge', { 'item-price': '0.00' }],
  ['without units', { quantity: '0' }],
  ['in the currency of another marketplace', { currency: 'EUR' }],
])('a row %s tells no price', (_what, given) => {
  expect(parse(row(given))[0]?.items[0]?.unitPriceCents).toBeNull();
});

test('a cancelled order or item has no units', () => {
  const [order] = parse(row({ 'item-status': 'Cancelled' }), row({ asin: 'B02', 'order-status': 'Cancelled' }));

  expect(order?.items.map(({ units }) => units)).toEqual([0, 0]);
});

test.each([
  ['another channel', { 'sales-channel': 'Non-Amazon' }],
  ['no date', { 'purchase-date': '' }],
  ['no product', { asin: '' }],
])('a row with %s is left out', (_what, given) => {
  expect(parse(row(given))).toEqual([]);
});
