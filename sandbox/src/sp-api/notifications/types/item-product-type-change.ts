import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Product } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import type { Announcer, Payload } from '../announcer.ts';
import { createChangeTracker } from '../change-tracker.ts';

export function itemProductTypeChange(world: World): Announcer {
  const productTypes = createChangeTracker(world.products, ({ productType }) => productType);
  return {
    type: 'ITEM_PRODUCT_TYPE_CHANGE',
    payloadsFor: ({ product }) => {
      const change = productTypes.difference(product);
      return change ? [payloadOf(product, change.before)] : [];
    },
    sample: (product) => payloadOf(product, 'PRODUCT'),
  };
}

const payloadOf = ({ marketplace, asin, productType }: Product, before: string): Payload => {
  return () => ({
    MarketplaceId: marketplaceOf(marketplace).id,
    Asin: asin,
    PreviousProductType: before,
    CurrentProductType: productType,
  });
};
