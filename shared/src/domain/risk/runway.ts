/**
 * The units sold and the number of days with stock in which they were sold. Both are counts, so that divisions by them
 * stay exact.
 */
export interface Pace {
  readonly sold: number;
  readonly days: number;
}

interface DailySales {
  /** Units of each complete day, oldest first. */
  readonly units: readonly number[];
  readonly outOfStock: readonly boolean[];
}

/**
 * Returns the pace of sales over the last `lookbackDays` days, without the days out of stock; `null` if no day remains.
 */
export function paceOf(sales: DailySales | undefined, lookbackDays: number): Pace | null {
  const units = sales?.units.slice(-lookbackDays) ?? [];
  const isOut = sales?.outOfStock.slice(-lookbackDays) ?? [];
  const sold = units.filter((_, index) => isOut[index] !== true);
  return sold.length === 0 ? null : { sold: sold.reduce((sum, one) => sum + one, 0), days: sold.length };
}

export const unitsPerDay = ({ sold, days }: Pace): number => sold / days;

/**
 * Returns for how many whole days the units last; `null` when the pace is unknown or zero. The alert and every screen
 * call this function, so that they agree.
 */
export const daysLeftOf = (units: number, pace: Pace | null): number | null =>
  pace === null || pace.sold === 0 ? null : Math.floor((units * pace.days) / pace.sold);
