import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Product } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import type { Announcer, Payload } from '../announcer.ts';
import { createChangeTracker } from '../change-tracker.ts';

/** Announces to brand owners which attributes of a page changed, without the values. */
export function brandedItemContentChange(world: World): Announcer {
  const contents = createChangeTracker(world.products, contentOf);
  return {
    type: 'BRANDED_ITEM_CONTENT_CHANGE',
    payloadsFor: ({ product }) => {
      const change = contents.difference(product);
      if (!change) return [];
      const names = Object.entries(change.now).filter(([name, value]) => change.before[name] !== value);
      return [
        payloadOf(
          product,
          names.map(([name]) => name),
        ),
      ];
    },
    sample: (product) => payloadOf(product, ['item_name']),
  };
}

/** The attributes whose changes Amazon announces. */
const contentOf = ({ title, bullets, description, hasMainImage }: Product): Record<string, string> => ({
  item_name: title,
  bullet_point: bullets.join('\n'),
  product_description: description,
  main_product_image_locator: String(hasMainImage),
});

const payloadOf =
  ({ marketplace, brand, asin }: Product, attributesChanged: readonly string[]): Payload =>
  () => ({
    MarketplaceId: marketplaceOf(marketplace).id,
    BrandName: brand,
    Asin: asin,
    AttributesChanged: attributesChanged,
  });
