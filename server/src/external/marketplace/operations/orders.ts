import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { toCents } from '@app/shared/base/money.ts';
import { maybe, parseAnswer, parseMembers, type Refusal } from '../answers/answer.ts';
import type { CallOptions, Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';

export interface OrderedItem {
  readonly asin: string;
  readonly units: number;
  /**
   * The price of one unit before promotions, in the currency of the marketplace; `null` if it is missing, as in orders
   * that are not paid yet, or in another currency.
   */
  readonly unitPriceCents: number | null;
  /** Promotions of the seller. Amazon's promotions for its own shipping are left out. */
  readonly promotionIds: readonly string[];
}

/** The content, place and time of an order. Data about the buyer is never requested. */
export interface PlacedOrder {
  readonly orderId: string;
  readonly marketplace: string;
  readonly placedAt: Date;
  readonly updatedAt: Date;
  readonly isCancelled: boolean;
  readonly items: readonly OrderedItem[];
}

export interface OrdersPage {
  readonly orders: readonly PlacedOrder[];
  readonly refusals: readonly Refusal[];
  readonly nextToken: string | null;
}

/** An unreadable price becomes `null`, so that the rest of its order is still read. */
const unitPrice = z.catch(maybe(z.object({ amount: z.string(), currencyCode: z.string() })), null);
const item = z.object({
  quantityOrdered: z.int(),
  product: z.object({ asin: maybe(z.string()), price: maybe(z.object({ unitPrice })) }),
  promotion: maybe(z.object({ breakdowns: maybe(z.array(z.object({ promotionId: maybe(z.string()) }))) })),
  cancellation: maybe(z.object({ cancellationExecution: maybe(z.unknown()) })),
  fulfillment: maybe(z.object({ quantityFulfilled: maybe(z.int()) })),
});
const order = z.object({
  orderId: z.string(),
  createdTime: z.iso.datetime({ offset: true }),
  lastUpdatedTime: z.iso.datetime({ offset: true }),
  salesChannel: z.object({ channelName: maybe(z.string()), marketplaceId: maybe(z.string()) }),
  /** Without its status an order may be cancelled or not. */
  fulfillment: z.object({ fulfillmentStatus: z.string() }),
  orderItems: z.array(item),
});
const answer = z.object({
  orders: z.array(z.unknown()),
  pagination: maybe(z.object({ nextToken: maybe(z.string()) })),
});

export interface OrdersQuestion extends CallOptions {
  readonly marketplaceIds: readonly string[];
  /** Orders placed, or changed in any way, from this instant on. */
  readonly since: { readonly placed: Date } | { readonly changed: Date };
  readonly paginationToken: string | null;
}

/** Returns at most a hundred orders with their items. Orders of the last two minutes are not available yet. */
export async function searchOrders(
  caller: Caller,
  access: SellerAccess,
  { marketplaceIds, since, paginationToken, ...options }: OrdersQuestion,
): Promise<OrdersPage> {
  const operation = 'searchOrders';
  const body = await caller.ofSeller(access, {
    ...options,
    operation,
    path: '/orders/2026-01-01/orders',
    query: {
      marketplaceIds,
      ...('placed' in since
        ? { createdAfter: since.placed.toISOString() }
        : { lastUpdatedAfter: since.changed.toISOString() }),
      maxResultsPerPage: '100',
      // Never request BUYER or RECIPIENT.
      includedData: ['PROMOTION', 'CANCELLATION', 'FULFILLMENT'],
      ...(paginationToken !== null && { paginationToken }),
    },
  });
  const { orders, pagination } = parseAnswer(operation, answer, body);
  const { members, refusals } = parseMembers(order, orders);
  // An empty token names no page, and asking for it again and again would never end.
  return { orders: members.flatMap(placedOrder), refusals, nextToken: pagination?.nextToken || null };
}

/** The channel of orders that Amazon only ships, such as those of the seller's own shop. */
const otherChannel = 'NON_AMAZON';

/** Leaves out orders of other sales channels and of marketplaces that the product does not support. */
function placedOrder({ salesChannel, fulfillment, ...told }: z.output<typeof order>): PlacedOrder[] {
  const known = findMarketplaceById(salesChannel.marketplaceId ?? '');
  if (!known || salesChannel.channelName === otherChannel) return [];
  return [
    {
      orderId: told.orderId,
      marketplace: known.code,
      placedAt: new Date(told.createdTime),
      updatedAt: new Date(told.lastUpdatedTime),
      isCancelled: fulfillment.fulfillmentStatus === 'CANCELLED',
      items: told.orderItems.flatMap((one) => orderedItem(one, known.currency)),
    },
  ];
}

function orderedItem(told: z.output<typeof item>, currency: string): OrderedItem[] {
  const { product, promotion } = told;
  if (product.asin === null) return [];
  const ids = (promotion?.breakdowns ?? []).flatMap(({ promotionId }) => promotionId ?? []);
  const price = product.price?.unitPrice ?? null;
  return [
    {
      asin: product.asin,
      units: unitsSold(told),
      unitPriceCents: price?.currencyCode === currency ? priceOfOne(price.amount, 1) : null,
      promotionIds: ownPromotions(ids),
    },
  ];
}

/**
 * An item may be cancelled in an order whose other items are sent. Its quantity stays what the customer ordered, so that
 * only units count that were sent before.
 */
const unitsSold = ({ quantityOrdered, cancellation, fulfillment }: z.output<typeof item>): number =>
  (cancellation?.cancellationExecution ?? null) === null
    ? quantityOrdered
    : Math.min(quantityOrdered, fulfillment?.quantityFulfilled ?? 0);

/** Returns the price of one unit if this many units cost this amount; `null` if either number is unusable. */
export function priceOfOne(amount: string, units: number): number | null {
  const cents = toCents(Number(amount) / units);
  return Number.isSafeInteger(cents) && cents > 0 ? cents : null;
}

/**
 * Matches names such as "US Core Free Shipping 2015/04/08 23-48-50-108". An order with no other promotion counts as
 * sold without one.
 */
const shippingPromotion = /core free|free shipping/i;

export const ownPromotions = (ids: readonly string[]): string[] =>
  [...new Set(ids.map((id) => id.trim()))].filter((id) => id !== '' && !shippingPromotion.test(id)).toSorted();
