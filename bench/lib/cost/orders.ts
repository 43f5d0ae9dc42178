import { marketplaceId } from '../evaluate/answers.ts';
import type { CostWorld, Order } from './world.ts';

/** The orders API does not return orders younger than this. */
const feedLagMs = 120_000;
const ordersPerPage = 100;
const transactionsPerPage = 100;

/** Returns the time of an order's last change before `now`. */
export const updatedAt = ({ placedAt, shippedAt }: Order, now: number): number =>
  shippedAt <= now ? shippedAt : placedAt;

/** Returns the orders changed within a period, oldest change first. */
export function ordersBetween({ orders }: CostWorld, from: number, to: number): Order[] {
  return orders
    .filter((order) => order.placedAt <= to && updatedAt(order, to) > from)
    .toSorted((a, b) => updatedAt(a, to) - updatedAt(b, to));
}

/** Returns a page of orders; the token of the next page contains the end of the period and the offset. */
export function costOrders(world: CostWorld, query: URLSearchParams): string {
  const [until = world.now - feedLagMs, offset = 0] = tokenOf(query.get('paginationToken'));
  const after = Date.parse(query.get('lastUpdatedAfter') ?? query.get('createdAfter') ?? '');
  const found = ordersBetween(world, after, until);
  const orders = found.slice(offset, offset + ordersPerPage).map((order) => orderOf(order, until));
  const end = offset + ordersPerPage;
  return JSON.stringify({ orders, pagination: end < found.length ? { nextToken: `${until}:${end}` } : {} });
}

const tokenOf = (token: string | null): number[] => (token === null ? [] : token.split(':').map(Number));

const money = (amount: string) => ({ amount, currencyCode: 'USD' });

function orderOf(order: Order, now: number): unknown {
  const { asin, sku } = order.product;
  return {
    orderId: order.orderId,
    orderAliases: [],
    createdTime: new Date(order.placedAt).toISOString(),
    lastUpdatedTime: new Date(updatedAt(order, now)).toISOString(),
    programs: ['PRIME'],
    salesChannel: { channelName: 'AMAZON', marketplaceId, marketplaceName: 'Amazon.com' },
    fulfillment: { fulfillmentStatus: order.shippedAt <= now ? 'SHIPPED' : 'UNSHIPPED', fulfilledBy: 'AMAZON' },
    orderItems: [
      {
        orderItemId: order.orderId,
        quantityOrdered: 1,
        product: {
          asin,
          title: 'Heavy duty pre seasoned cast iron skillet, oven safe, for grill and induction',
          sellerSku: sku,
          condition: { conditionType: 'NEW', conditionSubtype: 'NEW' },
          price: { unitPrice: money('34.90') },
        },
        fulfillment: { quantityFulfilled: 1, quantityUnfulfilled: 0 },
        promotion: { breakdowns: [] },
      },
    ],
  };
}

/** Returns a page of transactions, one for every shipped order. */
export function costTransactions(world: CostWorld, query: URLSearchParams): string {
  const offset = Number(query.get('nextToken') ?? 0);
  const after = Date.parse(query.get('postedAfter') ?? '');
  const shipped = world.orders.filter(({ shippedAt }) => shippedAt > after && shippedAt <= world.now);
  const end = offset + transactionsPerPage;
  const transactions = shipped.slice(offset, end).map(transactionOf);
  return JSON.stringify({ payload: { transactions, ...(end < shipped.length && { nextToken: String(end) }) } });
}

const amount = (currencyAmount: number) => ({ currencyAmount, currencyCode: 'USD' });

const part = (breakdownType: string, value: number, breakdowns: unknown[] = []) => ({
  breakdownType,
  breakdownAmount: amount(value),
  breakdowns,
});

function transactionOf({ orderId, product, shippedAt }: Order): unknown {
  return {
    sellingPartnerMetadata: { sellingPartnerId: 'A1BENCHSELLER1', accountType: 'Standard Orders', marketplaceId },
    relatedIdentifiers: [{ relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: orderId }],
    transactionType: 'Shipment',
    transactionId: orderId,
    transactionStatus: 'RELEASED',
    description: 'Order Payment',
    postedDate: new Date(shippedAt).toISOString(),
    totalAmount: amount(25.8),
    marketplaceDetails: { marketplaceId, marketplaceName: 'Amazon.com' },
    items: [
      {
        description: 'Heavy duty pre seasoned cast iron skillet',
        totalAmount: amount(25.8),
        contexts: [{ contextType: 'ProductContext', asin: product.asin, sku: product.sku, quantityShipped: 1 }],
        breakdowns: [
          part('ProductCharges', 34.9, [part('OurPricePrincipal', 34.9)]),
          part('AmazonFees', -9.1, [part('FBAPerUnitFulfillmentFee', -3.86), part('Commission', -5.24)]),
        ],
      },
    ],
  };
}
