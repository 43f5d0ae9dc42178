import type { ProductSettings, ProductSettingsReply } from '@app/shared/contract/product-settings.ts';
import { trackingStates, type TrackingState } from '@app/shared/domain/tracking.ts';
import { choiceOf, productsOf, type Draft, type ProductForm } from './draft.ts';

export type StateCounts = Readonly<Record<TrackingState, number>>;

/** Counts of the saved settings, cached so that a change of one product does not count ten thousand products again. */
interface SavedCounts {
  readonly byId: ReadonlyMap<string, ProductSettings>;
  readonly states: StateCounts;
}

const saved = new WeakMap<readonly ProductSettings[], SavedCounts>();

function savedCountsOf(products: readonly ProductSettings[]): SavedCounts {
  const known = saved.get(products) ?? countSaved(products);
  saved.set(products, known);
  return known;
}

function countSaved(products: readonly ProductSettings[]): SavedCounts {
  const states = { tracked: 0, ignored: 0, ignoredUntilFirstSale: 0 };
  for (const { state } of products) states[state] += 1;
  return { byId: new Map(products.map((product) => [product.productId, product])), states };
}

/** The number of products in each state before the unsaved changes. */
export const countSavedStates = (products: readonly ProductSettings[]): StateCounts => savedCountsOf(products).states;

/**
 * Returns the number of these products in each state, with the unsaved changes; changes of other products are ignored.
 */
export function countStates({ draft }: Pick<ProductForm, 'draft'>, products: readonly ProductSettings[]): StateCounts {
  const { byId, states } = savedCountsOf(products);
  const counts = { ...states };
  for (const [productId, { state }] of draft) {
    const product = byId.get(productId);
    if (!product) continue;
    counts[product.state] -= 1;
    counts[state] += 1;
  }
  return counts;
}

export const totalOf = (counts: StateCounts): number => trackingStates.reduce((sum, state) => sum + counts[state], 0);

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
  const { byId } = savedCountsOf(products);
  const changed = new Set<string>();
  for (const [productId, { state }] of draft) {
    const product = byId.get(productId);
    if (product && product.state !== state) changed.add(asinKey(product));
  }
  return changed;
}
