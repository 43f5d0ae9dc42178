import * as z from 'zod/mini';
import { definePushType, rereadProducts } from '../push-type.ts';

const payload = z.object({ MarketplaceId: z.string(), Asin: z.string() });

/** Sent to brand owners only. The category consists of more than the type, so the whole catalogue item is read. */
export const itemProductTypeChange = definePushType({
  type: 'ITEM_PRODUCT_TYPE_CHANGE',
  payload,
  about: ({ MarketplaceId, Asin }) => ({ marketplaceId: MarketplaceId, asin: Asin }),
  consequence: (_payload, { listings }) => rereadProducts('catalog-items', listings),
});
