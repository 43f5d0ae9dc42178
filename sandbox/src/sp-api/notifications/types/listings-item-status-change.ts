import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Listing } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import { statusOf } from '../../listings/listing-status.ts';
import type { Announcer, Payload } from '../announcer.ts';
import { createChangeTracker } from '../change-tracker.ts';

/** Announces each SKU whose status flags changed; an empty list means neither buyable nor discoverable. */
export function listingsItemStatusChange(world: World): Announcer {
  const statuses = createChangeTracker(world.listings, statusOf);
  return {
    type: 'LISTINGS_ITEM_STATUS_CHANGE',
    payloadsFor: ({ product }) =>
      world
        .listingsOf(product)
        .filter((listing) => statuses.difference(listing))
        .map(payloadOf),
    sample: (product) => world.listingsOf(product).map(payloadOf)[0] ?? (() => ({})),
  };
}

const payloadOf =
  (listing: Listing): Payload =>
  () => ({
    SellerId: listing.sellerId,
    MarketplaceId: marketplaceOf(listing.marketplace).id,
    Asin: listing.asin,
    Sku: listing.sku,
    CreatedDate: listing.createdAt.toISOString(),
    Status: statusOf(listing),
  });
