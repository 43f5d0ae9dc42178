import { itemStatus, tabOf, type Tab } from '@app/shared/domain/issue-status.ts';
import type { Product, WatchdogGroup, WorldItem } from '@app/shared/contract/sentinel.ts';
import { matchesText } from '../../../lib/world-filter.ts';
import { compareRows } from '../../../lib/world-index.ts';

/** A row of a card: a product and what the kind says of it; without an item it is ok and was never anything else. */
export interface CardRow {
  readonly product: Product;
  readonly item: WorldItem | null;
}

/** The filter of a card: its four words of section 2. */
export const stateFilters = ['Seen', 'In progress', 'Warning', 'Alert'] as const;
export type StateFilter = (typeof stateFilters)[number];

export type CardTab = Tab | 'info';

const tabOfRow = (row: CardRow): Tab => (row.item ? tabOf(row.item) : 'ok');

/** Items of the products shown that have not had their first look yet. */
export function countStarting(group: WatchdogGroup, shown: ReadonlyMap<string, Product>): number {
  const items = Object.values(group.items);
  return items.filter((item) => item.status === itemStatus.initializing && shown.has(item.productId)).length;
}

/** Rows of a tab: problems worst first, the ok tab in the order of the products with those that are starting on top. */
export function rowsOf(group: WatchdogGroup, shown: ReadonlyMap<string, Product>, tab: Tab): readonly CardRow[] {
  if (tab === 'ok') return okRows(group, shown);
  const rows: { product: Product; item: WorldItem }[] = [];
  for (const item of Object.values(group.items)) {
    const product = shown.get(item.productId);
    if (product && tabOf(item) === tab) rows.push({ product, item });
  }
  return rows.toSorted((a, b) => compareRows(a.item, b.item));
}

function okRows(group: WatchdogGroup, shown: ReadonlyMap<string, Product>): readonly CardRow[] {
  const starting: CardRow[] = [];
  const settled: CardRow[] = [];
  for (const product of shown.values()) {
    const row = { product, item: group.items[product.productId] ?? null };
    if (tabOfRow(row) !== 'ok') continue;
    (row.item?.status === itemStatus.initializing ? starting : settled).push(row);
  }
  return [...starting, ...settled];
}

const passes: Readonly<Record<StateFilter, (item: WorldItem) => boolean>> = {
  Seen: (item) => item.issueStatus === 1,
  'In progress': (item) => item.issueStatus === 2,
  Warning: (item) => item.status === itemStatus.warning,
  Alert: (item) => item.status === itemStatus.alert,
};

/** Search and filter of a card; no state chosen means all. */
export function narrowRows(
  rows: readonly CardRow[],
  search: string,
  states: readonly StateFilter[],
): readonly CardRow[] {
  if (search.trim() === '' && states.length === 0) return rows;
  return rows.filter(
    ({ product, item }) =>
      matchesText(product, search) &&
      (states.length === 0 || (item !== null && states.some((state) => passes[state](item)))),
  );
}

/** The four empty texts of section 2, word for word. */
export function emptyText(tab: Tab, isNarrowed: boolean): string {
  if (isNarrowed) return 'No items match your filter, try a different one.';
  if (tab === 'red') return 'No current Alerts';
  if (tab === 'mute') return 'No Muted alerts or Alerts marked as Done';
  return 'No items to show';
}
