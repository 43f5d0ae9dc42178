import { chartRange, defaultChartDays, type RequestedRange } from '@app/shared/domain/chart-range.ts';

export const lookbacks = [30, 60, 90, 120] as const;
type Lookback = (typeof lookbacks)[number];

export interface RangeForm {
  readonly from: string;
  readonly to: string;
  /** The range that is shown. */
  readonly asked: RequestedRange;
  /** The text of the error RANGE_ERROR (specification, section 4); `null` without an error. */
  readonly error: string | null;
}

export type RangeAction =
  | { readonly type: 'typed'; readonly field: 'from' | 'to'; readonly value: string }
  /** A date of which only a part was typed, or which no calendar has, is no value of its field. */
  | { readonly type: 'go'; readonly today: string; readonly isIncomplete?: boolean }
  | { readonly type: 'lookback'; readonly days: Lookback }
  | { readonly type: 'errorCleared' };

export const firstRange: RangeForm = { from: '', to: '', asked: { lookbackDays: defaultChartDays }, error: null };

export function reduceRange(form: RangeForm, action: RangeAction): RangeForm {
  if (action.type === 'typed') return { ...form, [action.field]: action.value, error: null };
  if (action.type === 'lookback') return { ...firstRange, asked: { lookbackDays: action.days } };
  if (action.type === 'errorCleared') return { ...form, error: null };
  if (action.isIncomplete === true) return { ...form, error: 'Please enter whole dates, or none' };
  return go(form, action.today);
}

/** Shows the range of the typed dates. Both dates are optional: without any, the last 30 days are shown again. */
function go(form: RangeForm, today: string): RangeForm {
  const from = form.from.trim();
  const to = form.to.trim();
  if (from === '' && to === '') return firstRange;
  const asked: RequestedRange = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) };
  const checked = chartRange(asked, today);
  return checked.ok ? { ...form, asked, error: null } : { ...form, error: checked.error };
}
