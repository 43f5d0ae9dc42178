import { addDays, daysFrom, daysOfPeriod, periodFrom, type Day } from './day.ts';

interface Forecast {
  readonly toDateMills: number;
  /** The cost of the days that are left, each like the last closed day that has a cost. */
  readonly forecastMills: number;
  readonly nextBillMills: number;
  /** The number of closed days that have a cost; a day without service has none. */
  readonly closedDays: number;
  /** The number of days that are not closed yet. */
  readonly daysLeft: number;
  /** The day after the period's last. */
  readonly nextBillOn: Day;
}

interface Closing {
  /** The last day that is closed, with or without a cost. */
  readonly closedThrough: Day;
  readonly carriedMills: number;
}

/** Section 9: the last day is extended to the 30 days of the period. */
export function forecastOf(
  from: Day,
  days: readonly { readonly day: Day; readonly mills: number }[],
  { closedThrough, carriedMills }: Closing,
): Forecast {
  const { to } = periodFrom(from);
  const closed = days.filter(({ day }) => from <= day && day <= to);
  const last = closed.reduce<(typeof closed)[number] | null>(
    (latest, entry) => (latest === null || entry.day > latest.day ? entry : latest),
    null,
  );
  const daysLeft = Math.min(daysOfPeriod, Math.max(0, daysFrom(closedThrough, to)));
  const toDateMills = closed.reduce((sum, { mills }) => sum + mills, 0) + carriedMills;
  const forecastMills = (last?.mills ?? 0) * daysLeft;
  return {
    toDateMills,
    forecastMills,
    nextBillMills: toDateMills + forecastMills,
    closedDays: closed.length,
    daysLeft,
    nextBillOn: addDays(to, 1),
  };
}
