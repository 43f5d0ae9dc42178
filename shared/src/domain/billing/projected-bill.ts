import { addDays, type Day } from '../../base/calendar-day.ts';

/**
 * The amount at which a daily payer gets an invoice. The fixed part of a card's fee, about 0.30 USD, would use up
 * smaller ones.
 */
export const leastDailyMills = 5_000;

interface OpenBill {
  readonly frequency: 'daily' | 'monthly';
  /** The amounts that no bill includes yet: closed days, credits and other corrections, and the carry. */
  readonly openMills: number;
  /** The expected cost of each day that is left. */
  readonly dayMills: number;
  /** The last closed day, or the day before the period. */
  readonly closedThrough: Day;
  /** The last day of the period. */
  readonly to: Day;
  /** The number of days that are left and have the service. */
  readonly servedDaysLeft: number;
}

interface ProjectedBill {
  readonly mills: number;
  /** The day on which the bill is made. */
  readonly on: Day;
}

/** Returns the next bill as it will be if all days that are left cost the same. */
export function projectedBill({
  frequency,
  openMills,
  dayMills,
  closedThrough,
  to,
  servedDaysLeft,
}: OpenBill): ProjectedBill {
  const missingMills = leastDailyMills - openMills;
  // A bill is made when a day is closed, so that it includes one day more at least.
  const days = missingMills <= dayMills ? 1 : Math.ceil(missingMills / dayMills);
  const isWithinPeriod = frequency === 'daily' && days <= servedDaysLeft;
  return {
    mills: Math.max(0, openMills + dayMills * (isWithinPeriod ? days : servedDaysLeft)),
    on: isWithinPeriod ? addDays(closedThrough, days + 1) : addDays(to, 1),
  };
}
