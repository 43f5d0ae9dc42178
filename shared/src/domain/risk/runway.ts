/**
 * Units sold, and the number of days with stock in which they were sold. Both are counts, so that divisions stay exact.
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

/** The pace of the last `lookbackDays` days, without days out of stock. `null` when no other day is known. */
export function paceOf(sales: DailySales | undefined, lookbackDays: number): Pace | null {
  const units = sales?.units.slice(-lookbackDays) ?? [];
  const isOut = sales?.outOfStock.slice(-lookbackDays) ?? [];
  const sold = units.filter((_, index) => isOut[index] !== true);
  return sold.length === 0 ? null : { sold: sold.reduce((sum, one) => sum + one, 0), days: sold.length };
}

export const unitsPerDay = ({ sold, days }: Pace): number => sold / days;

/**
 * The number of whole days that the units last. The alert and every screen call this function, so that they agree.
 * `null` when the pace is unknown or zero.
 */
export const daysLeftOf = (units: number, pace: Pace | null): number | null =>
  pace === null || pace.sold === 0 ? null : Math.floor((units * pace.days) / pace.sold);
