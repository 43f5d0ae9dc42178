import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Listing } from '../../world/product.ts';
import { statusOf } from '../listings/listing-item.ts';

/** The payload of LISTINGS_ITEM_STATUS_CHANGE: one SKU; an empty status says that nobody can find or buy it. */
export const listingsItemStatusChange = (listing: Listing): unknown => ({
  SellerId: listing.sellerId,
  MarketplaceId: marketplaceOf(listing.marketplace).id,
  Asin: listing.asin,
  Sku: listing.sku,
  CreatedDate: listing.createdAt.toISOString(),
  Status: statusOf(listing),
});
