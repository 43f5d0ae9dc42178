import type { WatchdogGroup, WorldAnswer } from '../contract/world.ts';
import { groupStatus, isUnchecked, itemStatus, tabOf, type Tab } from '../domain/issue-status.ts';
import { watchdogOf } from '../watchdogs/registry.ts';

/** The numbers on one kind's card: its tabs, and its new issues. */
export interface KindCounts extends Readonly<Record<Tab, number>> {
  readonly uncheckedAlerts: number;
  readonly uncheckedWarnings: number;
}

/** The totals at the top of the dashboard, and the numbers of every card. */
export interface WorldCounts {
  readonly uncheckedAlerts: number;
  readonly uncheckedWarnings: number;
  /** Alerts and warnings that are neither muted nor done. */
  readonly openIssues: number;
  readonly productsWithIssues: number;
  readonly totalProducts: number;
  readonly byType: Readonly<Record<string, KindCounts>>;
}

/**
 * Counts items and products; `productIds` limits the counts to the products that a filter matches. A product without an
 * item counts as ok, so the work grows with the number of items, not with products times kinds. Preview and hidden
 * kinds only count on their own card.
 */
export function countWorld(
  world: Pick<WorldAnswer, 'products' | 'watchDogs'>,
  productIds: Ids = new Set(world.products.map((product) => product.productId)),
): WorldCounts {
  const byType: Record<string, KindCounts> = {};
  const withIssues = new Set<string>();
  let uncheckedAlerts = 0;
  let uncheckedWarnings = 0;
  let openIssues = 0;
  for (const [type, group] of Object.entries(world.watchDogs)) {
    const { counts, open } = partOf(type, group.items, productIds);
    byType[type] = counts;
    if (!isCounted(group)) continue;
    uncheckedAlerts += counts.uncheckedAlerts;
    uncheckedWarnings += counts.uncheckedWarnings;
    openIssues += counts.red;
    for (const productId of open) withIssues.add(productId);
  }
  return {
    uncheckedAlerts,
    uncheckedWarnings,
    openIssues,
    productsWithIssues: withIssues.size,
    totalProducts: productIds.size,
    byType,
  };
}

/** The ids of products, as a set or as the keys of a map. */
type Ids = Pick<ReadonlySet<string>, 'has'> & { readonly size: number };

/** The counts of one kind for a set of products. */
interface Part {
  readonly counts: KindCounts;
  /** Products with an open issue. */
  readonly open: readonly string[];
}

const parts = new WeakMap<WatchdogGroup['items'], WeakMap<Ids, Part>>();

/** Returns the counts of a kind, cached by its items and the products, because most changes concern one kind only. */
function partOf(type: string, all: WatchdogGroup['items'], productIds: Ids): Part {
  const known = parts.get(all) ?? new WeakMap<Ids, Part>();
  const part = known.get(productIds) ?? countPart(type, all, productIds);
  parts.set(all, known.set(productIds, part));
  return part;
}

/**
 * For a kind whose items users create, only the items count. For any other kind, a product without an item counts as
 * ok.
 */
function countPart(type: string, all: WatchdogGroup['items'], productIds: Ids): Part {
  const counts = { red: 0, mute: 0, uncheckedAlerts: 0, uncheckedWarnings: 0 };
  const open: string[] = [];
  let items = 0;
  for (const item of Object.values(all)) {
    if (!productIds.has(item.productId)) continue;
    items += 1;
    const tab = tabOf(item);
    if (tab !== 'ok') counts[tab] += 1;
    if (tab === 'red') open.push(item.productId);
    if (!isUnchecked(item)) continue;
    if (item.status === itemStatus.alert) counts.uncheckedAlerts += 1;
    else counts.uncheckedWarnings += 1;
  }
  const count = watchdogOf(type)?.hasOwnItems ? items : productIds.size;
  return { counts: { ...counts, ok: count - counts.red - counts.mute }, open };
}

const isCounted = (group: WatchdogGroup): boolean =>
  group.status !== groupStatus.preview && group.status !== groupStatus.hidden;
