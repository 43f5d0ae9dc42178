import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { attributeNames, detailNames, type Details } from '../../world/model/details.ts';
import type { Parent } from '../../world/model/parent.ts';
import type { Product } from '../../world/model/product.ts';
import { decimal, turned } from '../noise.ts';

const languages: Readonly<Record<string, string>> = { DE: 'de_DE', UK: 'en_GB', IN: 'en_IN', CA: 'en_CA' };

/** Everything the catalogue keeps of a product, by Amazon's names. */
export function catalogAttributes(product: Product): unknown {
  const { id: marketplace_id, currency } = marketplaceOf(product.marketplace);
  const attributes = {
    ...textAttributes(product),
    list_price: [{ value: decimal(product, product.listPriceCents), currency, marketplace_id }],
    item_weight: [{ unit: 'grams', value: product.weightGrams, marketplace_id }],
    externally_assigned_product_identifier: [{ type: 'ean', value: product.ean, marketplace_id }],
    product_site_launch_date: [{ value: `${product.releasedOn}T00:00:00.000Z`, marketplace_id }],
  };
  return Object.fromEntries(turned(product, 'attributes', Object.entries(attributes)));
}

export const parentAttributes = (parent: Parent): unknown => textAttributes(parent);

function textAttributes(shown: Details & { readonly marketplace: string; readonly brand: string }): object {
  const marketplace_id = marketplaceOf(shown.marketplace).id;
  const language_tag = languages[shown.marketplace] ?? 'en_US';
  const text = (value: string): object => ({ value, language_tag, marketplace_id });
  const details = detailNames.flatMap((name) => {
    const values = [shown[name]].flat().filter((value) => value !== '');
    return values.length > 0 ? [[attributeNames[name], values.map(text)] as const] : [];
  });
  return { ...Object.fromEntries(details), brand: [text(shown.brand)], manufacturer: [text(shown.brand)] };
}
