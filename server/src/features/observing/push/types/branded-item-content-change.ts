import * as z from 'zod/mini';
import { definePushType, rereadProducts } from '../push-type.ts';

const payload = z.object({ MarketplaceId: z.string(), Asin: z.string() });

/** To brand owners only: the names of attributes that have changed, not what they are now. */
export const brandedItemContentChange = definePushType({
  type: 'BRANDED_ITEM_CONTENT_CHANGE',
  payload,
  about: ({ MarketplaceId, Asin }) => ({ marketplaceId: MarketplaceId, asin: Asin }),
  consequence: (_payload, { listings }) => rereadProducts('catalog-items', listings),
});
