import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answer.ts';
import { definePushType, rereadListings } from '../push-type.ts';

const payload = z.object({
  SellerId: maybe(z.string()),
  MarketplaceId: z.string(),
  Sku: z.string(),
  Status: maybe(z.array(z.string())),
});

/** The message has the status alone; what is wrong is read from the listing. New or revived ones are discovered. */
export const listingsItemStatusChange = definePushType({
  type: 'LISTINGS_ITEM_STATUS_CHANGE',
  // A slip in Amazon's schema; whoever writes by it is understood.
  aliases: ['LISTINGS_ITEM_STATUS_CHANGED'],
  payload,
  about: ({ SellerId, MarketplaceId, Sku }) => ({
    sellingPartnerId: SellerId,
    marketplaceId: MarketplaceId,
    sku: Sku,
  }),
  consequence({ Status }, { listings }) {
    const isOnOffer = Status?.includes('BUYABLE') ?? false;
    const isNews = isOnOffer && listings.every((listing) => !listing.isActive && !listing.isTracked);
    return isNews ? { outcome: 'discovery' } : rereadListings('listings-items', listings);
  },
});
