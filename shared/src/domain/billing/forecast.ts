import { addDays, daysFrom, daysOfPeriod, periodFrom, type Day } from './day.ts';

export interface Forecast {
  readonly toDateMills: number;
  /** The cost of the days that are left, each like the last closed day. */
  readonly forecastMills: number;
  readonly nextBillMills: number;
  readonly closedDays: number;
  readonly daysLeft: number;
  /** The day after the period's last. */
  readonly nextBillOn: Day;
}

/** Section 9: the last day is extended to the 30 days of the period. */
export function forecastOf(
  from: Day,
  days: readonly { readonly day: Day; readonly mills: number }[],
  carriedMills: number,
): Forecast {
  const { to } = periodFrom(from);
  const closed = days.filter(({ day }) => from <= day && day <= to);
  const last = closed.reduce<(typeof closed)[number] | null>(
    (latest, entry) => (latest === null || entry.day > latest.day ? entry : latest),
    null,
  );
  const daysLeft = last === null ? daysOfPeriod : daysFrom(last.day, to);
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
