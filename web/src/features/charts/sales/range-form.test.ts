import { expect, test } from 'vitest';
import { firstRange, reduceRange, type RangeAction } from './range-form.ts';

const today = '2026-06-15';
const after = (...actions: readonly RangeAction[]) => actions.reduce(reduceRange, firstRange);
const typed = (field: 'from' | 'to', value: string): RangeAction => ({ type: 'typed', field, value });
const go: RangeAction = { type: 'go', today };

test('the last 30 days are shown at first, and again when Go is pressed without dates', () => {
  expect(firstRange.asked).toEqual({ lookbackDays: 30 });
  expect(after({ type: 'lookback', days: 90 }, go).asked).toEqual({ lookbackDays: 30 });
});

test('dates count only when Go is pressed, and each of them is optional', () => {
  expect(after(typed('from', '2026-06-01')).asked).toEqual({ lookbackDays: 30 });
  expect(after(typed('from', '2026-06-01'), go).asked).toEqual({ from: '2026-06-01' });
  expect(after(typed('to', '2026-06-01'), go).asked).toEqual({ to: '2026-06-01' });
  expect(after(typed('from', '2026-05-01'), typed('to', ' 2026-06-01 '), go).asked).toEqual({
    from: '2026-05-01',
    to: '2026-06-01',
  });
});

test.each([
  ['1999-06-01', '', 'YYYY-MM-DD'],
  ['June 1', '', 'YYYY-MM-DD'],
  ['2026-06-10', '2026-06-01', 'ends before it begins'],
  ['2026-01-01', '2026-06-01', '120 days at most'],
  ['2026-07-01', '', 'after today'],
])('%s to "%s" is a range error, and the shown range stays', (from, to, told) => {
  const form = after(typed('from', from), typed('to', to), go);

  expect(form).toMatchObject({ asked: { lookbackDays: 30 }, error: expect.stringContaining(told) });
});

test('a date that is not complete is a range error, and not taken for no date', () => {
  const form = after({ type: 'lookback', days: 90 }, { ...go, isIncomplete: true });

  expect(form).toMatchObject({ asked: { lookbackDays: 90 }, error: 'Please enter whole dates, or none' });
});

test('the error goes when its time is over or when a date is typed', () => {
  const wrong = [typed('from', '2026-07-01'), go];

  expect(after(...wrong, { type: 'errorPassed', errorNo: 1 })).toMatchObject({ from: '2026-07-01', error: null });
  expect(after(...wrong, typed('from', '2026-06-01')).error).toBeNull();
});

test('a range error that comes again does not end with the time of the first one', () => {
  const wrong = [typed('from', '2026-07-01'), go, go];

  expect(after(...wrong, { type: 'errorPassed', errorNo: 1 }).error).not.toBeNull();
  expect(after(...wrong, { type: 'errorPassed', errorNo: 2 }).error).toBeNull();
});

test('choosing a number of days clears the dates', () => {
  expect(after(typed('from', '2026-06-01'), go, { type: 'lookback', days: 120 })).toEqual({
    from: '',
    to: '',
    asked: { lookbackDays: 120 },
    error: null,
    errorNo: 0,
  });
});
