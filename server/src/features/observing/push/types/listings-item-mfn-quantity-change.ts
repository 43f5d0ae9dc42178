import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answer.ts';
import { definePushType, rereadListings } from '../push-type.ts';

const payload = z.object({ SellerId: maybe(z.string()), MarketplaceId: maybe(z.string()), Sku: z.string() });

/**
 * Units that the seller ships itself. The message need not say in which marketplace and knows nothing of the rest of a
 * listing's facts: the listing is read wherever it is offered.
 */
export const listingsItemMfnQuantityChange = definePushType({
  type: 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
  payload,
  about: ({ SellerId, MarketplaceId, Sku }) => ({
    sellingPartnerId: SellerId,
    marketplaceId: MarketplaceId,
    sku: Sku,
  }),
  consequence: (_payload, { listings }) => rereadListings('listings-items', listings),
});
