import type { ProductSettings } from '@app/shared/contract/product-settings.ts';
import { trackingStates, type TrackingState } from '@app/shared/domain/tracking.ts';
import { choiceOf, productsOf, type ProductForm } from './draft.ts';

export type StateCounts = Readonly<Record<TrackingState, number>>;

/** The number of products in each state, with the unsaved changes. */
export function countStates(form: Pick<ProductForm, 'draft'>, products: readonly ProductSettings[]): StateCounts {
  const counts: Record<TrackingState, number> = { tracked: 0, ignored: 0, ignoredUntilFirstSale: 0 };
  for (const product of products) counts[choiceOf(form, product).state] += 1;
  return counts;
}

export const totalOf = (counts: StateCounts): number => trackingStates.reduce((sum, state) => sum + counts[state], 0);

/** An ASIN in a marketplace is paid for once, however many seller accounts have it. */
export const asinKey = ({ marketplaceIso31662Code, asin1 }: ProductSettings): string =>
  `${marketplaceIso31662Code} ${asin1}`;

/** The number of ASINs that the unsaved changes add to what is paid for; negative if they end more than they add. */
export function addedAsins(form: ProductForm): number {
  const changed = new Set(
    productsOf(form.settings)
      .filter((product) => choiceOf(form, product).state !== product.state)
      .map(asinKey),
  );
  if (changed.size === 0) return 0;
  const [before, after] = [new Set<string>(), new Set<string>()];
  for (const product of productsOf(form.settings)) {
    const key = asinKey(product);
    if (!changed.has(key)) continue;
    if (product.state === 'tracked') before.add(key);
    if (choiceOf(form, product).state === 'tracked') after.add(key);
  }
  return after.size - before.size;
}
