import type { CallInput } from '@app/shared/contract/endpoint.ts';
import type { requestSalesSpreadsheet } from '@app/shared/contract/sales-spreadsheet.ts';
import { customRange, defaultSpreadsheetDays, spreadsheetRange } from '@app/shared/domain/sales-spreadsheet.ts';

/** The phases of a request, as section 4 of the specification names them. */
export type SendPhase = 'IN_PROGRESS' | 'OK_FRESH' | 'OK' | 'DATE_INPUT_ERROR' | 'TOO_MANY_REQUESTS' | 'FAILED';

/** The product whose sales are requested; `null` on the settings page, whose request is about all products. */
export type SpreadsheetSubject = Pick<
  CallInput<typeof requestSalesSpreadsheet>['body'],
  'productId' | 'productGroupId'
>;

type SheetSubject = SpreadsheetSubject & { readonly includeAllProducts?: true };

export interface SpreadsheetForm {
  readonly selectedEmails: readonly string[];
  readonly includeAllProducts: boolean;
  readonly rangeDays: typeof defaultSpreadsheetDays | typeof customRange;
  readonly rangeDateFrom: string;
  readonly rangeDateTo: string;
  readonly phase: SendPhase | null;
  /** The number of phases so far: an error that comes again is shown as long as the first one. */
  readonly phaseNo: number;
  /** The reason of a failure. */
  readonly reason: string | null;
}

export type SpreadsheetAction =
  | { readonly type: 'changed'; readonly change: Partial<Omit<SpreadsheetForm, 'phase' | 'phaseNo' | 'reason'>> }
  | { readonly type: 'phase'; readonly phase: SendPhase; readonly reason?: string }
  /** The time for which the phase of this number is shown is over. */
  | { readonly type: 'passed'; readonly phaseNo: number };

export const emptyForm: SpreadsheetForm = {
  selectedEmails: [],
  includeAllProducts: false,
  rangeDays: defaultSpreadsheetDays,
  rangeDateFrom: '',
  rangeDateTo: '',
  phase: null,
  phaseNo: 0,
  reason: null,
};

export function reduceForm(form: SpreadsheetForm, action: SpreadsheetAction): SpreadsheetForm {
  if (action.type === 'changed') return { ...form, ...action.change, ...afterChange(form) };
  if (action.type === 'phase') {
    return { ...form, phase: action.phase, phaseNo: form.phaseNo + 1, reason: action.reason ?? null };
  }
  if (action.phaseNo !== form.phaseNo) return form;
  if (form.phase === 'OK_FRESH') return { ...form, phase: 'OK' };
  return form.phase === 'DATE_INPUT_ERROR' ? { ...form, phase: null, reason: null } : form;
}

/** A change of the form clears the outcome of the last request, unless that request is running or was just accepted. */
const afterChange = ({ phase }: SpreadsheetForm): Partial<SpreadsheetForm> =>
  phase === 'IN_PROGRESS' || phase === 'OK_FRESH' ? {} : { phase: null, reason: null };

/**
 * The selected addresses that are still offered. One that was removed or changed since its selection has no checkbox any
 * more, and the server would refuse the request because of it.
 */
export const recipientsOf = ({ selectedEmails }: SpreadsheetForm, verified: readonly string[]): readonly string[] =>
  selectedEmails.filter((email) => verified.includes(email));

/** Section 5: the button is disabled without a selected and verified e-mail, and right after a successful request. */
export const isSendDisabled = (form: SpreadsheetForm, verified: readonly string[]): boolean =>
  recipientsOf(form, verified).length === 0 || form.phase === 'OK_FRESH';

type Days = Pick<CallInput<typeof requestSalesSpreadsheet>['body'], 'lookbackDays' | 'rangeDateFrom' | 'rangeDateTo'>;

type CheckedDays = { readonly ok: true; readonly days: Days } | { readonly ok: false; readonly error: string };

/** @param today the latest date anywhere, because only the server knows the days of the marketplaces */
export function checkDays({ rangeDays, rangeDateFrom, rangeDateTo }: SpreadsheetForm, today: string): CheckedDays {
  if (rangeDays !== customRange) return { ok: true, days: { lookbackDays: rangeDays } };
  const days = { lookbackDays: rangeDays, rangeDateFrom: rangeDateFrom.trim(), rangeDateTo: rangeDateTo.trim() };
  const checked = spreadsheetRange(days, today);
  return checked.ok ? { ok: true, days } : checked;
}

/** The product of the chart, or all tracked products; with "Include all products" those that are not tracked too. */
export const subjectOf = (form: SpreadsheetForm, subject: SpreadsheetSubject | null): SheetSubject =>
  form.includeAllProducts ? { includeAllProducts: true } : (subject ?? {});
