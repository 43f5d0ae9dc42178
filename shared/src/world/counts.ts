import type { WatchdogGroup, WorldAnswer, WorldItem } from '../contract/sentinel.ts';
import { groupStatus, isUnchecked, itemStatus, tabOf, type Tab } from '../domain/issue-status.ts';
import { watchdogOf } from '../watchdogs/registry.ts';

/** The numbers of one kind's card: its tabs, and what is new. */
export interface KindCounts extends Readonly<Record<Tab, number>> {
  readonly uncheckedAlerts: number;
  readonly uncheckedWarnings: number;
}

/** The top statistics of the dashboard and the numbers of every card. */
export interface WorldCounts {
  readonly uncheckedAlerts: number;
  readonly uncheckedWarnings: number;
  readonly productsWithIssues: number;
  readonly totalProducts: number;
  readonly byType: Readonly<Record<string, KindCounts>>;
}

/**
 * Counts what is shown: `productIds` narrows it to the products a filter lets through. A product without an item is ok,
 * so the work grows with the items, not with products times kinds. Preview and hidden kinds count in their own card only.
 */
export function countWorld(
  world: Pick<WorldAnswer, 'products' | 'watchDogs'>,
  productIds: ReadonlySet<string> = new Set(world.products.map((product) => product.productId)),
): WorldCounts {
  const byType: Record<string, KindCounts> = {};
  const withIssues = new Set<string>();
  let uncheckedAlerts = 0;
  let uncheckedWarnings = 0;
  for (const [type, group] of Object.entries(world.watchDogs)) {
    const items = Object.values(group.items).filter((item) => productIds.has(item.productId));
    const counts = countKind(items, watchdogOf(type)?.hasOwnItems ? items.length : productIds.size);
    byType[type] = counts;
    if (!isCounted(group)) continue;
    uncheckedAlerts += counts.uncheckedAlerts;
    uncheckedWarnings += counts.uncheckedWarnings;
    for (const item of items) if (tabOf(item) === 'red') withIssues.add(item.productId);
  }
  return {
    uncheckedAlerts,
    uncheckedWarnings,
    productsWithIssues: withIssues.size,
    totalProducts: productIds.size,
    byType,
  };
}

const isCounted = (group: WatchdogGroup): boolean =>
  group.status !== groupStatus.preview && group.status !== groupStatus.hidden;

/** `all` is how many there are of the kind, with those that are left out because they are ok. */
function countKind(items: readonly WorldItem[], all: number): KindCounts {
  const counts = { red: 0, mute: 0, uncheckedAlerts: 0, uncheckedWarnings: 0 };
  for (const item of items) {
    const tab = tabOf(item);
    if (tab !== 'ok') counts[tab] += 1;
    if (!isUnchecked(item)) continue;
    if (item.status === itemStatus.alert) counts.uncheckedAlerts += 1;
    else counts.uncheckedWarnings += 1;
  }
  return { ...counts, ok: all - counts.red - counts.mute };
}
