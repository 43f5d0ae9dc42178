import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Listing, Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';
import { decimalText, unlessNoisy, pictureLink, shuffleByNoise } from '../noise.ts';
import { type Enforcement, fnSkuOf, parentSkuOf, statusOf } from './listing-status.ts';

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

/** Returns one SKU with the requested data sets for the requested marketplaces. */
export function listingItem(world: World, listings: readonly Listing[], included: readonly ListingData[]): unknown {
  const lines = listings.flatMap((listing) => lineOf(world, listing));
  const sets: Record<ListingData, () => unknown> = {
    summaries: () => lines.map(summary),
    attributes: () => attributes(lines),
    issues: () =>
      lines.flatMap(({ product, listing, marketplaceId }) =>
        shuffleByNoise(product, 'issues', issuesOf(listing, marketplaceId)),
      ),
    offers: () => lines.filter(({ listing }) => listing.isActive).map(offer),
    fulfillmentAvailability: () => lines.slice(0, 1).map(availability),
    procurement: () => [],
    relationships: () => lines.map(relationships),
    productTypes: () =>
      lines.map(({ marketplaceId, product }) => ({ marketplaceId, productType: product.productType })),
  };
  return { sku: listings[0]?.sku, ...Object.fromEntries(included.map((name) => [name, sets[name]()])) };
}

function lineOf(world: World, listing: Listing): Line[] {
  const product = world.findProduct(listing.asin, listing.marketplace);
  if (!product) return [];
  const { id: marketplaceId, currency } = marketplaceOf(listing.marketplace);
  return [{ listing, product, marketplaceId, currency, imageLink: pictureLink(world, product, 500) }];
}

const summary = ({ listing, product, marketplaceId, imageLink }: Line): unknown => ({
  marketplaceId,
  asin: product.asin,
  productType: product.productType,
  conditionType: 'new_new',
  status: shuffleByNoise(product, 'status', statusOf(listing)),
  ...(listing.fulfilledBy === 'AMAZON' && unlessNoisy(product, { fnSku: fnSkuOf(listing) })),
  itemName: product.title,
  createdDate: listing.createdAt.toISOString(),
  lastUpdatedDate: listing.updatedAt.toISOString(),
  // The picture submitted by the seller; it can differ from the one in the catalogue.
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

const relationships = ({ product, marketplaceId }: Line): unknown => ({
  marketplaceId,
  relationships:
    product.parentAsin === ''
      ? []
      : [
          {
            type: 'VARIATION',
            parentSkus: [parentSkuOf(product)],
            variationTheme: { attributes: ['color'], theme: 'COLOR_NAME' },
          },
        ],
});

const offer = ({ listing, product, marketplaceId, currency }: Line): unknown => ({
  marketplaceId,
  offerType: 'B2C',
  price: { currencyCode: currency, amount: decimalText(product, listing.priceCents) },
});

function availability({ listing }: Line): unknown {
  const channel = { US: 'AMAZON_NA', CA: 'AMAZON_NA', IN: 'AMAZON_IN' }[listing.marketplace] ?? 'AMAZON_EU';
  return listing.fulfilledBy === 'AMAZON'
    ? { fulfillmentChannelCode: channel }
    : { fulfillmentChannelCode: 'DEFAULT', quantity: listing.ownQuantity };
}

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly categories: readonly string[];
  readonly action: Enforcement;
}

/** Returns the issues of a listing with their enforcement actions. */
function issuesOf({ isSuspended, suppression }: Listing, marketplaceId: string): unknown[] {
  const issues: Issue[] = [];
  if (isSuspended) {
    const message = 'Restricted Products Policy Violation';
    issues.push({ code: '18742', message, categories: ['QUALIFICATION_REQUIRED'], action: 'LISTING_SUPPRESSED' });
  }
  if (suppression) {
    const message = `${suppression.reason}. ${suppression.explanation}`;
    issues.push({ code: '18320', message, categories: ['MISSING_ATTRIBUTE'], action: 'SEARCH_SUPPRESSED' });
  }
  return issues.map(({ action, ...issue }) => ({
    ...issue,
    severity: 'ERROR',
    enforcements: { actions: [{ action }], exemption: { status: 'NOT_EXEMPT' } },
    marketplaceIds: [marketplaceId],
  }));
}
