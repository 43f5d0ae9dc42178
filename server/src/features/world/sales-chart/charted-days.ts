import { addDays } from '@app/shared/base/calendar-day.ts';
import type { SalesFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { comparableDays } from '@app/shared/watchdogs/kind-parts/expected-sales-days.ts';
import { lastWindows } from '@app/shared/watchdogs/kind-parts/expected-sales.ts';

export interface ChartedDay {
  /** A date such as `2026-11-20`. */
  readonly day: string;
  readonly units: number;
  /** The sales expected from the days before; `null` if there are too few days to expect anything. */
  readonly expected: number | null;
  readonly isOutOfStock: boolean;
}

const daysCharted = 60;

/**
 * Returns the last 60 days, oldest first. For the days of a drop, the expectation uses only the days before the drop.
 */
export function chartedDays(
  sales: SalesFacts,
  { marketplace, droppedOn }: { readonly marketplace: string; readonly droppedOn: string | null },
): ChartedDay[] {
  const comparable = comparableDays(sales, marketplace);
  const expectedOf = (day: string): number | null => {
    const at = comparable.findIndex((one) => one.day === day);
    const charted = comparable[at];
    if (!charted) return null;
    const past = comparable.slice(0, at).filter((one) => droppedOn === null || day < droppedOn || one.day < droppedOn);
    return lastWindows([...past, charted], [1])[0]?.expected ?? null;
  };
  const { through, units, outOfStock } = sales;
  const first = Math.max(0, units.length - daysCharted);
  return units.slice(first).map((sold, index) => {
    const back = units.length - 1 - (first + index);
    const day = addDays(through, -back);
    return { day, units: sold, expected: expectedOf(day), isOutOfStock: outOfStock[first + index] === true };
  });
}
