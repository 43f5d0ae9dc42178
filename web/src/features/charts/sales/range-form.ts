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
  /** The number of errors so far: one that comes again is shown as long as the first one. */
  readonly errorNo: number;
}

export type RangeAction =
  | { readonly type: 'typed'; readonly field: 'from' | 'to'; readonly value: string }
  /** A date of which only a part was typed, or which no calendar has, is no value of its field. */
  | { readonly type: 'go'; readonly today: string; readonly isIncomplete?: boolean }
  | { readonly type: 'lookback'; readonly days: Lookback }
  /** The time for which the error of this number is shown is over. */
  | { readonly type: 'errorPassed'; readonly errorNo: number };

export const firstRange: RangeForm = {
  from: '',
  to: '',
  asked: { lookbackDays: defaultChartDays },
  error: null,
  errorNo: 0,
};

export function reduceRange(form: RangeForm, action: RangeAction): RangeForm {
  const { errorNo } = form;
  if (action.type === 'typed') return { ...form, [action.field]: action.value, error: null };
  if (action.type === 'lookback') return { ...firstRange, errorNo, asked: { lookbackDays: action.days } };
  if (action.type === 'errorPassed') return action.errorNo === errorNo ? { ...form, error: null } : form;
  if (action.isIncomplete === true) return withError(form, 'Please enter whole dates, or none');
  return go(form, action.today);
}

const withError = (form: RangeForm, error: string): RangeForm => ({ ...form, error, errorNo: form.errorNo + 1 });

/** Shows the range of the typed dates. Both dates are optional: without any, the last 30 days are shown again. */
function go(form: RangeForm, today: string): RangeForm {
  const from = form.from.trim();
  const to = form.to.trim();
  if (from === '' && to === '') return { ...firstRange, errorNo: form.errorNo };
  const asked: RequestedRange = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) };
  const checked = chartRange(asked, today);
  return checked.ok ? { ...form, asked, error: null } : withError(form, checked.error);
}
