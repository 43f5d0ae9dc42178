import type { ProductSettings, ProductSettingsReply } from '@app/shared/contract/product-settings.ts';
import { choiceOf, productsOf, type Draft, type ProductForm } from './draft.ts';
import { byIdOf } from './state-counts.ts';

/** An ASIN in a marketplace is paid for once, however many seller accounts have it. */
export const asinKey = ({ marketplaceIso31662Code, asin1 }: ProductSettings): string =>
  `${marketplaceIso31662Code} ${asin1}`;

const byAsin = new WeakMap<ProductSettingsReply, ReadonlyMap<string, readonly ProductSettings[]>>();

/**
 * Groups the products by ASIN, once for the same settings: with 10,000 products this takes longer than a click may
 * take.
 */
export function productsByAsin(settings: ProductSettingsReply): ReadonlyMap<string, readonly ProductSettings[]> {
  const known = byAsin.get(settings) ?? Map.groupBy(productsOf(settings), asinKey);
  byAsin.set(settings, known);
  return known;
}

/** Returns by how many ASINs the unsaved changes raise the number that is paid for; negative if they lower it. */
export function addedAsins(form: Pick<ProductForm, 'draft' | 'settings'>): number {
  if (form.draft.size === 0) return 0;
  const products = productsByAsin(form.settings);
  let added = 0;
  for (const key of changedAsins(form.draft, productsOf(form.settings))) {
    const ofAsin = products.get(key) ?? [];
    if (ofAsin.some((product) => choiceOf(form, product).state === 'tracked')) added += 1;
    if (ofAsin.some(({ state }) => state === 'tracked')) added -= 1;
  }
  return added;
}

function changedAsins(draft: Draft, products: readonly ProductSettings[]): ReadonlySet<string> {
  const byId = byIdOf(products);
  const changed = new Set<string>();
  for (const [productId, { state }] of draft) {
    const product = byId.get(productId);
    if (product && product.state !== state) changed.add(asinKey(product));
  }
  return changed;
}
