import type { WatchdogGroup, WorldAnswer } from '../contract/world.ts';
import { groupStatus, itemStatus } from '../domain/issue-status.ts';
import { watchdogOf } from '../watchdogs/registry.ts';
import { marketKey, type FreshnessAnswer } from './market-freshness.ts';

type Sources = FreshnessAnswer['sources'];
type Items = WatchdogGroup['items'];

/** The empty set is a constant, so that views which compare by identity do not draw again. */
const none: ReadonlySet<string> = new Set();

/**
 * Finds the products that are still being checked for the first time: no kind has judged them yet, or an unjudged item
 * needs a source that has never finished a sweep of their marketplace. An item without a verdict is not enough, because
 * the facts of some products never allow one.
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

/**
 * Returns whether a kind is on and can judge. Kinds whose items users create are left out, because a new item says
 * nothing about its product.
 */
const isWatching = (type: string, { status, alertsEnabled, message }: WatchdogGroup): boolean =>
  status === groupStatus.on && alertsEnabled && message === null && !watchdogOf(type)?.hasOwnItems;

/**
 * Returns by marketplace of a seller account the aspects that no source has read yet. Late sources are left out,
 * because they make the marketplace stale.
 */
function unseenAspects(sources: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const unseen = sources.filter(({ lastCheckedAt, late }) => lastCheckedAt === null && !late);
  const byMarket = Map.groupBy(unseen, marketKey);
  return new Map([...byMarket].map(([key, checks]) => [key, new Set(checks.flatMap(({ aspects }) => aspects))]));
}

const known = new WeakMap<Items, Items[string][]>();

/** Returns the items without a verdict, cached by the items of a kind, because most changes concern one kind only. */
function unjudgedItems(items: Items): readonly Items[string][] {
  const found = known.get(items) ?? Object.values(items).filter(({ status }) => status === itemStatus.initializing);
  known.set(items, found);
  return found;
}
