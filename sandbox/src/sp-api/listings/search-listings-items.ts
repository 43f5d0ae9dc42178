import * as z from 'zod/mini';
import type { Listing } from '../../world/model/product.ts';
import type { Seller } from '../../world/model/seller.ts';
import { invalidInput, unauthorized } from '../request/error.ts';
import { listingItem, type ListingData } from './listing-item.ts';
import { enforcementsOf, parentSkuOf, statusOf } from './listing-status.ts';
import { marketplacesFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { offsetOf, pageToken } from '../request/page-token.ts';
import { csv, instant, integer, nonEmpty } from '../request/parameters.ts';
import type { World } from '../../world/world.ts';

const status = z.enum(['BUYABLE', 'DISCOVERABLE']);
const data = z.enum([
  'summaries',
  'attributes',
  'issues',
  'offers',
  'fulfillmentAvailability',
  'procurement',
  'relationships',
  'productTypes',
]);

/** Amazon returns at most this many items over all pages. */
const maxPageable = 1000;

const query = {
  marketplaceIds: csv(nonEmpty),
  issueLocale: z.optional(nonEmpty),
  includedData: z.optional(csv(data)),
  identifiers: z.optional(csv(nonEmpty, { max: 20 })),
  identifiersType: z.optional(z.enum(['ASIN', 'EAN', 'FNSKU', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'])),
  variationParentSku: z.optional(nonEmpty),
  packageHierarchySku: z.optional(nonEmpty),
  createdAfter: z.optional(instant),
  createdBefore: z.optional(instant),
  lastUpdatedAfter: z.optional(instant),
  lastUpdatedBefore: z.optional(instant),
  withIssueSeverity: z.optional(csv(z.enum(['WARNING', 'ERROR']))),
  withStatus: z.optional(csv(status)),
  withoutStatus: z.optional(csv(status)),
  sortBy: z.optional(z.enum(['sku', 'createdDate', 'lastUpdatedDate'])),
  sortOrder: z.optional(z.enum(['ASC', 'DESC'])),
  pageSize: z.optional(integer(1, 20)),
  pageToken: z.optional(nonEmpty),
};

type Query = z.output<z.ZodMiniObject<typeof query>>;

export const searchListingsItems = sellerOperation({
  operationId: 'searchListingsItems',
  method: 'GET',
  path: '/listings/2021-08-01/items/{sellerId}',
  rate: 5,
  burst: 5,
  params: { sellerId: nonEmpty },
  query,
  answer: ({ context, seller, params, query: parameters }) => {
    if (params.sellerId !== seller.sellingPartnerId) throw unauthorized();
    refuseContradictions(parameters);
    const codes = marketplacesFor(seller, parameters.marketplaceIds).map((marketplace) => marketplace.code);
    const found = select(context.world, seller, { codes, parameters });
    return { status: 200, body: page(context.world, found, parameters) };
  },
});

function refuseContradictions(parameters: Query): void {
  const { identifiers, identifiersType, variationParentSku, packageHierarchySku } = parameters;
  if ((identifiers === undefined) !== (identifiersType === undefined)) {
    throw invalidInput('identifiers and identifiersType must be given together');
  }
  if ([identifiers, variationParentSku, packageHierarchySku].filter((value) => value !== undefined).length > 1) {
    throw invalidInput('identifiers, variationParentSku and packageHierarchySku exclude each other');
  }
}

/** Returns one group per SKU, with its listings in the requested marketplaces. */
function select(
  world: World,
  seller: Seller,
  { codes, parameters }: { codes: string[]; parameters: Query },
): Listing[][] {
  const listings = codes.flatMap((code) => world.listingsOfSeller(seller.sellingPartnerId, code));
  const matching = listings.filter(
    (listing) => isNamed(world, listing, parameters) && matchesFilter(world, listing, parameters),
  );
  const groups = [...Map.groupBy(matching, (listing) => listing.sku).values()];
  const direction = parameters.sortOrder === 'ASC' ? 1 : -1;
  return groups.toSorted((a, b) => direction * compare(a[0], b[0], parameters.sortBy));
}

function isNamed(world: World, listing: Listing, parameters: Query): boolean {
  const { identifiers, identifiersType, variationParentSku, packageHierarchySku } = parameters;
  if (packageHierarchySku !== undefined) return false;
  if (variationParentSku !== undefined) {
    const product = world.findProduct(listing.asin, listing.marketplace);
    return product !== undefined && product.parentAsin !== '' && parentSkuOf(product) === variationParentSku;
  }
  if (!identifiers) return true;
  // Amazon cannot tell a comma within a SKU from one between two SKUs, so it also searches for the whole list as one
  // SKU.
  if (identifiersType === 'SKU') return [...identifiers, identifiers.join(',')].includes(listing.sku);
  return identifiersType === 'ASIN' && identifiers.includes(listing.asin);
}

function matchesFilter(world: World, listing: Listing, parameters: Query): boolean {
  const statuses: readonly string[] = statusOf(listing);
  return (
    (parameters.withStatus ?? []).every((wanted) => statuses.includes(wanted)) &&
    !(parameters.withoutStatus ?? []).some((unwanted) => statuses.includes(unwanted)) &&
    (parameters.withIssueSeverity === undefined ||
      (parameters.withIssueSeverity.includes('ERROR') && enforcementsOf(listing).length > 0)) &&
    isWithin(listing.createdAt, parameters.createdAfter, parameters.createdBefore) &&
    isWithin(listing.updatedAt, parameters.lastUpdatedAfter, parameters.lastUpdatedBefore) &&
    world.findProduct(listing.asin, listing.marketplace) !== undefined
  );
}

const isWithin = (at: Date, after: Date | undefined, before: Date | undefined): boolean =>
  (after === undefined || at >= after) && (before === undefined || at <= before);

function compare(a: Listing | undefined, b: Listing | undefined, sortBy: Query['sortBy']): number {
  if (!a || !b) return 0;
  const bySku = a.sku < b.sku ? -1 : 1;
  if (sortBy === 'sku') return bySku;
  if (sortBy === 'createdDate') return a.createdAt.getTime() - b.createdAt.getTime() || bySku;
  return a.updatedAt.getTime() - b.updatedAt.getTime() || bySku;
}

function page(world: World, found: readonly Listing[][], parameters: Query): unknown {
  const { pageToken: token, pageSize = 10, ...question } = parameters;
  const key = JSON.stringify(question);
  const offset = offsetOf(key, token);
  const end = Math.min(offset + pageSize, maxPageable);
  const included: readonly ListingData[] = parameters.includedData ?? ['summaries'];
  const pagination = {
    ...(end < Math.min(found.length, maxPageable) && { nextToken: pageToken(key, end) }),
    ...(offset > 0 && { previousToken: pageToken(key, Math.max(0, offset - pageSize)) }),
  };
  return {
    numberOfResults: found.length,
    ...(Object.keys(pagination).length > 0 && { pagination }),
    items: found.slice(offset, end).map((listings) => listingItem(world, listings, included)),
  };
}
