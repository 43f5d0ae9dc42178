import { issueStatus, itemStatus, tabOf, type Tab } from '@app/shared/domain/issue-status.ts';
import type { Product, WatchdogGroup, WorldItem } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { matchesText } from '../../../world/filter.ts';
import { isMarketStale } from '../../../world/staleness.ts';
import { compareRows } from '@app/shared/world/issues/open-issues.ts';
import type { CardProps } from './card-props.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/**
 * A row of a card: a product with its item of the kind. Without an item the product is ok. For kinds whose items people
 * create, a product has one row per item.
 */
export interface CardRow {
  readonly product: Product;
  readonly item: WorldItem | null;
}

/** The filter of a card: its four words of section 2. */
export const stateFilters = ['Seen', 'In progress', 'Warning', 'Alert'] as const;
export type StateFilter = (typeof stateFilters)[number];

/** The tabs with rows. Done issues have a separate tab, although section 4 counts them among the muted ones. */
export type ListTab = Tab | 'done';
export type CardTab = ListTab | 'info';

export const isProblem = ({ item }: CardRow): boolean =>
  item?.status === itemStatus.warning || item?.status === itemStatus.alert;

const tabOfRow = (row: CardRow): Tab => (row.item ? tabOf(row.item) : 'ok');

/** Returns the number of items of the shown products that have not been judged yet. A muted one counts as muted. */
export function countStarting(group: WatchdogGroup, shown: ReadonlyMap<string, Product>): number {
  const items = Object.values(group.items);
  return items.filter(isStarting).filter(({ productId }) => shown.has(productId)).length;
}

export const isStarting = (item: WorldItem): boolean => item.status === itemStatus.initializing && !item.muted;

const isDone = (item: WorldItem): boolean => tabOf(item) === 'mute' && !item.muted;

export const countDone = (group: WatchdogGroup, shown: ReadonlyMap<string, Product>): number =>
  Object.values(group.items).filter((item) => isDone(item) && shown.has(item.productId)).length;

/**
 * The number of ok products. A kind that cannot watch has checked nothing, so that only items it judged before count.
 */
export function countOk({ group, counts, shown }: Pick<CardProps, 'group' | 'counts' | 'shown'>): number {
  if (group.message === null) return counts.ok;
  return Object.values(group.items).filter((item) => isKnownOk(item) && shown.has(item.productId)).length;
}

/** The number of those of the ok products whose marketplace is stale: what was found last may have changed since. */
export function countStaleOk({
  watchdog,
  group,
  shown,
  stalenessOf,
}: Pick<CardProps, 'watchdog' | 'group' | 'shown' | 'stalenessOf'>): number {
  return rowsOf({ watchdog, group }, shown, 'ok').filter(({ item, product }) => {
    const isJudged = item?.status !== itemStatus.initializing && (group.message === null || isKnownOk(item));
    return isJudged && isMarketStale(stalenessOf(product));
  }).length;
}

export const isKnownOk = (item: WorldItem | null): boolean =>
  item !== null && item.status === itemStatus.ok && !item.muted;

export const rowKey = ({ product, item }: CardRow): string => item?.watchDogId ?? product.productId;

interface CardGroup {
  readonly watchdog: Pick<Watchdog, 'hasOwnItems'>;
  readonly group: WatchdogGroup;
}

/** Rows of a tab: problems worst first; the ok tab in the order of the products, with starting items first. */
export function rowsOf(
  { watchdog, group }: CardGroup,
  shown: ReadonlyMap<string, Product>,
  tab: ListTab,
): readonly CardRow[] {
  if (tab === 'ok') return startingFirst(watchdog.hasOwnItems ? madeRows(group, shown) : productRows(group, shown));
  const rows: { product: Product; item: WorldItem }[] = [];
  for (const item of Object.values(group.items)) {
    const product = shown.get(item.productId);
    if (product && (tab === 'done' ? isDone(item) : tabOf(item) === tab)) rows.push({ product, item });
  }
  return rows.toSorted((a, b) => compareRows(a.item, b.item));
}

function productRows(group: WatchdogGroup, shown: ReadonlyMap<string, Product>): readonly CardRow[] {
  return [...shown.values()].map((product) => ({ product, item: group.items[product.productId] ?? null }));
}

function madeRows(group: WatchdogGroup, shown: ReadonlyMap<string, Product>): readonly CardRow[] {
  return Object.values(group.items).flatMap((item) => {
    const product = shown.get(item.productId);
    return product ? [{ product, item }] : [];
  });
}

function startingFirst(rows: readonly CardRow[]): readonly CardRow[] {
  const ok = rows.filter((row) => tabOfRow(row) === 'ok');
  const isFirst = ({ item }: CardRow): boolean => item !== null && isStarting(item);
  return [...ok.filter(isFirst), ...ok.filter((row) => !isFirst(row))];
}

const passes: Readonly<Record<StateFilter, (item: WorldItem) => boolean>> = {
  Seen: (item) => item.issueStatus === issueStatus.seen,
  'In progress': (item) => item.issueStatus === issueStatus.inProgress,
  Warning: (item) => item.status === itemStatus.warning,
  Alert: (item) => item.status === itemStatus.alert,
};

/** Applies a card's search and filter; without a chosen state all rows match. */
export function narrowRows(
  rows: readonly CardRow[],
  search: string,
  states: readonly StateFilter[],
): readonly CardRow[] {
  if (search.trim() === '' && states.length === 0) return rows;
  return rows.filter(
    ({ product, item }) =>
      (matchesText(product, search) || matchesKeyword(item, search)) &&
      (states.length === 0 || (item !== null && states.some((state) => passes[state](item)))),
  );
}

const matchesKeyword = (item: WorldItem | null, search: string): boolean =>
  item?.settings.keyword?.toLowerCase().includes(search.trim().toLowerCase()) ?? false;

/** "Still being checked: 12 of 22"; `null` when all products have been checked for the first time. */
export const startingText = (starting: number, products: number): string | null =>
  starting === 0 ? null : `Still being checked: ${partText(starting, products)}`;

/** "Not checked so far: 12 of 22"; `null` when no product waits for a check that does not succeed. */
export const uncheckedText = (unchecked: number, products: number): string | null =>
  unchecked === 0 ? null : `Not checked so far: ${partText(unchecked, products)}`;

const partText = (some: number, all: number): string => `${formatCount(some)} of ${formatCount(all)}`;

/** The four empty texts of section 2, word for word, and one for the tab of done issues. */
export function emptyText(tab: ListTab, isNarrowed: boolean): string {
  if (isNarrowed) return 'No items match your filter, try a different one.';
  if (tab === 'red') return 'No current Alerts';
  if (tab === 'done') return 'Nothing is marked as Done';
  if (tab === 'mute') return 'No Muted alerts or Alerts marked as Done';
  return 'No items to show';
}
