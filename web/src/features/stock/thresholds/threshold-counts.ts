import type { WatchdogGroup, WorldAnswer } from '@app/shared/contract/world.ts';
import { NO_THRESHOLD } from '@app/shared/watchdogs/model/no-threshold.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { stockKinds } from '../../products/stock-kinds.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/** One of the three spreadsheets of the stock view. */
export interface Sheet {
  readonly title: string;
  readonly watchdog: Watchdog;
  readonly group: WatchdogGroup;
  /** The state in words, such as "164 of 182 set, 2 defaults", or what applies while no thresholds are set. */
  readonly set: string;
}

const titles = {
  amazon: 'FBA Stock thresholds',
  own: 'FBM Stock thresholds',
  sales: 'Sales volume thresholds',
} as const;

/** The text while no product has thresholds. */
const usual = {
  amazon: 'none set, alerts when none is left',
  own: 'none set, alerts when none is left',
  sales: 'none set, uses the expected sales',
} as const;

/** The settings that are thresholds; the other own settings are about their computation. */
const bounds = {
  amazon: ['alertDays', 'warningDays'],
  own: ['alertThreshold'],
  sales: ['dropPercentAlert', 'dropPercentWarning', 'minimumUnitsPerDay'],
} as const;

type SheetName = keyof typeof titles;
const sheetNames = ['amazon', 'own', 'sales'] as const satisfies readonly SheetName[];

export function sheetsOf({ watchDogs, products }: Pick<WorldAnswer, 'watchDogs' | 'products'>): readonly Sheet[] {
  const counted = {
    amazon: products.filter(({ inStockQty }) => inStockQty !== null).length,
    own: products.filter(({ fbmQty }) => fbmQty !== null).length,
    sales: products.length,
  };
  return sheetNames.flatMap((one) => {
    const watchdog = watchdogOf(stockKinds[one]);
    const group = watchDogs[stockKinds[one]];
    if (!watchdog || !group) return [];
    const set = countSet(group, bounds[one]);
    const of = Math.max(set, counted[one]);
    const { length } = group.defaults;
    const byDefault = length === 0 ? '' : `, ${formatCount(length)} ${length === 1 ? 'default' : 'defaults'}`;
    const text = set === 0 && length === 0 ? usual[one] : `${formatCount(set)} of ${formatCount(of)} set${byDefault}`;
    return [{ title: titles[one], watchdog, group, set: text }];
  });
}

function countSet({ items }: WatchdogGroup, names: readonly string[]): number {
  return Object.values(items).filter(({ settings }) => names.some((name) => isSet(settings[name]))).length;
}

const isSet = (value: unknown): boolean => value === NO_THRESHOLD || (typeof value === 'number' && value !== 0);
