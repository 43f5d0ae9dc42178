import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answers/answer.ts';
import { definePushType, rereadListings } from '../push-type.ts';

const payload = z.object({ SellerId: maybe(z.string()), MarketplaceId: maybe(z.string()), Sku: z.string() });

/** The message names the enforcement without its reasons, so the issues are read from the listing. */
export const listingsItemIssuesChange = definePushType({
  type: 'LISTINGS_ITEM_ISSUES_CHANGE',
  payload,
  about: ({ SellerId, MarketplaceId, Sku }) => ({
    sellingPartnerId: SellerId,
    marketplaceId: MarketplaceId,
    sku: Sku,
  }),
  consequence: (_payload, { listings }) => rereadListings('listings-items', listings),
});
