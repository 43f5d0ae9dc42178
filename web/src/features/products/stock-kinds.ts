import type { WatchdogGroup, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';

/** The kinds about stock: units at Amazon, the seller's own units, and sales. */
export const stockKinds = { amazon: 'inventory', own: 'fbmInventory', sales: 'salesDrop' } as const;

type Items = Readonly<Record<string, WorldItem>>;

/** The items of the two stock watchdogs, by product id. */
export interface StockItems {
  readonly amazon: Items;
  readonly own: Items;
}

const none: Items = {};

export const stockItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems =>
  keptAll({ amazon: watchDogs[stockKinds.amazon]?.items ?? none, own: watchDogs[stockKinds.own]?.items ?? none });

/** The items of the two stock watchdogs by product id, without preview and hidden kinds. */
export const countedItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems =>
  keptCounted({ amazon: countedItems(watchDogs[stockKinds.amazon]), own: countedItems(watchDogs[stockKinds.own]) });

/** Returns the same object while its parts are the same, so that a change of other kinds causes no new computation. */
function makeKeeper(): (items: StockItems) => StockItems {
  let kept: StockItems = { amazon: none, own: none };
  return (items) => {
    if (items.amazon !== kept.amazon || items.own !== kept.own) kept = items;
    return kept;
  };
}

const keptAll = makeKeeper();
const keptCounted = makeKeeper();

const countedItems = (group: WatchdogGroup | undefined): Items =>
  group && group.status !== groupStatus.preview && group.status !== groupStatus.hidden ? group.items : none;
