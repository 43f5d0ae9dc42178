import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { StoredItem } from './change.ts';
import { collectFacts } from './collect-facts.ts';
import {
  loadFacts,
  loadRules,
  lockItems,
  lockProducts,
  type TenantRules,
  type WatchedProduct,
} from './load-queries.ts';

/** One watchdog to evaluate for one product. */
export interface Evaluation {
  readonly productId: string;
  readonly type: string;
  /** The one item to evaluate; if absent, all items that the watchdog has for the product. */
  readonly itemId?: string;
  /** Start of the request to the marketplace that led to this evaluation; absent if there was no request. */
  readonly seenAt?: Date | null;
}

/** One item with everything that its watchdog needs to judge it. */
export interface Subject {
  readonly itemId: string;
  readonly watchdog: Watchdog;
  readonly product: WatchedProduct;
  /** The stored item; `null` if the item is ok and was never stored. */
  readonly item: StoredItem | null;
  readonly facts: Partial<Facts>;
  readonly seenAt: Date | null;
}

export interface LoadedBatch {
  readonly subjects: readonly Subject[];
  /** Items that were due although their product is no longer tracked or their kind no longer exists. */
  readonly unjudgeable: readonly string[];
  readonly rules: TenantRules;
}

interface Batch {
  readonly tenantId: string;
  readonly evaluations: readonly Evaluation[];
  readonly displayProductIds: readonly string[];
}

interface Candidate extends Evaluation {
  readonly watchdog: Watchdog;
  readonly product: WatchedProduct;
}

const noRules: TenantRules = {
  settings: {},
  defaults: [],
  features: { suppressedTypes: [], groupStatuses: {} },
  recipients: [],
  channels: [],
  sellerNames: [],
};

/** Locks the products and items of a batch, in this order, and loads everything that judging them needs. */
export async function load(tx: Tx, { tenantId, evaluations, displayProductIds }: Batch): Promise<LoadedBatch> {
  const productIds = unique([...evaluations.map(({ productId }) => productId), ...displayProductIds]);
  const known = evaluations.flatMap((evaluation) => {
    const watchdog = watchdogOf(evaluation.type);
    return watchdog ? [{ ...evaluation, watchdog }] : [];
  });
  // The statements are sent together and run in this order, so that the later ones see what was committed until the
  // products were locked.
  const [locked, items, stored] = await Promise.all([
    lockProducts(tx, tenantId, productIds),
    known.length === 0 ? [] : lockItemsOf(tx, tenantId, known),
    known.length === 0 ? [] : loadFactsOf(tx, tenantId, known),
  ]);
  const products = new Map(locked.map((row) => [row.productId, row]));
  const candidates: Candidate[] = [];
  const unjudgeable: string[] = [];
  for (const evaluation of evaluations) {
    const product = products.get(evaluation.productId);
    const watchdog = watchdogOf(evaluation.type);
    if (product && watchdog) candidates.push({ ...evaluation, product, watchdog });
    else if (evaluation.itemId !== undefined) unjudgeable.push(evaluation.itemId);
  }
  if (candidates.length === 0) return { subjects: [], unjudgeable, rules: noRules };
  const subjects = listSubjects(candidates, items, collectFacts(stored));
  return { subjects, unjudgeable, rules: await loadRules(tx, tenantId, sellersIn(subjects)) };
}

type KnownEvaluation = Omit<Candidate, 'product'>;

const lockItemsOf = (tx: Tx, tenantId: string, evaluations: readonly KnownEvaluation[]) =>
  lockItems(tx, tenantId, {
    itemIds: evaluations.flatMap((one) => knownItemId(one) ?? []),
    allItemsOf: evaluations.filter((one) => knownItemId(one) === null),
  });

const loadFactsOf = (tx: Tx, tenantId: string, evaluations: readonly KnownEvaluation[]) =>
  loadFacts(tx, tenantId, {
    productIds: unique(evaluations.map(({ productId }) => productId)),
    aspects: unique(evaluations.flatMap(({ watchdog }) => [...watchdog.reads, ...watchdog.consults])),
  });

/** The sellers whom verdicts about offers may name: those who offer now, and those of the last verdict. */
const sellersIn = (subjects: readonly Subject[]): string[] =>
  unique(
    subjects.flatMap(({ watchdog, facts, item }) =>
      watchdog.reads.includes('offers')
        ? [
            ...(facts.offers ?? []).flatMap(({ offers }) => offers.map(({ sellerId }) => sellerId)),
            ...(item?.about?.split(', ') ?? []),
          ]
        : [],
    ),
  );

/**
 * Returns the id of the only item of the kind for the product; `null` if people create the items, of which a product
 * may have several.
 */
const knownItemId = ({ itemId, productId, type, watchdog }: KnownEvaluation): string | null =>
  itemId ?? (watchdog.hasOwnItems ? null : itemIdOf(type, productId));

function listSubjects(
  candidates: readonly Candidate[],
  items: readonly StoredItem[],
  facts: ReadonlyMap<string, Partial<Facts>>,
): Subject[] {
  const byId = new Map(items.map((item) => [item.itemId, item]));
  return candidates.flatMap((candidate): Subject[] => {
    const { watchdog, product, productId, type, seenAt = null } = candidate;
    const rest = { watchdog, product, facts: facts.get(productId) ?? {}, seenAt };
    const itemId = knownItemId(candidate);
    if (itemId !== null) return [{ itemId, item: byId.get(itemId) ?? null, ...rest }];
    const own = items.filter((item) => item.productId === productId && item.type === type);
    return own.map((item) => ({ itemId: item.itemId, item, ...rest }));
  });
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
