import * as z from 'zod/mini';
import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Order } from '../../world/order.ts';
import type { Seller } from '../../world/seller.ts';
import type { World } from '../../world/world.ts';
import { invalidInput, unauthorized } from '../error.ts';
import { marketplacesFor } from '../marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { offsetOf, pageToken } from '../page-token.ts';
import { csv, instant, integer, nonEmpty } from '../parameters.ts';

/** Orders younger than this are not answered yet. */
const settleMs = 120_000;
/** An order leaves the warehouse this long after it came in. */
const shipsAfterMs = 6 * 3_600_000;

const fulfillmentStatuses = [
  'PENDING_AVAILABILITY',
  'PENDING',
  'UNSHIPPED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'CANCELLED',
  'UNFULFILLABLE',
] as const;

const query = {
  createdAfter: z.optional(instant),
  createdBefore: z.optional(instant),
  lastUpdatedAfter: z.optional(instant),
  lastUpdatedBefore: z.optional(instant),
  fulfillmentStatuses: z.optional(csv(z.enum(fulfillmentStatuses))),
  marketplaceIds: z.optional(csv(nonEmpty, { max: 50 })),
  fulfilledBy: z.optional(csv(z.enum(['MERCHANT', 'AMAZON']))),
  maxResultsPerPage: z.optional(integer(1, 100)),
  paginationToken: z.optional(nonEmpty),
  includedData: z.optional(
    csv(
      z.enum([
        'BUYER',
        'RECIPIENT',
        'PROCEEDS',
        'EXPENSE',
        'PROMOTION',
        'CANCELLATION',
        'FULFILLMENT',
        'PACKAGES',
        'TAX',
        'PAYMENT',
        'FULFILLMENT_ORDERS',
      ]),
    ),
  ),
};

type Query = z.output<z.ZodMiniObject<typeof query>>;

interface Span {
  readonly by: 'createdAt' | 'updatedAt';
  readonly after: Date;
  readonly before: Date;
}

export const searchOrders = sellerOperation({
  operationId: 'searchOrders',
  method: 'GET',
  path: '/orders/2026-01-01/orders',
  rate: 0.0056,
  burst: 20,
  query,
  answer: ({ desk, seller, query: asked }) => {
    const personal = asked.includedData?.find((name) => name === 'BUYER' || name === 'RECIPIENT');
    if (personal) throw unauthorized(`The application has no role for ${personal}`);
    const span = spanOf(asked, desk.world.clock.now());
    return { status: 200, body: page(desk.world, seller, { asked, span }) };
  },
});

function spanOf(asked: Query, now: Date): Span {
  const { createdAfter, createdBefore, lastUpdatedAfter, lastUpdatedBefore } = asked;
  if ((createdAfter === undefined) === (lastUpdatedAfter === undefined)) {
    throw invalidInput('exactly one of createdAfter and lastUpdatedAfter must be given');
  }
  if (createdAfter ? lastUpdatedBefore : createdBefore) throw invalidInput('created and lastUpdated must not be mixed');
  const latest = new Date(now.getTime() - settleMs);
  const after = createdAfter ?? lastUpdatedAfter ?? latest;
  const before = createdBefore ?? lastUpdatedBefore;
  if (before && before > latest) throw invalidInput('the end must be at least two minutes before the request');
  if (before && before < after) throw invalidInput('the end must not be before the start');
  return { by: createdAfter ? 'createdAt' : 'updatedAt', after, before: before ?? latest };
}

function page(world: World, seller: Seller, { asked, span }: { asked: Query; span: Span }): unknown {
  const { paginationToken, maxResultsPerPage = 100, ...question } = asked;
  const key = JSON.stringify(question);
  const offset = offsetOf(key, paginationToken);
  const found = select(world, seller, { asked, span });
  const end = offset + maxResultsPerPage;
  const before = span.before.toISOString();
  return {
    orders: found.slice(offset, end).map((order) => present(order, asked.includedData ?? [], world.clock.now())),
    ...(end < found.length && { pagination: { nextToken: pageToken(key, end) } }),
    ...(span.by === 'createdAt' ? { createdBefore: before } : { lastUpdatedBefore: before }),
  };
}

/** Oldest first, so that what comes in between two pages is at the end. */
function select(world: World, seller: Seller, { asked, span }: { asked: Query; span: Span }): Order[] {
  const codes = asked.marketplaceIds
    ? marketplacesFor(seller, asked.marketplaceIds).map((marketplace) => marketplace.code)
    : seller.marketplaces;
  const now = world.clock.now();
  return world
    .ordersOf(seller.sellingPartnerId)
    .filter(
      (order) =>
        codes.includes(order.marketplace) &&
        order[span.by] >= span.after &&
        order[span.by] <= span.before &&
        (asked.fulfilledBy?.includes(order.fulfilledBy) ?? true) &&
        (asked.fulfillmentStatuses?.includes(fulfillmentStatus(order, now)) ?? true),
    )
    .toSorted((a, b) => a[span.by].getTime() - b[span.by].getTime() || (a.orderId < b.orderId ? -1 : 1));
}

const fulfillmentStatus = (order: Order, now: Date): 'SHIPPED' | 'UNSHIPPED' =>
  now.getTime() - order.createdAt.getTime() > shipsAfterMs ? 'SHIPPED' : 'UNSHIPPED';

function present(order: Order, included: readonly string[], now: Date): unknown {
  const { currency, id, domain } = marketplaceOf(order.marketplace);
  const amountOf = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: currency });
  const total = amountOf(order.unitPriceCents * order.quantity);
  const status = fulfillmentStatus(order, now);
  const done = status === 'SHIPPED' ? order.quantity : 0;
  const has = (name: string): boolean => included.includes(name);
  const item = {
    orderItemId: order.orderItemId,
    quantityOrdered: order.quantity,
    product: {
      asin: order.asin,
      title: order.title,
      sellerSku: order.sku,
      condition: { conditionType: 'NEW', conditionSubtype: 'NEW' },
      price: { unitPrice: amountOf(order.unitPriceCents) },
    },
    ...(has('PROCEEDS') && { proceeds: { proceedsTotal: total, breakdowns: [{ type: 'ITEM', subtotal: total }] } }),
    ...(has('PROMOTION') && { promotion: { breakdowns: [] } }),
    ...(has('FULFILLMENT') && { fulfillment: { quantityFulfilled: done, quantityUnfulfilled: order.quantity - done } }),
  };
  return {
    orderId: order.orderId,
    createdTime: order.createdAt.toISOString(),
    lastUpdatedTime: order.updatedAt.toISOString(),
    programs: order.fulfilledBy === 'AMAZON' ? ['PRIME'] : [],
    salesChannel: { channelName: 'AMAZON', marketplaceId: id, marketplaceName: capitalised(domain) },
    ...(has('PROCEEDS') && { proceeds: { grandTotal: total } }),
    ...(has('FULFILLMENT') && { fulfillment: { fulfillmentStatus: status, fulfilledBy: order.fulfilledBy } }),
    orderItems: [item],
  };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
