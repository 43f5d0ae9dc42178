import * as z from 'zod/mini';
import { maybe, units } from '../../../../external/marketplace/answers/answer.ts';
import { definePushType, rereadListings } from '../push-type.ts';

const payload = z.object({
  SellerId: maybe(z.string()),
  MarketplaceId: maybe(z.string()),
  Sku: z.string(),
  FulfillmentChannelCode: maybe(z.string()),
  Quantity: maybe(units),
});

/**
 * The quantity of a SKU that the seller ships. The message may lack the marketplace and contains no other facts of the
 * listing. If it concerns a channel other than the default one, the listing is read.
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
