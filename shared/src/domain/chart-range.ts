import { addDays, daysFrom, eachDay, isDay } from '../base/calendar-day.ts';

/** The number of days of a chart without a given range (specification, section 9). */
export const defaultChartDays = 30;
export const mostChartDays = 120;

/** Specification, section 4: how long the error about a wrong range is shown, in milliseconds. */
export const rangeErrorMs = 2000;

/** Specification, section 5: YYYY-MM-DD starting with 20. */
const dayPattern = /^20\d\d-\d\d-\d\d$/;

/** Whether the text is a day of the calendar, written as the specification demands. */
export const isChartDay = (text: string): boolean => dayPattern.test(text) && isDay(text);

export interface RequestedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly lookbackDays?: number | undefined;
}

/** A range of days as `YYYY-MM-DD`, which includes both `from` and `to`. */
export interface ChartRange {
  readonly from: string;
  readonly to: string;
}

export type CheckedRange =
  | { readonly ok: true; readonly range: ChartRange }
  | { readonly ok: false; readonly error: string };

/**
 * If `to` is missing, the range ends today. If `from` is missing, it has `lookbackDays` days (30 by default), including
 * the last day.
 */
export function chartRange(asked: RequestedRange, today: string, mostDays: number = mostChartDays): CheckedRange {
  for (const day of [asked.from, asked.to]) {
    if (day !== undefined && !isChartDay(day)) return refuse('Dates are written as YYYY-MM-DD, as in 2026-03-31');
  }
  const lastAsked = asked.to ?? today;
  const to = lastAsked > today ? today : lastAsked;
  const from = asked.from ?? addDays(lastAsked, 1 - (asked.lookbackDays ?? defaultChartDays));
  if (from > today) return refuse('The range begins after today');
  if (from > lastAsked) return refuse('The range ends before it begins');
  if (daysFrom(from, to) >= mostDays) return refuse(`A range can have ${mostDays} days at most`);
  return { ok: true, range: { from, to } };
}

const refuse = (error: string): CheckedRange => ({ ok: false, error });

/** Every day of the range, the first one first. */
export const daysOf = ({ from, to }: ChartRange): string[] => eachDay(from, to);
