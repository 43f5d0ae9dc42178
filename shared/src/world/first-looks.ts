import type { WatchdogGroup, WorldAnswer } from '../contract/world.ts';
import { groupStatus, itemStatus } from '../domain/issue-status.ts';
import { watchdogOf } from '../watchdogs/registry.ts';
import { marketKey, type FreshnessAnswer } from './market-freshness.ts';

type Sources = FreshnessAnswer['sources'];
type Items = WatchdogGroup['items'];

/** The empty set is always the same object, so that views do not draw again. */
const none: ReadonlySet<string> = new Set();

/**
 * Finds the products whose first looks are not over: no kind has judged them yet, or a source that an unjudged item
 * needs has never finished a pass over their marketplace. An item without a verdict alone proves nothing, because the
 * facts of some products never allow one.
 */
export function findStartingProducts(watchDogs: WorldAnswer['watchDogs'], sources: Sources): ReadonlySet<string> {
  const unseen = unseenAspects(sources);
  const watching = Object.entries(watchDogs).filter(([type, group]) => isWatching(type, group));
  const unjudged = new Map<string, number>();
  const starting = new Set<string>();
  for (const [type, { items }] of watching) {
    const reads = watchdogOf(type)?.reads ?? [];
    for (const item of unjudgedItems(items)) {
      unjudged.set(item.productId, (unjudged.get(item.productId) ?? 0) + 1);
      const aspects = unseen.get(marketKey(item));
      if (aspects && reads.some((aspect) => aspects.has(aspect))) starting.add(item.productId);
    }
  }
  for (const [productId, count] of unjudged) if (count === watching.length) starting.add(productId);
  return starting.size === 0 ? none : starting;
}

/** Kinds that count and can judge. An item that people have just created says nothing about its product. */
const isWatching = (type: string, { status, alertsEnabled, message }: WatchdogGroup): boolean =>
  status === groupStatus.on && alertsEnabled && message === null && !watchdogOf(type)?.hasOwnItems;

/** By marketplace of an account, the aspects that no source has read there yet. A late source makes it stale instead. */
function unseenAspects(sources: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const unseen = sources.filter(({ lastCheckedAt, late }) => lastCheckedAt === null && !late);
  const byMarket = Map.groupBy(unseen, marketKey);
  return new Map([...byMarket].map(([key, checks]) => [key, new Set(checks.flatMap(({ aspects }) => aspects))]));
}

const known = new WeakMap<Items, Items[string][]>();

/** Cached by the items of a kind: most changes concern one kind only. */
function unjudgedItems(items: Items): readonly Items[string][] {
  const found = known.get(items) ?? Object.values(items).filter(({ status }) => status === itemStatus.initializing);
  known.set(items, found);
  return found;
}
