import { dayMs } from '../../base/time.ts';

/** A day of UTC as `YYYY-MM-DD`. All billing counts in days of UTC, so that no change of summer time moves a cent. */
export type Day = string;

/** A billing month: 9.99 USD a month are 0.333 USD a day. */
export const daysOfPeriod = 30;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

/** The instant at which the day begins. */
export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00Z`);

export const addDays = (day: Day, days: number): Day => dayOf(new Date(startOfDay(day).getTime() + days * dayMs));

/** The number of days from one day to another, negative if `to` is before `from`. */
export const daysFrom = (from: Day, to: Day): number =>
  Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / dayMs);

/** A period of days; `to` is its last day. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

export const periodFrom = (from: Day): Period => ({ from, to: addDays(from, daysOfPeriod - 1) });
