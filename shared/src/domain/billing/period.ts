import { addDays, type Day } from '../../base/calendar-day.ts';

/** A billing month: 9.99 USD a month are 0.333 USD a day. */
export const daysOfPeriod = 30;

/**
 * A period of days; `to` is its last day. All billing counts in days of UTC, so that no change of summer time moves a
 * cent.
 */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

export const periodFrom = (from: Day): Period => ({ from, to: addDays(from, daysOfPeriod - 1) });
