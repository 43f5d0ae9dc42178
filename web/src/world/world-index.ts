import type { Product, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { doNow, type DoNow } from '@app/shared/world/do-now.ts';
import { compareIssues, openIssuesAfter, type OpenIssues } from '@app/shared/world/open-issues.ts';
import { weigh, type ToWeigh, type Weighing } from '@app/shared/world/weighing.ts';

interface Known {
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly issues: OpenIssues;
}

let known: Known = { watchDogs: {}, issues: new Map() };

/** The open issues of the world that the page shows; from one world to the next only what has changed is looked at. */
export function openIssuesOf(watchDogs: WorldAnswer['watchDogs']): OpenIssues {
  if (watchDogs !== known.watchDogs) {
    known = { watchDogs, issues: openIssuesAfter(known.issues, known.watchDogs, watchDogs) };
  }
  return known.issues;
}

let weighing: Weighing | null = null;

/** What to do now in the world that the page shows; from one to the next only what has changed is weighed. */
export function doNowIn(world: ToWeigh): DoNow {
  weighing = weigh(world, weighing);
  return doNow(weighing);
}

const sorted = new WeakMap<
  readonly Product[],
  { readonly issues: OpenIssues; readonly products: readonly Product[] }
>();

/** Products with problems first, the worst of them on top; the rest keep their order. Whoever clears a filter waits for none. */
export function problemsFirst(products: readonly Product[], issues: OpenIssues): readonly Product[] {
  const last = sorted.get(products);
  if (last?.issues === issues) return last.products;
  const inOrder = sortByProblems(products, issues);
  sorted.set(products, { issues, products: inOrder });
  return inOrder;
}

function sortByProblems(products: readonly Product[], issues: OpenIssues): readonly Product[] {
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
