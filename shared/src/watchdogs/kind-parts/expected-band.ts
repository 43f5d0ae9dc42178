import { comparableDays } from './expected-sales-days.ts';
import { lastWindows } from './expected-sales.ts';
import type { SalesFacts } from '../facts/observations.ts';

/** Units between which a day would usually end. */
export interface ExpectedBand {
  readonly low: number;
  readonly high: number;
}

/** As alerts expect of a product that has not shown yet how far its sales stray: 20 % beyond what chance does. */
const usualExcess = 0.04;

/**
 * What each complete day should have sold by what was known before it, a standard deviation to either side. Days that
 * cannot be compared, and those before enough is known, have none.
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
