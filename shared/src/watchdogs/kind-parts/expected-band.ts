import { comparableDays } from './expected-sales-days.ts';
import { lastWindows } from './expected-sales.ts';
import type { SalesFacts } from '../facts/observations.ts';

/** The range of units in which a day usually ends. */
export interface ExpectedBand {
  readonly low: number;
  readonly high: number;
}

/** The excess variance that alerts assume for a product without a history: 20 % beyond chance. */
const usualExcess = 0.04;

/**
 * The range that each complete day should have sold in, by what was known before it: one standard deviation to either
 * side. Days that cannot be compared, and days before enough is known, have no entry.
 */
export function expectedBands(sales: SalesFacts, marketplace: string): ReadonlyMap<string, ExpectedBand> {
  const days = comparableDays(sales, marketplace);
  const bands = new Map<string, ExpectedBand>();
  for (const [index, { day }] of days.entries()) {
    const expected = lastWindows(days.slice(0, index + 1), [1])[0]?.expected;
    if (expected === undefined) continue;
    const stray = Math.sqrt(expected + usualExcess * expected * expected);
    bands.set(day, { low: Math.max(0, Math.floor(expected - stray)), high: Math.ceil(expected + stray) });
  }
  return bands;
}
