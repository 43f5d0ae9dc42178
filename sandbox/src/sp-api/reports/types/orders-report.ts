import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { letCustomersBuy } from '../../../world/life/customers.ts';
import { statusOf, updatedAt, type Order } from '../../../world/life/order.ts';
import { selectOrders, type Span } from '../../orders/select-orders.ts';
import { periodOf, whyPeriodIsFatal, type ReportType } from './report-type.ts';

/** Amazon fails reports over periods of more than 30 days. */
const maxDays = 30;

const empty = (): string => '';
const zero = (): string => '0.00';
const places = [
  ['SEATTLE', 'WA', '98109', 'US'],
  ['TORONTO', 'ON', 'M5V 2T6', 'CA'],
  ['MANCHESTER', '', 'M1 1AE', 'GB'],
  ['München', '', '80331', 'DE'],
  ['PUNE', 'MAHARASHTRA', '411001', 'IN'],
] as const;
const codes = ['US', 'CA', 'UK', 'DE', 'IN'];
const placeOf = ({ marketplace }: Order) => places[codes.indexOf(marketplace)] ?? places[0];

type Column = (order: Order, now: Date) => string;

/** Leaves a column empty for cancelled orders. */
const unlessCancelled =
  (column: Column): Column =>
  (order, now) =>
    statusOf(order, now) === 'CANCELLED' ? '' : column(order, now);

const isoSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`;

function orderStatus(order: Order, now: Date): string {
  const status = statusOf(order, now);
  if (status === 'CANCELLED') return 'Cancelled';
  if (status === 'SHIPPED') return 'Shipped';
  return order.fulfilledBy === 'AMAZON' ? 'Pending' : 'Unshipped';
}

/** Amazon's columns in Amazon's order. */
const columns: Readonly<Record<string, Column>> = {
  'amazon-order-id': ({ orderId }) => orderId,
  'merchant-order-id': ({ orderId, fulfilledBy }) => (fulfilledBy === 'AMAZON' ? '' : orderId),
  'purchase-date': ({ createdAt }) => isoSeconds(createdAt),
  'last-updated-date': (order, now) => isoSeconds(updatedAt(order, now)),
  'order-status': orderStatus,
  'fulfillment-channel': ({ fulfilledBy }) => (fulfilledBy === 'AMAZON' ? 'Amazon' : 'Merchant'),
  'sales-channel': ({ marketplace }) => marketplaceOf(marketplace).domain.replace('amazon', 'Amazon'),
  'order-channel': empty,
  url: empty,
  'ship-service-level': ({ fulfilledBy }) => (fulfilledBy === 'AMAZON' ? 'Expedited' : 'Standard'),
  'product-name': ({ title }) => title,
  sku: ({ sku }) => sku,
  asin: ({ asin }) => asin,
  'item-status': (order, now) => {
    const status = statusOf(order, now);
    return status.charAt(0) + status.slice(1).toLowerCase();
  },
  quantity: (order, now) => (statusOf(order, now) === 'CANCELLED' ? '0' : String(order.quantity)),
  currency: unlessCancelled(({ marketplace }) => marketplaceOf(marketplace).currency),
  'item-price': unlessCancelled(({ unitPriceCents, quantity }) => amount(unitPriceCents * quantity)),
  'item-tax': unlessCancelled(zero),
  'shipping-price': unlessCancelled(empty),
  'shipping-tax': empty,
  'gift-wrap-price': empty,
  'gift-wrap-tax': empty,
  'item-promotion-discount': unlessCancelled(({ discountCents }) => (discountCents > 0 ? amount(discountCents) : '')),
  'ship-promotion-discount': empty,
  'ship-city': (order) => placeOf(order)[0],
  'ship-state': (order) => placeOf(order)[1],
  'ship-postal-code': (order) => placeOf(order)[2],
  'ship-country': (order) => placeOf(order)[3],
  'promotion-ids': ({ promotionIds }) => promotionIds.join(','),
};

const amount = (cents: number): string => (cents / 100).toFixed(2);

/** Report of the orders created or updated in a period. */
export const ordersReport = (by: Span['by']): ReportType => ({
  header: () => Object.keys(columns),
  rows: (world, report, marketplaces) => {
    letCustomersBuy(world);
    const { from, to } = periodOf(report);
    const span: Span = { by, after: from, before: new Date(Math.min(to.getTime(), report.doneAt.getTime())) };
    const now = world.clock.now();
    const orders = selectOrders(world, report.sellerId, { span, marketplaces });
    return orders.map((order) => Object.values(columns).map((column) => column(order, now)));
  },
  isCancelledWhenEmpty: true,
  whyFatal: (report) => whyPeriodIsFatal(report, maxDays),
});
