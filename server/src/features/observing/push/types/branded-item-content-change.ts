import * as z from 'zod/mini';
import { definePushType, rereadProducts } from '../push-type.ts';

const payload = z.object({ MarketplaceId: z.string(), Asin: z.string() });

/** Sent to brand owners only. Names the attributes that have changed, without their values. */
export const brandedItemContentChange = definePushType({
  type: 'BRANDED_ITEM_CONTENT_CHANGE',
  payload,
  about: ({ MarketplaceId, Asin }) => ({ marketplaceId: MarketplaceId, asin: Asin }),
  consequence: (_payload, { listings }) => rereadProducts('catalog-items', listings),
});
