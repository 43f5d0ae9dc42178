import type { WatchdogGroup, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';

/** The kinds about stock: units at Amazon, the seller's own units, and sales. */
export const stockKinds = { amazon: 'inventory', own: 'fbmInventory', sales: 'salesDrop' } as const;

type Items = Readonly<Record<string, WorldItem>>;

type Defaults = WatchdogGroup['defaults'];

/** The defaults of the thresholds of both stock watchdogs. */
export interface StockDefaults {
  readonly amazon: Defaults;
  readonly own: Defaults;
}

/** The items of the two stock watchdogs by product id, with the defaults of their thresholds. */
export interface StockItems {
  readonly amazon: Items;
  readonly own: Items;
  readonly defaults: StockDefaults;
}

const none: Items = {};
const noDefaults: Defaults = [];

export const stockItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems =>
  keptAll({
    amazon: watchDogs[stockKinds.amazon]?.items ?? none,
    own: watchDogs[stockKinds.own]?.items ?? none,
    defaults: stockDefaultsOf(watchDogs),
  });

const stockDefaultsOf = (watchDogs: WorldAnswer['watchDogs']): StockDefaults => ({
  amazon: watchDogs[stockKinds.amazon]?.defaults ?? noDefaults,
  own: watchDogs[stockKinds.own]?.defaults ?? noDefaults,
});

/** The items of the two stock watchdogs by product id, without preview and hidden kinds. */
export const countedItemsOf = (watchDogs: WorldAnswer['watchDogs']): StockItems =>
  keptCounted({
    amazon: countedItems(watchDogs[stockKinds.amazon]),
    own: countedItems(watchDogs[stockKinds.own]),
    defaults: stockDefaultsOf(watchDogs),
  });

/** Returns the same object while its parts are the same, so that a change of other kinds causes no new computation. */
function makeKeeper(): (items: StockItems) => StockItems {
  let kept: StockItems = { amazon: none, own: none, defaults: { amazon: noDefaults, own: noDefaults } };
  return (items) => {
    const { amazon, own } = items.defaults;
    const defaults = amazon === kept.defaults.amazon && own === kept.defaults.own ? kept.defaults : items.defaults;
    const isSame = items.amazon === kept.amazon && items.own === kept.own && defaults === kept.defaults;
    if (!isSame) kept = { ...items, defaults };
    return kept;
  };
}

const keptAll = makeKeeper();
const keptCounted = makeKeeper();

const countedItems = (group: WatchdogGroup | undefined): Items =>
  group && group.status !== groupStatus.preview && group.status !== groupStatus.hidden ? group.items : none;
