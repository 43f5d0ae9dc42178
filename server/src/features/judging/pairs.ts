import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { watchdogOf, watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { AwaitingItem } from '../observing/recording/known-facts-queries.ts';
import type { IngestResult, Observation } from '../observing/recording/observation.ts';
import type { Pair } from './judge.ts';

interface Looked {
  /** Everything that was looked at, news or not. */
  readonly observations: readonly Observation[];
  readonly news: readonly Observation[];
  /** What of the news was believed: it was newer than what was known. */
  readonly changed: IngestResult['changed'];
  /** Items of the products that wait for another look. */
  readonly awaiting: readonly AwaitingItem[];
}

/**
 * Every watchdog that reads or consults a changed aspect looks at the product again, and so does one that waits for
 * another check of what it reads, though the check found what was there before.
 */
export function pairsOf({ observations, news, changed, awaiting }: Looked): Pair[] {
  const concerned = new Set([...changed, ...awaiting].map(({ productId }) => productId));
  const looks = observations.filter(({ productId }) => concerned.has(productId));
  const seen = latestLooks(looks, { news, changed });
  const pairs = new Map<string, Pair>();
  const add = ({ productId, type }: AwaitingItem) =>
    pairs.set(`${productId} ${type}`, { productId, type, seenAt: seenAtOf(seen, productId, type) });
  for (const { productId, aspect } of changed) {
    for (const { type, reads, consults } of watchdogs) {
      if (reads.includes(aspect) || consults.includes(aspect)) add({ productId, type });
    }
  }
  for (const item of awaiting) if (seenAtOf(seen, item.productId, item.type)) add(item);
  return [...pairs.values()];
}

const lookKey = (productId: string, aspect: Aspect): string => `${productId} ${aspect}`;

/** When each aspect of each product was last looked at. What came too late to be believed is no look. */
function latestLooks(
  observations: readonly Observation[],
  { news, changed }: Pick<Looked, 'news' | 'changed'>,
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
