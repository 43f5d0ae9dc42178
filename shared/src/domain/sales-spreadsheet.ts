import { addDays } from '../base/calendar-day.ts';
import { chartRange, type ChartRange, type CheckedRange } from './chart-range.ts';

/** Specification, section 3: `rangeDays` is 90, or -1 for a range of two dates. */
export const defaultSpreadsheetDays = 90;
export const customRange = -1;

/** The number of days for which sales are kept. */
export const mostSpreadsheetDays = 731;

/**
 * Specification, section 9: for how many milliseconds the success of a request and the error about a wrong date are
 * shown.
 */
export const freshMs = 5000;
export const dateErrorMs = 3000;

/** Specification, section 5: the range of a preview. */
export const mostPreviewDays = 120;
const previewDaysBeforeSignUp = 60;

export interface RequestedDays {
  readonly lookbackDays: number;
  readonly rangeDateFrom?: string | null | undefined;
  readonly rangeDateTo?: string | null | undefined;
}

/** Returns the days of a spreadsheet: the last `lookbackDays` days including today, or the days between two dates. */
export function spreadsheetRange(asked: RequestedDays, today: string): CheckedRange {
  const { lookbackDays, rangeDateFrom, rangeDateTo } = asked;
  if (lookbackDays !== customRange) return chartRange({ lookbackDays }, today, mostSpreadsheetDays);
  if (!rangeDateFrom || !rangeDateTo) return { ok: false, error: 'Please select start and end date' };
  return chartRange({ from: rangeDateFrom, to: rangeDateTo }, today, mostSpreadsheetDays);
}

/** Returns the part of the range that a preview may show. If that part is empty, its `from` is after its `to`. */
export function previewRange({ from, to }: ChartRange, signedUpOn: string): ChartRange {
  const earliest = [addDays(to, 1 - mostPreviewDays), addDays(signedUpOn, -previewDaysBeforeSignUp)];
  return { from: [from, ...earliest].toSorted().at(-1) ?? from, to };
}
