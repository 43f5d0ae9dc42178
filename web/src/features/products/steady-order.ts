import type { Product } from '@app/shared/contract/world.ts';
import { isUnchecked } from '@app/shared/domain/issue-status.ts';
import { productsChanged, type Issue, type OpenIssues } from '@app/shared/world/issues/open-issues.ts';

/** The products of `next` in the order of `before`; new ones come last. */
export function inOrderOf(before: readonly Product[], next: readonly Product[]): readonly Product[] {
  const left = new Map(next.map((product) => [product.productId, product]));
  const kept: Product[] = [];
  for (const { productId } of before) {
    const product = left.get(productId);
    if (!product) continue;
    kept.push(product);
    left.delete(productId);
  }
  return [...kept, ...left.values()];
}

export const isSameOrder = (a: readonly Product[], b: readonly Product[]): boolean =>
  a.length === b.length && a.every((product, index) => product.productId === b[index]?.productId);

/** The list as it is sorted now. */
interface SortedList {
  readonly products: readonly Product[];
  readonly issues: OpenIssues;
  /** The chosen filters and sorting. */
  readonly choice: unknown;
}

/** The list as it is shown, perhaps in an earlier order. */
interface SteadyList extends SortedList {
  /** The sorted products from which the shown ones were taken. */
  readonly source: readonly Product[];
}

/** Shows the list as it is sorted. Its `issues` are those by which the shown order came about. */
export const asSorted = (sorted: SortedList): SteadyList => ({ ...sorted, source: sorted.products });

/** The shown list after a change of the sorted one; `isHeld` keeps its order. A list that fits stays the same object. */
export function followSorted(shown: SteadyList, sorted: SortedList, isHeld: boolean): SteadyList {
  const { products, issues, choice } = sorted;
  if (shown.choice !== choice || !isHeld || shown.products === products) {
    const isShown = shown.products === products && shown.issues === issues && shown.choice === choice;
    return isShown ? shown : asSorted(sorted);
  }
  if (shown.source === products) return shown;
  const kept = inOrderOf(shown.products, products);
  return isSameOrder(kept, products) ? asSorted(sorted) : { ...shown, products: kept, source: products };
}

/**
 * Whether the shown order lacks a problem that has appeared since it came about. The order also changes when the user
 * marks issues, and when a product is added.
 */
export function hasNewProblems(shown: SteadyList, { products, issues }: SortedList): boolean {
  if (shown.products === products) return false;
  const isNew = (productId: string): boolean => {
    const known = new Set(shown.issues.get(productId)?.map(keyOf));
    return issues.get(productId)?.some((one) => isUnchecked(one.item) && !known.has(keyOf(one))) ?? false;
  };
  const withNews = new Set([...productsChanged(shown.issues, issues)].filter(isNew));
  return withNews.size > 0 && products.some(({ productId }) => withNews.has(productId));
}

/** Identifies an issue; another subject of the same item has another date. */
const keyOf = ({ item }: Issue): string => `${item.watchDogId} ${item.date ?? ''}`;
