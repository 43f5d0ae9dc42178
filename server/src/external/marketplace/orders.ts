import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { maybe, parseAnswer, parseMembers, type Refusal } from './answer.ts';
import type { CallOptions, Caller } from './caller.ts';
import type { SellerAccess } from './seller-access.ts';

/** One product in one order. Nothing about the buyer is asked for. */
export interface Sale {
  readonly marketplace: string;
  readonly asin: string;
  readonly soldAt: Date;
}

export interface OrdersPage {
  readonly sales: readonly Sale[];
  readonly refusals: readonly Refusal[];
  readonly nextToken: string | null;
}

const order = z.object({
  createdTime: z.string(),
  salesChannel: z.object({ marketplaceId: maybe(z.string()) }),
  fulfillment: maybe(z.object({ fulfillmentStatus: maybe(z.string()) })),
  orderItems: z.array(z.object({ product: z.object({ asin: maybe(z.string()) }) })),
});
const answer = z.object({
  orders: z.array(z.unknown()),
  pagination: maybe(z.object({ nextToken: maybe(z.string()) })),
});

export interface OrdersQuestion extends CallOptions {
  readonly marketplaceIds: readonly string[];
  readonly createdAfter: Date;
  readonly paginationToken: string | null;
}

export async function searchOrders(
  caller: Caller,
  access: SellerAccess,
  { marketplaceIds, createdAfter, paginationToken, ...options }: OrdersQuestion,
): Promise<OrdersPage> {
  const operation = 'searchOrders';
  const body = await caller.ofSeller(access, {
    ...options,
    operation,
    path: '/orders/2026-01-01/orders',
    query: {
      marketplaceIds,
      createdAfter: createdAfter.toISOString(),
      maxResultsPerPage: '100',
      includedData: 'FULFILLMENT',
      ...(paginationToken !== null && { paginationToken }),
    },
  });
  const { orders, pagination } = parseAnswer(operation, answer, body);
  const { members, refusals } = parseMembers(order, orders);
  return { sales: members.flatMap(salesOf), refusals, nextToken: pagination?.nextToken ?? null };
}

/** A cancelled order is no sale. */
function salesOf({ createdTime, salesChannel, fulfillment, orderItems }: z.output<typeof order>): Sale[] {
  const known = findMarketplaceById(salesChannel.marketplaceId ?? '');
  const soldAt = new Date(createdTime);
  const isSale = fulfillment?.fulfillmentStatus !== 'CANCELLED' && !Number.isNaN(soldAt.getTime());
  if (!known || !isSale) return [];
  return orderItems.flatMap(({ product: { asin } }) => (asin ? [{ marketplace: known.code, asin, soldAt }] : []));
}
