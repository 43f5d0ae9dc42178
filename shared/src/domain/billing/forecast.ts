import { daysFrom, type Day } from '../../base/calendar-day.ts';
import { daysOfPeriod, periodFrom } from './period.ts';

interface Forecast {
  /** The cost of the closed days. */
  readonly toDateMills: number;
  /** The cost of the days that are left, each like the last closed day that has a cost. */
  readonly forecastMills: number;
  /** The number of closed days that have a cost; a day without service has none. */
  readonly closedDays: number;
  /** The number of days that are not closed yet. */
  readonly daysLeft: number;
}

/**
 * Section 9: the last day is extended to the 30 days of the period.
 *
 * @param closedThrough the last day that is closed, with or without a cost
 */
export function forecastOf(
  from: Day,
  days: readonly { readonly day: Day; readonly mills: number }[],
  closedThrough: Day,
): Forecast {
  const { to } = periodFrom(from);
  const closed = days.filter(({ day }) => from <= day && day <= to);
  const last = closed.reduce<(typeof closed)[number] | null>(
    (latest, entry) => (latest === null || entry.day > latest.day ? entry : latest),
    null,
  );
  const daysLeft = Math.min(daysOfPeriod, Math.max(0, daysFrom(closedThrough, to)));
  return {
    toDateMills: closed.reduce((sum, { mills }) => sum + mills, 0),
    forecastMills: (last?.mills ?? 0) * daysLeft,
    closedDays: closed.length,
    daysLeft,
  };
}
