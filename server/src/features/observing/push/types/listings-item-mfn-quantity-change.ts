import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answer.ts';
import { definePushType, rereadListings } from '../push-type.ts';

const payload = z.object({
  SellerId: maybe(z.string()),
  MarketplaceId: maybe(z.string()),
  Sku: z.string(),
  FulfillmentChannelCode: maybe(z.string()),
  Quantity: maybe(z.int().check(z.minimum(0))),
});

/**
 * Units that the seller ships itself. The message need not say in which marketplace, and knows nothing of the rest of a
 * listing's facts. Of another channel than the seller's own, the listing says what it counts.
 */
export const listingsItemMfnQuantityChange = definePushType({
  type: 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
  payload,
  about: ({ SellerId, MarketplaceId, Sku }) => ({
    sellingPartnerId: SellerId,
    marketplaceId: MarketplaceId,
    sku: Sku,
  }),
  consequence: ({ FulfillmentChannelCode, Quantity }, { listings }) =>
    FulfillmentChannelCode === 'DEFAULT' && Quantity !== null
      ? { outcome: 'own quantity', quantity: Quantity, listings }
      : rereadListings('listings-items', listings),
});
