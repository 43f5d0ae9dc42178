import { groupStatus, tabOf } from '@app/shared/domain/issue-status.ts';
import type { Product, WatchdogGroup, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { causeText } from '@app/shared/world/issues/incidents.ts';
import { compareRows, type Issue } from '@app/shared/world/issues/open-issues.ts';
import { watchdogsInOrder } from '../../../world/watchdog-order.ts';

/** The item of one watchdog for one product. */
export interface Line {
  readonly watchdog: Watchdog;
  readonly group: WatchdogGroup;
  readonly item: WorldItem | null;
}

interface RedLine extends Line {
  readonly item: WorldItem;
}

export interface OpenLine extends RedLine {
  /** The cause of the issue, such as "the listing is suspended", if that is another open issue of the product. */
  readonly cause: string | null;
}

/** Open issues of a product, worst first. */
export function openLinesOf(product: Product, watchDogs: WorldAnswer['watchDogs']): readonly OpenLine[] {
  const open = linesOf(product, watchDogs).flatMap((line) => (isOpen(line) ? [line] : []));
  const issues = open.map(issueOf);
  return open
    .map((line) => ({ ...line, cause: causeText(issueOf(line), issues) }))
    .toSorted((a, b) => compareRows(a.item, b.item));
}

const issueOf = ({ watchdog, item }: RedLine): Issue => ({ type: watchdog.type, item });

/** The items of the product that are not open issues, except those that people created, which are listed separately. */
export const quietLinesOf = (product: Product, watchDogs: WorldAnswer['watchDogs']): readonly Line[] =>
  linesOf(product, watchDogs).filter((line) => !isOpen(line) && !line.watchdog.hasOwnItems);

const linesOf = (product: Product, watchDogs: WorldAnswer['watchDogs']): readonly Line[] =>
  watchdogsInOrder.flatMap((watchdog): readonly Line[] => {
    const group = watchDogs[watchdog.type];
    if (!group || group.status === groupStatus.hidden || !group.alertsEnabled) return [];
    if (!watchdog.hasOwnItems) return [{ watchdog, group, item: group.items[product.productId] ?? null }];
    return ownItemsOf(group, product.productId).map((item) => ({ watchdog, group, item }));
  });

const isOpen = (line: Line): line is RedLine => line.item !== null && tabOf(line.item) === 'red';

/** The items that people created for a product, in the order of creation. */
export const ownItemsOf = ({ items }: WatchdogGroup, productId: string): readonly WorldItem[] =>
  (itemsByProduct(items).get(productId) ?? []).toSorted((a, b) =>
    a.watchDogId.localeCompare(b.watchDogId, 'en', { numeric: true }),
  );

type ItemsByProduct = ReadonlyMap<string, readonly WorldItem[]>;
const byProduct = new WeakMap<WatchdogGroup['items'], ItemsByProduct>();

/** Groups the items by product, cached because each turn to another product reads only a few of thousands of items. */
function itemsByProduct(items: WatchdogGroup['items']): ItemsByProduct {
  const known = byProduct.get(items) ?? Map.groupBy(Object.values(items), ({ productId }) => productId);
  byProduct.set(items, known);
  return known;
}
