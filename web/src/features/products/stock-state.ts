import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Level } from '../../ui/signs/SeveritySign.tsx';
import { NO_THRESHOLD } from '@app/shared/watchdogs/model/no-threshold.ts';
import { defaultsFor, type DefaultSettings } from '@app/shared/watchdogs/model/default-settings.ts';
import type { StockDefaults, StockItems } from './stock-kinds.ts';

/**
 * The stock states: those of section 4 (no thresholds, ok, warning, alert), and those in which thresholds do not matter
 * yet.
 */
type StockState = 'out' | 'alert' | 'warning' | 'starting' | 'ok' | 'unset' | 'unknown';

/** The thresholds of one product; `null` for one that is not set. */
export interface Thresholds {
  readonly alertDays: number | null;
  readonly warningDays: number | null;
  readonly alertUnits: number | null;
  readonly lookbackDays: number;
}

/** A threshold that people set for a product; `NO_THRESHOLD` if they want none, whatever the defaults are. */
export type OwnThreshold = number | typeof NO_THRESHOLD | null;

export interface OwnThresholds {
  readonly alertDays: OwnThreshold;
  readonly warningDays: OwnThreshold;
  readonly alertUnits: OwnThreshold;
  readonly lookbackDays: number;
}

/** A threshold that applies to a product that has none of its own. */
interface DefaultThreshold {
  readonly value: number;
  /** The owner of the default, as in "default of Brightkeel". */
  readonly origin: string;
}

export type DefaultThresholds = Readonly<Partial<Record<keyof Thresholds, DefaultThreshold | undefined>>>;

interface AppliedThresholds {
  /** The thresholds by which the product is judged. */
  readonly thresholds: Thresholds;
  /** The thresholds that people set for the product itself. */
  readonly ownThresholds: OwnThresholds;
  readonly defaults: DefaultThresholds;
}

/** The stock state of a product, with the item of the watchdog that decided it. */
export interface StockStatus extends AppliedThresholds {
  readonly state: StockState;
  /** The item that decides the state; `null` if there is none. */
  readonly item: WorldItem | null;
  readonly shipper: 'amazon' | 'own';
}

export const levelOfState: Readonly<Record<StockState, Level>> = {
  out: 'alert',
  alert: 'alert',
  warning: 'warning',
  starting: 'starting',
  ok: 'ok',
  unset: 'unset',
  unknown: 'stale',
};

/** The level of a state as it is shown: a stock that is fine is not called so while the marketplace is stale. */
export const shownLevel = (state: StockState, isStale: boolean): Level =>
  isStale && levelOfState[state] === 'ok' ? 'stale' : levelOfState[state];

export const wordOfState: Readonly<Record<StockState, string>> = {
  out: 'Out of Stock',
  alert: 'Alert',
  warning: 'Warning',
  starting: 'Starting',
  ok: 'OK',
  unset: 'No threshold',
  unknown: 'Not known yet',
};

/** The word for a product that Amazon still has, while the seller's own stock is low or empty. */
export const ownWordOfState: Partial<Record<StockState, string>> = { out: 'FBM out of stock', alert: 'FBM alert' };

/**
 * The rank of each state, the worst first. The column is sorted by it, and the worse of two watchdogs' states is shown.
 */
export const rankOfState: Readonly<Record<StockState, number>> = {
  out: 0,
  alert: 1,
  warning: 2,
  starting: 3,
  ok: 4,
  unset: 5,
  unknown: 6,
};

export const isBelowLine = (state: StockState): boolean => state === 'out' || state === 'alert' || state === 'warning';

/** The worse of the states of the stock at Amazon and of the seller's own. */
export const stockOf = (product: Product, { amazon, own, defaults }: StockItems): StockStatus =>
  stockStatusOf(product, {
    amazonItem: amazon[product.productId] ?? null,
    ownItem: own[product.productId] ?? null,
    defaults,
  });

/** The items of the two stock watchdogs for a product. */
export interface StockOfProduct {
  readonly amazonItem: WorldItem | null;
  readonly ownItem: WorldItem | null;
  readonly defaults: StockDefaults;
}

export function stockStatusOf(product: Product, stock: StockOfProduct): StockStatus {
  const { amazonItem, ownItem } = stock;
  const applied = applyDefaults(product, stock);
  const amazon = amazonState(product, amazonItem, applied.thresholds);
  const own = ownState(product, ownItem, applied.thresholds);
  if (amazon === null && own === null) {
    const state = amazonItem?.status === itemStatus.initializing ? 'starting' : 'unknown';
    return { state, item: amazonItem, shipper: 'amazon', ...applied };
  }
  const isOwn = amazon === null || (own !== null && isBelowLine(own) && rankOfState[own] < rankOfState[amazon]);
  return isOwn
    ? { state: own ?? 'unknown', item: ownItem, shipper: 'own', ...applied }
    : { state: amazon, item: amazonItem, shipper: 'amazon', ...applied };
}

