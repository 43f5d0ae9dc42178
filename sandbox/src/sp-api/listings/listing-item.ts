import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { isBuyable, type Listing, type Product } from '../../world/product.ts';
import type { World } from '../../world/world.ts';

export type ListingData =
  | 'summaries'
  | 'attributes'
  | 'issues'
  | 'offers'
  | 'fulfillmentAvailability'
  | 'procurement'
  | 'relationships'
  | 'productTypes';

interface Line {
  readonly listing: Listing;
  readonly product: Product;
  readonly marketplaceId: string;
  readonly currency: string;
  readonly imageLink: string;
}

/** What shoppers can do with a listing; nothing when the marketplace took it down. */
export function statusOf(listing: Listing): ('BUYABLE' | 'DISCOVERABLE')[] {
  if (isBuyable(listing)) return ['BUYABLE', 'DISCOVERABLE'];
  return listing.isSuspended ? [] : ['DISCOVERABLE'];
}

/** One SKU in the marketplaces asked for, with the data sets asked for. */
export function listingItem(world: World, listings: readonly Listing[], included: readonly ListingData[]): unknown {
  const lines = listings.flatMap((listing) => lineOf(world, listing));
  const sets: Record<ListingData, () => unknown> = {
    summaries: () => lines.map(summary),
    attributes: () => attributes(lines),
    issues: () => lines.flatMap(issues),
    offers: () => lines.filter(({ listing }) => listing.isActive).map(offer),
    fulfillmentAvailability: () => lines.slice(0, 1).map(availability),
    procurement: () => [],
    relationships: () => lines.map(({ marketplaceId }) => ({ marketplaceId, relationships: [] })),
    productTypes: () =>
      lines.map(({ marketplaceId, product }) => ({ marketplaceId, productType: product.productType })),
  };
  return { sku: listings[0]?.sku, ...Object.fromEntries(included.map((name) => [name, sets[name]()])) };
}

function lineOf(world: World, listing: Listing): Line[] {
  const product = world.findProduct(listing.asin, listing.marketplace);
  if (!product) return [];
  const { id: marketplaceId, currency } = marketplaceOf(listing.marketplace);
  return [{ listing, product, marketplaceId, currency, imageLink: world.pictureUrl(listing.asin, 500) }];
}

const summary = ({ listing, product, marketplaceId, imageLink }: Line): unknown => ({
  marketplaceId,
  asin: product.asin,
  productType: product.productType,
  conditionType: 'new_new',
  status: statusOf(listing),
  ...(listing.fulfilledBy === 'AMAZON' && { fnSku: `X00${listing.listingId.slice(-7)}` }),
  itemName: product.title,
  createdDate: listing.createdAt.toISOString(),
  lastUpdatedDate: listing.updatedAt.toISOString(),
  // The picture that the seller sent in; customers see the catalogue's.
  mainImage: { link: imageLink, height: 500, width: 500 },
});

function attributes([line]: readonly Line[]): unknown {
  if (!line) return {};
  const { product, listing, marketplaceId, currency } = line;
  const schedule = [{ value_with_tax: listing.priceCents / 100 }];
  return {
    item_name: [{ value: product.title, marketplace_id: marketplaceId }],
    brand: [{ value: product.brand, marketplace_id: marketplaceId }],
    condition_type: [{ value: 'new_new', marketplace_id: marketplaceId }],
    purchasable_offer: [{ currency, audience: 'ALL', our_price: [{ schedule }], marketplace_id: marketplaceId }],
  };
}

const issues = ({ listing, marketplaceId }: Line): unknown[] =>
  listing.isSuspended
    ? [
        {
          code: '18742',
          message: 'Restricted Products Policy Violation',
          severity: 'ERROR',
          categories: [],
          enforcements: { actions: [{ action: 'LISTING_SUPPRESSED' }], exemption: { status: 'NOT_EXEMPT' } },
          marketplaceIds: [marketplaceId],
        },
      ]
    : [];

const offer = ({ listing, marketplaceId, currency }: Line): unknown => ({
  marketplaceId,
  offerType: 'B2C',
  price: { currencyCode: currency, amount: (listing.priceCents / 100).toFixed(2) },
});

function availability({ listing }: Line): unknown {
  const channel = { US: 'AMAZON_NA', CA: 'AMAZON_NA', IN: 'AMAZON_IN' }[listing.marketplace] ?? 'AMAZON_EU';
  return listing.fulfilledBy === 'AMAZON'
    ? { fulfillmentChannelCode: channel }
    : { fulfillmentChannelCode: 'DEFAULT', quantity: listing.quantity };
}
