/** What was sold, in how many days on which it could be bought. As counts, so that every division is exact. */
export interface Pace {
  readonly sold: number;
  readonly days: number;
}

interface DailySales {
  /** Units of each complete day, the oldest first. */
  readonly units: readonly number[];
  readonly outOfStock: readonly boolean[];
}

/** The pace of the last days; a day without stock says nothing of it. `null` when no other day is known. */
export function paceOf(sales: DailySales | undefined, lookbackDays: number): Pace | null {
  const units = sales?.units.slice(-lookbackDays) ?? [];
  const isOut = sales?.outOfStock.slice(-lookbackDays) ?? [];
  const sold = units.filter((_, index) => isOut[index] !== true);
  return sold.length === 0 ? null : { sold: sold.reduce((sum, one) => sum + one, 0), days: sold.length };
}

export const unitsPerDay = ({ sold, days }: Pace): number => sold / days;

/**
 * For how many whole days so many units last. The alert and every screen ask here, so that they never disagree; `null`
 * when nobody knows, or none is sold.
 */
export const daysLeftOf = (units: number, pace: Pace | null): number | null =>
  pace === null || pace.sold === 0 ? null : Math.floor((units * pace.days) / pace.sold);
