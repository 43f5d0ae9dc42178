import * as z from 'zod/mini';
import { letCustomersBuy } from '../../world/life/customers.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { World } from '../../world/world.ts';
import { invalidInput, unauthorized } from '../request/error.ts';
import { marketplacesFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { offsetOf, pageToken } from '../request/page-token.ts';
import { csv, instant, integer, nonEmpty } from '../request/parameters.ts';
import { presentOrder } from './present-order.ts';
import { selectOrders, type OrderFilter, type Span } from './select-orders.ts';
import type { Order } from '../../world/life/order.ts';

/** Amazon does not return orders younger than two minutes. */
const answerLagMs = 120_000;
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

export const searchOrders = sellerOperation({
  operationId: 'searchOrders',
  method: 'GET',
  path: '/orders/2026-01-01/orders',
  rate: 0.0056,
  burst: 20,
  query,
  answer: ({ context, seller, query: parameters }) => {
    const personal = parameters.includedData?.find((name) => name === 'BUYER' || name === 'RECIPIENT');
    if (personal) throw unauthorized(`The application has no role for ${personal}`);
    letCustomersBuy(context.world);
    const span = spanOf(parameters, context.world.clock.now());
    return { status: 200, body: page(context.world, seller, { parameters, span }) };
  },
});

function spanOf(parameters: Query, now: Date): Span {
  const { createdAfter, createdBefore, lastUpdatedAfter, lastUpdatedBefore } = parameters;
  if ((createdAfter === undefined) === (lastUpdatedAfter === undefined)) {
    throw invalidInput('exactly one of createdAfter and lastUpdatedAfter must be given');
  }
  if (createdAfter ? lastUpdatedBefore : createdBefore) throw invalidInput('created and lastUpdated must not be mixed');
  const latest = new Date(now.getTime() - answerLagMs);
  const after = createdAfter ?? lastUpdatedAfter ?? latest;
  const before = createdBefore ?? lastUpdatedBefore;
  if (before && before > latest) throw invalidInput('the end must be at least two minutes before the request');
  if (before && before < after) throw invalidInput('the end must not be before the start');
  return { by: createdAfter ? 'created' : 'updated', after, before: before ?? latest };
}

const selections = new WeakMap<World, ReturnType<typeof createSelections>>();

function page(world: World, seller: Seller, { parameters, span }: { parameters: Query; span: Span }): unknown {
  const { paginationToken, maxResultsPerPage = 100, ...question } = parameters;
  const key = JSON.stringify(question);
  const offset = offsetOf(key, paginationToken);
  const known = selections.get(world) ?? createSelections();
  selections.set(world, known);
  const isNew = paginationToken === undefined;
  const { orders, before } = known.read(`${seller.sellingPartnerId} ${key}`, isNew, () =>
    selectionOf(world, seller, { parameters, span }),
  );
  const end = offset + maxResultsPerPage;
  const now = world.clock.now();
  return {
    orders: orders.slice(offset, end).map((order) => presentOrder(order, parameters.includedData ?? [], now)),
    ...(end < orders.length && { pagination: { nextToken: pageToken(key, end) } }),
    ...(span.by === 'created' ? { createdBefore: before } : { lastUpdatedBefore: before }),
  };
}

function selectionOf(world: World, seller: Seller, { parameters, span }: { parameters: Query; span: Span }): Selection {
  const marketplaces = parameters.marketplaceIds
    ? marketplacesFor(seller, parameters.marketplaceIds).map((marketplace) => marketplace.code)
    : seller.marketplaces;
  const { fulfilledBy, fulfillmentStatuses: statuses } = parameters;
  const filter: OrderFilter = { span, marketplaces, fulfilledBy, statuses };
  return { orders: selectOrders(world, seller.sellingPartnerId, filter), before: span.before.toISOString() };
}

/** The result of a query at the time of its first page. */
interface Selection {
  readonly orders: readonly Order[];
  /** End of the searched period in ISO 8601. */
  readonly before: string;
}

/** Caches the results of recent queries, so that later pages return the same result without another search. */
interface Selections {
  read(question: string, isNew: boolean, select: () => Selection): Selection;
}

const maxCachedQueries = 24;

function createSelections(): Selections {
  const kept = new Map<string, Selection>();
  return {
    read: (question, isNew, select) => {
      const known = isNew ? undefined : kept.get(question);
      if (known) return known;
      const found = select();
      kept.delete(question);
      kept.set(question, found);
      const [oldest] = kept.keys();
      if (kept.size > maxCachedQueries && oldest !== undefined) kept.delete(oldest);
      return found;
    },
  };
}
