import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { unitsOf, type Listing, type Product } from '../../world/model/product.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { World } from '../../world/world.ts';
import { invalidInput } from '../request/error.ts';
import { marketplaceFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { nonEmpty } from '../request/parameters.ts';

/** Marketplaces with subscribe and save. */
const offeredIn = new Set(['US', 'CA', 'ES', 'UK', 'FR', 'IT', 'IN', 'DE', 'JP']);

const few = z.optional(z.array(nonEmpty).check(z.minLength(1), z.maxLength(20)));
const eligibility = z.enum(['ELIGIBLE', 'INELIGIBLE', 'SUSPENDED', 'REPLENISHMENT_ONLY_ORDERING']);

const filters = z.strictObject({
  marketplaceId: nonEmpty,
  programTypes: z.array(z.literal('SUBSCRIBE_AND_SAVE')).check(z.minLength(1)),
  skus: few,
  asins: few,
  eligibilities: z.optional(z.array(eligibility).check(z.minLength(1))),
});

const body = z.strictObject({
  pagination: z.strictObject({
    limit: z.int().check(z.minimum(1), z.maximum(100)),
    offset: z.int().check(z.minimum(0), z.maximum(9000)),
  }),
  filters,
  sort: z.optional(z.strictObject({ order: z.enum(['ASC', 'DESC']), key: z.enum(['ASIN', 'PRICE', 'INVENTORY']) })),
});

type ListOffersBody = z.output<typeof body>;

interface Line {
  readonly listing: Listing;
  readonly product: Product;
}

export const listOffers = sellerOperation({
  operationId: 'listOffers',
  method: 'POST',
  path: '/replenishment/2022-11-07/offers/search',
  rate: 1,
  burst: 1,
  body,
  answer: ({ context, seller, body: parameters }) => {
    const { code } = marketplaceFor(seller, parameters.filters.marketplaceId);
    if (!offeredIn.has(code)) throw invalidInput('filters.marketplaceId has no replenishment programs');
    const found = select(context.world, seller, { code, parameters });
    const { limit, offset } = parameters.pagination;
    return {
      status: 200,
      body: { offers: found.slice(offset, offset + limit).map(offer), pagination: { totalResults: found.length } },
    };
  },
});

function select(
  world: World,
  seller: Seller,
  { code, parameters }: { code: string; parameters: ListOffersBody },
): Line[] {
  const { skus, asins, eligibilities } = parameters.filters;
  const found = world
    .listingsOfSeller(seller.sellingPartnerId, code)
    .filter((listing) => listing.isActive && (skus?.includes(listing.sku) ?? true))
    .flatMap((listing) => {
      const product = world.findProduct(listing.asin, code);
      return product ? [{ listing, product }] : [];
    })
    .filter(({ product }) => asins?.includes(product.asin) ?? true)
    .filter(({ product }) => eligibilities?.includes(product.eligibility) ?? true);
  const sorted = found.toSorted(orders[parameters.sort?.key ?? 'ASIN']);
  return parameters.sort?.order === 'DESC' ? sorted.toReversed() : sorted;
}

const bySku = (a: Line, b: Line): number => (a.listing.sku < b.listing.sku ? -1 : 1);

const orders: Readonly<Record<NonNullable<ListOffersBody['sort']>['key'], (a: Line, b: Line) => number>> = {
  ASIN: (a, b) => (a.product.asin === b.product.asin ? bySku(a, b) : a.product.asin < b.product.asin ? -1 : 1),
  PRICE: (a, b) => a.listing.priceCents - b.listing.priceCents || bySku(a, b),
  INVENTORY: (a, b) => unitsOf(a.listing) - unitsOf(b.listing) || bySku(a, b),
};

const offer = ({ listing, product }: Line): unknown => ({
  sku: listing.sku,
  asin: product.asin,
  marketplaceId: marketplaceOf(product.marketplace).id,
  eligibility: product.eligibility,
  offerProgramConfiguration: {
    preferences: { autoEnrollment: 'OPTED_IN' },
    promotions: { sellingPartnerFundedBaseDiscount: { percentage: 5 }, amazonFundedTieredDiscount: { percentage: 0 } },
    enrollmentMethod: 'AUTOMATIC',
  },
  programType: 'SUBSCRIBE_AND_SAVE',
  price: listing.priceCents / 100,
  priceCurrencyCode: marketplaceOf(product.marketplace).currency,
  inventory: unitsOf(listing),
  fulfillmentNetworkIDType: listing.fulfilledBy === 'AMAZON' ? 'AFN' : 'MFN',
});
