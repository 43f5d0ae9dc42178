import type { WatchdogGroup, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';

/** The kinds that this view is about: units at Amazon, one's own, and how fast they sell. */
export const stockKinds = { amazon: 'inventory', own: 'fbmInventory', sales: 'salesDrop' } as const;

type Items = Readonly<Record<string, WorldItem>>;

/** What the two watchdogs of stock say, by product id. */
export interface StockItems {
  readonly amazon: Items;
  readonly own: Items;
}

const none: Items = {};

export const stockItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems =>
  keptAll({ amazon: watchDogs[stockKinds.amazon]?.items ?? none, own: watchDogs[stockKinds.own]?.items ?? none });

/** The same without the kinds that are excluded from counts. */
export const countedItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems =>
  keptCounted({ amazon: counted(watchDogs[stockKinds.amazon]), own: counted(watchDogs[stockKinds.own]) });

/** The very same object while its parts are: what is computed from the stock does not care for other kinds. */
function keeper(): (items: StockItems) => StockItems {
  let kept: StockItems = { amazon: none, own: none };
  return (items) => {
    if (items.amazon !== kept.amazon || items.own !== kept.own) kept = items;
    return kept;
  };
}

const keptAll = keeper();
const keptCounted = keeper();

const counted = (group: WatchdogGroup | undefined): Items =>
  group && group.status !== groupStatus.preview && group.status !== groupStatus.hidden ? group.items : none;
