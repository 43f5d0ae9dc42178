import { ordersBetween, updatedAt } from './orders.ts';
import type { CostWorld } from './world.ts';

type Table = (
  world: CostWorld,
  span: { readonly from: number; readonly to: number },
) => readonly (readonly (string | number)[])[];

/** Reports with Amazon's columns, or with enough of them to have a realistic size. */
const tables: Readonly<Record<string, Table>> = {
  GET_MERCHANT_LISTINGS_ALL_DATA: ({ products }) => [
    ['item-name', 'item-description', 'listing-id', 'seller-sku', 'price', 'quantity', 'asin1', 'status'],
    ...products.map(({ asin, sku, index }) => [
      `Cast-iron skillet ${index}`,
      'Heavy duty pre seasoned cast iron skillet, oven safe, for grill and induction',
      index,
      sku,
      '34.90',
      '',
      asin,
      'Active',
    ]),
  ],
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL: (world, { from, to }) =>
    orderRows(
      world,
      world.orders.filter(({ placedAt }) => placedAt >= from && placedAt <= to),
    ),
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL: (world, { from, to }) =>
    orderRows(world, ordersBetween(world, from, to)),
  GET_SELLER_FEEDBACK_DATA: (world) => [
    ['Date', 'Rating', 'Comments', 'Response', 'Order ID', 'Rater Email'],
    ...world.products
      .filter((product) => world.revision('feedback', product) > 0)
      .map(({ index }) => [usDay(world.now), 2, 'It came late', '', world.orders[index]?.orderId ?? '', '']),
  ],
  GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA: (world) => [
    [
      'sku',
      'asin',
      'amazon-store',
      'product-size-tier',
      'currency',
      'longest-side',
      'median-side',
      'shortest-side',
      'unit-of-dimension',
      'item-package-weight',
      'unit-of-weight',
      'expected-fulfillment-fee-per-unit',
    ],
    ...world.products.map((product) => {
      const fee = (3.86 + 0.25 * world.revision('feePreview', product)).toFixed(2);
      return [product.sku, product.asin, 'US', 'Standard', 'USD', 10.2, 8.1, 2.4, 'inches', 3.1, 'pounds', fee];
    }),
  ],
  GET_MERCHANTS_LISTINGS_FYP_REPORT: (world) => [
    ['Status', 'Reason', 'SKU', 'ASIN', 'Product name', 'Condition', 'Status Change Date', 'Issue Description'],
    ...world.products
      .filter((product) => world.revision('suppression', product) % 2 === 1)
      .map(({ sku, asin }) => ['Search Suppressed', 'Missing info', sku, asin, 'Skillet', 'New', '', 'No main image']),
  ],
};

function orderRows(world: CostWorld, orders: CostWorld['orders']): (string | number)[][] {
  return [
    [
      'amazon-order-id',
      'purchase-date',
      'last-updated-date',
      'order-status',
      'sales-channel',
      'sku',
      'asin',
      'item-status',
      'quantity',
      'currency',
      'item-price',
      'promotion-ids',
    ],
    ...orders.map((order) => {
      const { orderId, product, placedAt, shippedAt } = order;
      const [placed, updated] = [placedAt, updatedAt(order, world.now)].map((at) => new Date(at).toISOString());
      const status = shippedAt <= world.now ? 'Shipped' : 'Pending';
      const { sku, asin } = product;
      const place = 'Amazon.com';
      return [orderId, placed ?? '', updated ?? '', status, place, sku, asin, status, 1, 'USD', '34.90', ''];
    }),
  ];
}

const usDay = (at: number): string => new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC' });

/** Returns the text of a report; its id contains the type and the requested period. */
export function costReport(world: CostWorld, id: string): string {
  const [type = '', from, to] = decodeURIComponent(id).split('~');
  const table = tables[type];
  if (!table) throw new Error(`No report of type ${type} is defined`);
  const rows = table(world, { from: Number(from), to: to ? Number(to) : world.now });
  return `${rows.map((row) => row.join('\t')).join('\n')}\n`;
}
