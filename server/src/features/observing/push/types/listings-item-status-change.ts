import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answers/answer.ts';
import { definePushType, rereadListings } from '../push-type.ts';

const payload = z.object({
  SellerId: maybe(z.string()),
  MarketplaceId: maybe(z.string()),
  Sku: z.string(),
  Status: maybe(z.array(z.string())),
});

/**
 * The message contains the status only, so the reasons are read from the listing. The offers are read too: our offer
 * appears or disappears with the status, and Amazon may announce that in no other message. New or revived listings need
 * discovery.
 */
export const listingsItemStatusChange = definePushType({
  type: 'LISTINGS_ITEM_STATUS_CHANGE',
  // A misspelling in Amazon's schema; messages with this name are understood as well.
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
    return isNews ? { outcome: 'discovery' } : rereadListings(['listings-items', 'listing-offers'], listings);
  },
});
