import * as z from 'zod/mini';
import type { Listing } from '../../world/model/product.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { EndpointContext } from '../endpoint-context.ts';
import { invalidInput } from '../request/error.ts';
import { marketplaceFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { expiringOffsetOf, expiringToken } from '../request/page-token.ts';
import { csv, flag, instant, nonEmpty } from '../request/parameters.ts';
import { inventorySummary } from './inventory-summary.ts';

const pageSize = 50;
const tokenLivesMs = 30_000;
/** Amazon refuses a start more than 18 months ago. */
const earliestStartAgoMs = 548 * 86_400_000;

const query = {
  granularityType: z.literal('Marketplace'),
  granularityId: nonEmpty,
  marketplaceIds: csv(nonEmpty, { max: 1 }),
  details: z.optional(flag),
  startDateTime: z.optional(instant),
  sellerSkus: z.optional(csv(nonEmpty, { max: 50 })),
  sellerSku: z.optional(nonEmpty),
  nextToken: z.optional(nonEmpty),
};

type Query = z.output<z.ZodMiniObject<typeof query>>;

export const getInventorySummaries = sellerOperation({
  operationId: 'getInventorySummaries',
  method: 'GET',
  path: '/fba/inventory/v1/summaries',
  rate: 2,
  burst: 2,
  query,
  answer: ({ context, seller, query: parameters }) => {
    const { code, id } = marketplaceFor(seller, parameters.marketplaceIds[0] ?? '');
    if (parameters.granularityId !== id) throw invalidInput('granularityId must be the marketplace');
    const now = context.world.clock.now();
    if (parameters.startDateTime && now.getTime() - parameters.startDateTime.getTime() > earliestStartAgoMs) {
      throw invalidInput('startDateTime must be within the last 18 months');
    }
    const found = select(context, seller, { code, parameters });
    return { status: 200, body: page(context, found, { parameters, now }) };
  },
});

function select(
  { world, stockChanges }: EndpointContext,
  seller: Seller,
  { code, parameters }: { code: string; parameters: Query },
): Listing[] {
  const { startDateTime, sellerSkus, sellerSku } = parameters;
  return world
    .listingsOfSeller(seller.sellingPartnerId, code)
    .filter(({ fulfilledBy }) => fulfilledBy === 'AMAZON')
    .filter((listing) =>
      // Amazon ignores the SKUs if startDateTime is given.
      startDateTime
        ? stockChanges.changedAt(listing) >= startDateTime
        : isNamed(listing, sellerSkus ?? (sellerSku && [sellerSku])),
    );
}

const isNamed = ({ sku }: Listing, skus: readonly string[] | '' | undefined): boolean => !skus || skus.includes(sku);

function page(
  context: EndpointContext,
  found: readonly Listing[],
  { parameters, now }: { parameters: Query; now: Date },
): unknown {
  const { nextToken: token, granularityType, granularityId, details = false, ...question } = parameters;
  const key = JSON.stringify({ ...question, granularityId, details });
  const offset = expiringOffsetOf(key, token, { now, lifetimeMs: tokenLivesMs });
  const end = offset + pageSize;
  return {
    ...(end < found.length && { pagination: { nextToken: expiringToken(key, end, now) } }),
    payload: {
      granularity: { granularityType, granularityId },
      inventorySummaries: found.slice(offset, end).map((listing) => inventorySummary(context, listing, details)),
    },
  };
}
