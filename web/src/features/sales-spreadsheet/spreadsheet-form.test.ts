import { expect, test } from 'vitest';
import {
  checkDays,
  emptyForm,
  isSendDisabled,
  reduceForm,
  subjectOf,
  type SpreadsheetForm,
} from './spreadsheet-form.ts';

const ann = 'ann@acme.example';
const filled: SpreadsheetForm = { ...emptyForm, selectedEmails: [ann] };
const custom = (rangeDateFrom: string, rangeDateTo: string): SpreadsheetForm => ({
  ...filled,
  rangeDays: -1,
  rangeDateFrom,
  rangeDateTo,
});

test.each([
  { when: 'no selected e-mail', form: emptyForm, verified: [ann], isDisabled: true },
  { when: 'no verified e-mail', form: filled, verified: [], isDisabled: true },
  {
    when: 'a successful request just now',
    form: { ...filled, phase: 'OK_FRESH' as const },
    verified: [ann],
    isDisabled: true,
  },
  { when: 'a selected and verified e-mail', form: filled, verified: [ann], isDisabled: false },
  {
    when: 'a successful request 5 seconds ago',
    form: { ...filled, phase: 'OK' as const },
    verified: [ann],
    isDisabled: false,
  },
])('Send is disabled with no usable e-mail or right after a success: $when', ({ form, verified, isDisabled }) => {
  expect(isSendDisabled(form, verified)).toBe(isDisabled);
});

test('a success is fresh at first, and the error of a date ends by itself', () => {
  const passed = { type: 'passed', phaseNo: 0 } as const;

  expect(reduceForm({ ...filled, phase: 'OK_FRESH' }, passed).phase).toBe('OK');
  expect(reduceForm({ ...filled, phase: 'DATE_INPUT_ERROR', reason: 'wrong' }, passed)).toEqual(filled);
  expect(reduceForm({ ...filled, phase: 'FAILED' }, passed).phase).toBe('FAILED');
});

test('the error of a date that comes again does not end with the time of the first one', () => {
  const wrong = { type: 'phase', phase: 'DATE_INPUT_ERROR', reason: 'wrong' } as const;
  const first = reduceForm(filled, wrong);
  const second = reduceForm(first, wrong);

  expect(reduceForm(second, { type: 'passed', phaseNo: first.phaseNo })).toEqual(second);
  expect(reduceForm(second, { type: 'passed', phaseNo: second.phaseNo }).phase).toBeNull();
});

test('a change ends what is said about the last request, unless it is under way or fresh', () => {
  const change = { type: 'changed', change: { includeAllProducts: true } } as const;

  expect(reduceForm({ ...filled, phase: 'TOO_MANY_REQUESTS' }, change)).toMatchObject({ phase: null });
  expect(reduceForm({ ...filled, phase: 'OK_FRESH' }, change)).toMatchObject({ phase: 'OK_FRESH' });
});

test.each([
  [custom('', '2026-06-15'), 'Please select start and end date'],
  [custom('1999-06-01', '2026-06-15'), 'Dates are written as YYYY-MM-DD, as in 2026-03-31'],
  [custom('2026-06-15', '2026-06-01'), 'The range ends before it begins'],
  [custom('2024-01-01', '2026-06-15'), 'A range can have 731 days at most'],
])('a wrong range of dates is not sent (%#)', (form, error) => {
  expect(checkDays(form, '2026-06-16')).toEqual({ ok: false, error });
});

test('90 days need no dates, and two dates are sent with -1', () => {
  expect(checkDays(filled, '2026-06-16')).toEqual({ ok: true, days: { lookbackDays: 90 } });
  expect(checkDays(custom('2026-06-01', '2026-06-15 '), '2026-06-16')).toEqual({
    ok: true,
    days: { lookbackDays: -1, rangeDateFrom: '2026-06-01', rangeDateTo: '2026-06-15' },
  });
});

test('all products are requested without a product', () => {
  const subject = { productId: '7', productGroupId: 'B0PARENT' };

  expect(subjectOf(filled, subject)).toEqual(subject);
  expect(subjectOf(filled, null)).toEqual({});
  for (const of of [subject, null]) {
    expect(subjectOf({ ...filled, includeAllProducts: true }, of)).toEqual({ includeAllProducts: true });
  }
});
