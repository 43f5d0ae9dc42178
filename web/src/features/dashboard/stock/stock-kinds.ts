import type { WatchdogGroup, WorldAnswer, WorldItem } from '@app/shared/contract/sentinel.ts';
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

export const stockItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems => ({
  amazon: watchDogs[stockKinds.amazon]?.items ?? none,
  own: watchDogs[stockKinds.own]?.items ?? none,
});

/** The same without the kinds that are excluded from counts. */
export const countedItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems => ({
  amazon: counted(watchDogs[stockKinds.amazon]),
  own: counted(watchDogs[stockKinds.own]),
});

const counted = (group: WatchdogGroup | undefined): Items =>
  group && group.status !== groupStatus.preview && group.status !== groupStatus.hidden ? group.items : none;
