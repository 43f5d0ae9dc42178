import type { Members, Refusal } from '../answers/answer.ts';
import type { CallOptions } from '../calls/caller.ts';

export interface SkuBatch extends CallOptions {
  readonly marketplaceId: string;
  /** At most 20 SKUs, or 50 for inventory summaries. */
  readonly skus: readonly string[];
}

/**
 * Whether the SKU has to be requested alone, as Amazon's documentation requires. Amazon decodes a list of SKUs before
 * it divides the list at the commas, so that a SKU with a comma would count as several.
 */
export const hasComma = (sku: string): boolean => sku.includes(',');

/**
 * The longest wait for quota before a request after the first one. If such a request were given up, the answers to those
 * before it would be lost, or its members would not be asked about again soon.
 */
export const laterPatienceMs = 10_000;

/** Asks about a batch with as few lists as its SKUs allow, one after the other, because all take from one quota. */
export async function askInLists<T>(
  { skus, ...batch }: SkuBatch,
  ask: (list: SkuBatch) => Promise<Members<T>>,
): Promise<Members<T>> {
  const members: T[] = [];
  const refusals: Refusal[] = [];
  const [first = [], ...later] = skuLists(skus);
  const lists = [
    { ...batch, skus: first },
    ...later.map((list) => ({ ...batch, skus: list, patienceMs: laterPatienceMs })),
  ];
  for (const list of lists) {
    const answer = await ask(list);
    members.push(...answer.members);
    refusals.push(...answer.refusals);
  }
  return { members, refusals };
}

function skuLists(skus: readonly string[]): readonly (readonly string[])[] {
  // Amazon fails the whole batch if it contains a SKU twice.
  const { plain, alone = [] } = Object.groupBy(new Set(skus), (sku) => (hasComma(sku) ? 'alone' : 'plain'));
  return [...(plain ? [plain] : []), ...alone.map((sku) => [sku])];
}
