import { comparableDays } from './expected-sales-days.ts';
import { lastWindows } from './expected-sales.ts';
import type { SalesFacts } from '../facts/observations.ts';

/** The range of units that a product usually sells on a day. */
interface ExpectedBand {
  readonly low: number;
  readonly high: number;
}

/** The variance beyond chance (20 % squared) that the sales watchdog assumes for a product without a history. */
const usualExcess = 0.04;

/**
 * Returns the expected range of units for each complete day: one standard deviation to either side of what the days
 * before it predict. Days that cannot be compared, and days with too little history, have no entry.
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
