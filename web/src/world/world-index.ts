import type { Product, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { doNow, type DoNow } from '@app/shared/world/issues/do-now.ts';
import { compareIssues, openIssuesAfter, type OpenIssues } from '@app/shared/world/issues/open-issues.ts';
import { measured } from '../lib/browser/measured.ts';
import { weigh, type WeighingInput, type WeighedIssues } from '@app/shared/world/issues/weighing.ts';

interface KnownIssues {
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly issues: OpenIssues;
}

let known: KnownIssues = { watchDogs: {}, issues: new Map() };

/** The open issues of the current world; computed from those of the previous world by its changes. */
export function openIssuesOf(watchDogs: WorldAnswer['watchDogs']): OpenIssues {
  if (watchDogs !== known.watchDogs) {
    known = { watchDogs, issues: openIssuesAfter(known.issues, known.watchDogs, watchDogs) };
  }
  return known.issues;
}

let weighing: WeighedIssues | null = null;

/** The list of what to do in the current world; computed from that of the previous world by its changes. */
export function doNowIn(world: WeighingInput): DoNow {
  return measured('weigh', () => {
    weighing = weigh(world, weighing);
    return doNow(weighing);
  });
}

const sorted = new WeakMap<
  readonly Product[],
  { readonly issues: OpenIssues; readonly products: readonly Product[] }
>();

/**
 * Products with problems first, the worst on top; the others keep their order. Cached by the list, so that clearing a
 * filter needs no sorting.
 */
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
