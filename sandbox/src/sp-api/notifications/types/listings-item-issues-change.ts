import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Listing } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import { enforcementsOf } from '../../listings/listing-status.ts';
import type { Announcer, Payload } from '../announcer.ts';
import { createChangeTracker } from '../change-tracker.ts';

/** Announces each SKU whose enforcement actions changed. */
export function listingsItemIssuesChange(world: World): Announcer {
  const enforcements = createChangeTracker(world.listings, enforcementsOf);
  return {
    type: 'LISTINGS_ITEM_ISSUES_CHANGE',
    payloadsFor: ({ product }) =>
      world
        .listingsOf(product)
        .filter((listing) => enforcements.difference(listing))
        .map(payloadOf),
    sample: (product) => world.listingsOf(product).map(payloadOf)[0] ?? (() => ({})),
  };
}

const payloadOf =
  (listing: Listing): Payload =>
  () => {
    const enforcements = enforcementsOf(listing);
    return {
      SellerId: listing.sellerId,
      MarketplaceId: marketplaceOf(listing.marketplace).id,
      Asin: listing.asin,
      Sku: listing.sku,
      Severities: enforcements.length > 0 ? ['ERROR'] : ['NONE'],
      EnforcementActions: enforcements,
    };
  };
