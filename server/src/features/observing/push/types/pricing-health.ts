import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answers/answer.ts';
import { definePushType, rereadListings } from '../push-type.ts';

const payload = z.object({
  sellerId: maybe(z.string()),
  offerChangeTrigger: z.object({
    marketplaceId: z.string(),
    asin: z.string(),
    timeOfOfferChange: maybe(z.string()),
  }),
});

/** Our offer may be ineligible for the buy box. The message does not list the other offers, so they are asked for. */
export const pricingHealth = definePushType({
  type: 'PRICING_HEALTH',
  payload,
  about: ({ sellerId, offerChangeTrigger: { marketplaceId, asin, timeOfOfferChange } }) => ({
    sellingPartnerId: sellerId,
    marketplaceId,
    asin,
    at: timeOfOfferChange,
  }),
  consequence: (_payload, { listings }) => rereadListings('listing-offers', listings),
});
