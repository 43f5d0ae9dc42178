import { daysFrom } from '@app/shared/base/calendar-day.ts';

/** Section 9: "Date presets 7, 30, 60 days, default or custom". */
export const rangeChoices = [
  { value: 'default', label: 'Default' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '60', label: 'Last 60 days' },
  { value: 'custom', label: 'Custom' },
] as const;
type RangeChoice = (typeof rangeChoices)[number]['value'];

/** The range of a call: the open period, the last days, or two days that are both included. */
export type CostRange =
  | { readonly lastDays?: undefined; readonly from?: undefined }
  | { readonly lastDays: number; readonly from?: undefined }
  | { readonly lastDays?: undefined; readonly from: string; readonly to: string };

export interface RangeForm {
  readonly choice: RangeChoice;
  readonly from: string;
  readonly to: string;
  /** The range that is shown. */
  readonly shown: CostRange;
  readonly error: string | null;
}

export type RangeAction =
  | { readonly type: 'chosen'; readonly choice: RangeChoice }
  | { readonly type: 'typed'; readonly field: 'from' | 'to'; readonly value: string }
  | { readonly type: 'applied' };

export const firstRange: RangeForm = { choice: 'default', from: '', to: '', shown: {}, error: null };

/** A preset takes effect when it is chosen, two dates only when they are applied. */
export function reduceRange(form: RangeForm, action: RangeAction): RangeForm {
  if (action.type === 'typed') return { ...form, [action.field]: action.value, error: null };
  if (action.type === 'applied') return apply(form);
  const { choice } = action;
  if (choice === 'custom') return { ...form, choice, error: null };
  return { ...form, choice, error: null, shown: choice === 'default' ? {} : { lastDays: Number(choice) } };
}

function apply(form: RangeForm): RangeForm {
  const error = rangeError(form);
  return error === null ? { ...form, error, shown: { from: form.from, to: form.to } } : { ...form, error };
}

/** The contract's limit of a range. */
const mostDays = 3660;

const dayPattern = /^20\d\d-\d\d-\d\d$/;

function rangeError({ from, to }: Pick<RangeForm, 'from' | 'to'>): string | null {
  if (from === '' || to === '') return 'Please select start and end date';
  if (!dayPattern.test(from) || !dayPattern.test(to)) return 'Please select dates from the year 2000 on';
  if (from > to) return 'The end date is before the start date. Please select another one';
  return daysFrom(from, to) >= mostDays ? `Please select at most ${mostDays} days` : null;
}
