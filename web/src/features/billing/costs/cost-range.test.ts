import { expect, test } from 'vitest';
import { firstRange, reduceRange, type RangeAction } from './cost-range.ts';

const after = (...actions: readonly RangeAction[]) => actions.reduce(reduceRange, firstRange);
const custom: RangeAction = { type: 'chosen', choice: 'custom' };
const typed = (field: 'from' | 'to', value: string): RangeAction => ({ type: 'typed', field, value });

test('a preset is shown at once, and Default is the open period', () => {
  expect(firstRange.shown).toEqual({});
  expect(after({ type: 'chosen', choice: '60' }).shown).toEqual({ lastDays: 60 });
  expect(after({ type: 'chosen', choice: '7' }, { type: 'chosen', choice: 'default' }).shown).toEqual({});
});

test('two dates are shown when they are applied, and the shown range stays until then', () => {
  const chosen = [{ type: 'chosen', choice: '7' } as const, custom, typed('from', '2026-11-01')];

  expect(after(...chosen).shown).toEqual({ lastDays: 7 });
  expect(after(...chosen, typed('to', '2026-11-10'), { type: 'applied' })).toMatchObject({
    shown: { from: '2026-11-01', to: '2026-11-10' },
    error: null,
  });
  expect(after(custom, typed('from', '2026-11-01'), typed('to', '2026-11-01'), { type: 'applied' }).error).toBeNull();
});

test.each([
  ['', '', 'Please select start and end date'],
  ['2026-11-01', '', 'Please select start and end date'],
  ['', '2026-11-01', 'Please select start and end date'],
  ['2026-11-02', '2026-11-01', 'The end date is before the start date. Please select another one'],
  ['2001-01-01', '2026-11-01', 'Please select at most 3660 days'],
  ['1999-11-02', '2026-11-01', 'Please select dates from the year 2000 on'],
])('"%s" to "%s" is refused: %s', (from, to, error) => {
  expect(after(custom, typed('from', from), typed('to', to), { type: 'applied' })).toMatchObject({ error, shown: {} });
});

test('the error goes when a date is typed or another range is chosen', () => {
  expect(after(custom, { type: 'applied' }, typed('from', '2026-11-01')).error).toBeNull();
  expect(after(custom, { type: 'applied' }, { type: 'chosen', choice: '30' }).error).toBeNull();
});
