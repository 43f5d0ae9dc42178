import { addDays } from '../base/marketplace-day.ts';
import { dayMs } from '../base/time.ts';

/** Specification, section 9. */
export const defaultChartDays = 30;
export const mostChartDays = 120;

/** Specification, section 4: how long a wrong range is shown as one. */
export const rangeErrorMs = 2000;

/** Specification, section 5: YYYY-MM-DD starting with 20. */
const dayPattern = /^20\d\d-\d\d-\d\d$/;

/** Whether the calendar has such a day. */
export const isChartDay = (text: string): boolean => dayPattern.test(text) && isCalendarDay(text);

const isCalendarDay = (text: string): boolean => {
  const at = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

export interface AskedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly lookbackDays?: number | undefined;
}

/** Both `YYYY-MM-DD`, both within the range. */
export interface ChartRange {
  readonly from: string;
  readonly to: string;
}

export type CheckedRange =
  | { readonly ok: true; readonly range: ChartRange }
  | { readonly ok: false; readonly error: string };

/** What is not said follows: the range ends today, and has as many days as are looked back. */
export function chartRange(asked: AskedRange, today: string): CheckedRange {
  for (const day of [asked.from, asked.to]) {
    if (day !== undefined && !isChartDay(day)) return refuse('Dates are written as YYYY-MM-DD, as in 2026-03-31');
  }
  const lastAsked = asked.to ?? today;
  const to = lastAsked > today ? today : lastAsked;
  const from = asked.from ?? addDays(lastAsked, 1 - (asked.lookbackDays ?? defaultChartDays));
  if (from > today) return refuse('The range begins after today');
  if (from > lastAsked) return refuse('The range ends before it begins');
  if (countDays({ from, to }) > mostChartDays) return refuse(`A range can have ${mostChartDays} days at most`);
  return { ok: true, range: { from, to } };
}

const refuse = (error: string): CheckedRange => ({ ok: false, error });

const countDays = ({ from, to }: ChartRange): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Every day of it, the first one first. */
export const daysOf = (range: ChartRange): string[] =>
  Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index));
