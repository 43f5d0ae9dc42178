import type { Product, WorldItem } from '@app/shared/contract/sentinel.ts';
import { compareIssues, type Issue } from '@app/shared/world/open-issues.ts';

/** Products with problems first, the worst of them on top; the rest keep their order. */
export function problemsFirst(
  products: readonly Product[],
  issues: ReadonlyMap<string, readonly Issue[]>,
): readonly Product[] {
  const worst = (product: Product) => issues.get(product.productId)?.[0]?.item;
  const withProblems: { product: Product; item: WorldItem }[] = [];
  const others: Product[] = [];
  for (const product of products) {
    const item = worst(product);
    if (item) withProblems.push({ product, item });
    else others.push(product);
  }
  withProblems.sort((a, b) => compareIssues(a.item, b.item));
  return [...withProblems.map((entry) => entry.product), ...others];
}

export function countOpen(issues: ReadonlyMap<string, readonly Issue[]>): number {
  let open = 0;
  for (const ofProduct of issues.values()) open += ofProduct.length;
  return open;
}
