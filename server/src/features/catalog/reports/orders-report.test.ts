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
        { asin: 'B01', units: 2, promotionIds: ['SUMMER'] },
        { asin: 'B02', units: 1, promotionIds: [] },
      ],
    },
  ]);
  expect(JSON.stringify(orders)).not.toContain('MANCHESTER');
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