/** Returns `null` when the product is not at Amazon. */
function amazonState(product: Product, item: WorldItem | null, thresholds: Thresholds): StockState | null {
  const { inStockQty, totalQty, fbmQty } = product;
  if (inStockQty === null) return null;
  const isEmpty = inStockQty === 0 || totalQty === 0;
  const problem = problemOf(item, isEmpty);
  if (problem) return problem;
  if (isEmpty && (fbmQty ?? 0) > 0) return null;
  // Section 8: an empty stock is reported even if the kind is off, and before the first check.
  if (totalQty === 0) return 'out';
  return thresholds.alertDays === null && thresholds.warningDays === null ? 'unset' : 'ok';
}

/** Returns `null` when the seller does not ship the product, or has an offer that never had stock. */
function ownState({ fbmQty, inStockQty }: Product, item: WorldItem | null, thresholds: Thresholds): StockState | null {
  if (fbmQty === null) return null;
  const problem = problemOf(item, fbmQty === 0);
  if (problem) return problem;
  if (fbmQty === 0) return inStockQty === null ? 'out' : null;
  return thresholds.alertUnits === null ? 'unset' : 'ok';
}

function problemOf(item: WorldItem | null, isEmpty: boolean): StockState | null {
  switch (item?.status) {
    case itemStatus.alert:
      return isEmpty ? 'out' : 'alert';
    case itemStatus.warning:
      return 'warning';
    case itemStatus.initializing:
      return 'starting';
    default:
      return null;
  }
}

/** Nearly every item has no thresholds: they share one object. */
const noThresholds: OwnThresholds & Thresholds = {
  alertDays: null,
  warningDays: null,
  alertUnits: null,
  lookbackDays: 30,
};
const noDefaults: DefaultThresholds = {};

function applyDefaults(product: Product, { amazonItem, ownItem, defaults }: StockOfProduct): AppliedThresholds {
  const ownThresholds = thresholdsOf(amazonItem, ownItem);
  if (defaults.amazon.length === 0 && defaults.own.length === 0) {
    return { thresholds: applyTo(ownThresholds, noDefaults), ownThresholds, defaults: noDefaults };
  }
  const [amazon, own] = [defaultsFor(defaults.amazon, product), defaultsFor(defaults.own, product)];
  const found = {
    alertDays: defaultIn(amazon, 'alertDays'),
    warningDays: defaultIn(amazon, 'warningDays'),
    alertUnits: defaultIn(own, 'alertThreshold'),
  };
  return { thresholds: applyTo(ownThresholds, found), ownThresholds, defaults: found };
}

/** Returns the thresholds that apply to a product: its own ones, and the defaults where it has none. */
export function applyTo(own: OwnThresholds, defaults: DefaultThresholds): Thresholds {
  if (own === noThresholds && defaults === noDefaults) return noThresholds;
  const apply = (name: 'alertDays' | 'warningDays' | 'alertUnits') =>
    own[name] === NO_THRESHOLD ? null : (own[name] ?? defaults[name]?.value ?? null);
  return {
    alertDays: apply('alertDays'),
    warningDays: apply('warningDays'),
    alertUnits: apply('alertUnits'),
    lookbackDays: own.lookbackDays,
  };
}

function defaultIn(defaults: readonly DefaultSettings[], setting: string): DefaultThreshold | undefined {
  for (const { brand, settings } of defaults) {
    const value = settings[setting];
    if (value === NO_THRESHOLD) return undefined;
    if (typeof value === 'number') return { value, origin: `default of ${brand ?? 'the seller account'}` };
  }
  return undefined;
}

function thresholdsOf(amazon: WorldItem | null, own: WorldItem | null): OwnThresholds {
  if (!amazon && !own) return noThresholds;
  return {
    alertDays: thresholdIn(amazon, 'alertDays'),
    warningDays: thresholdIn(amazon, 'warningDays'),
    alertUnits: thresholdIn(own, 'alertThreshold'),
    lookbackDays: numberIn(amazon, 'velocityLookbackDays') ?? noThresholds.lookbackDays,
  };
}

const thresholdIn = (item: WorldItem | null, name: string): OwnThreshold =>
  item?.settings[name] === NO_THRESHOLD ? NO_THRESHOLD : numberIn(item, name);

function numberIn(item: WorldItem | null, name: string): number | null {
  const value = item?.settings[name];
  return typeof value === 'number' ? value : null;
}

/** Products as a list, or by their id. */
export interface ProductCollection {
  values(): Iterable<Product>;
}

const counted = new WeakMap<StockItems, WeakMap<ProductCollection, number>>();

/** The number of products below their threshold, cached by the products and items. */
export function countBelowLine(products: ProductCollection, items: StockItems): number {
  const known = counted.get(items) ?? new WeakMap<ProductCollection, number>();
  const below = known.get(products) ?? countBelow(products, items);
  counted.set(items, known.set(products, below));
  return below;
}

function countBelow(products: ProductCollection, items: StockItems): number {
  let below = 0;
  for (const product of products.values()) if (isBelowLine(stockOf(product, items).state)) below += 1;
  return below;
}
