import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { watchdogOf, watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { AwaitingItem } from '../observing/recording/known-facts-queries.ts';
import type { IngestResult, Observation } from '../observing/recording/observation.ts';
import type { Evaluation } from './judge/load.ts';

interface IngestedLooks {
  /** All observations of the batch, changed or not. */
  readonly observations: readonly Observation[];
  readonly news: readonly Observation[];
  /** The news that was stored because it was newer than the stored facts. */
  readonly changed: IngestResult['changed'];
  /** Items of these products that wait for another observation. */
  readonly awaiting: readonly AwaitingItem[];
}

/**
 * Lists the watchdogs to evaluate: those that read or consult a changed aspect, and those that wait for another
 * observation of an aspect they read, even if that observation found the same facts.
 */
export function listEvaluations({ observations, news, changed, awaiting }: IngestedLooks): Evaluation[] {
  const concerned = new Set([...changed, ...awaiting].map(({ productId }) => productId));
  const looks = observations.filter(({ productId }) => concerned.has(productId));
  const seen = latestLooks(looks, { news, changed });
  const evaluations = new Map<string, Evaluation>();
  const add = ({ productId, type }: AwaitingItem) =>
    evaluations.set(`${productId} ${type}`, { productId, type, seenAt: seenAtOf(seen, productId, type) });
  for (const { productId, aspect } of changed) {
    for (const { type, reads, consults } of watchdogs) {
      if (reads.includes(aspect) || consults.includes(aspect)) add({ productId, type });
    }
  }
  for (const item of awaiting) if (seenAtOf(seen, item.productId, item.type)) add(item);
  return [...evaluations.values()];
}

const lookKey = (productId: string, aspect: Aspect): string => `${productId} ${aspect}`;

/**
 * Returns the time of the latest observation of each aspect of each product. News does not count if it was not stored,
 * because newer facts were known.
 */
function latestLooks(
  observations: readonly Observation[],
  { news, changed }: Pick<IngestedLooks, 'news' | 'changed'>,
): ReadonlyMap<string, Date> {
  const believed = new Set(changed.map(({ productId, aspect }) => lookKey(productId, aspect)));
  const late = new Set(
    news.map(({ productId, aspect }) => lookKey(productId, aspect)).filter((key) => !believed.has(key)),
  );
  const latest = new Map<string, Date>();
  for (const { productId, aspect, observedAt } of observations) {
    const key = lookKey(productId, aspect);
    const known = latest.get(key);
    if (!late.has(key) && (!known || known < observedAt)) latest.set(key, observedAt);
  }
  return latest;
}

function seenAtOf(seen: ReadonlyMap<string, Date>, productId: string, type: string): Date | null {
  const looks = (watchdogOf(type)?.reads ?? []).flatMap((aspect) => seen.get(lookKey(productId, aspect)) ?? []);
  return looks.length === 0 ? null : new Date(Math.max(...looks.map(Number)));
}
