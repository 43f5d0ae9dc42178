import { expect, test } from 'vitest';
import { chartRange, daysOf, isChartDay } from './chart-range.ts';

const today = '2026-06-15';

test('the default is the last 30 days, today among them', () => {
  const checked = chartRange({}, today);

  expect(checked).toEqual({ ok: true, range: { from: '2026-05-17', to: today } });
  expect(daysOf({ from: '2026-05-17', to: today })).toHaveLength(30);
});

test.each([
  [{ lookbackDays: 1 }, today, today],
  [{ lookbackDays: 120 }, '2026-02-16', today],
  [{ from: '2026-06-01' }, '2026-06-01', today],
  [{ to: '2026-06-10' }, '2026-05-12', '2026-06-10'],
  [{ to: '2026-06-10', lookbackDays: 7 }, '2026-06-04', '2026-06-10'],
  [{ from: '2026-06-01', to: '2026-07-01' }, '2026-06-01', today],
  [{ to: '2026-06-20', lookbackDays: 7 }, '2026-06-14', today],
  [{ from: today, to: today }, today, today],
])('%o is %s to %s', (asked, from, to) => {
  expect(chartRange(asked, today)).toEqual({ ok: true, range: { from, to } });
});

test.each([
  [{ from: '01/06/2026' }, 'YYYY-MM-DD'],
  [{ from: '1999-06-01' }, 'YYYY-MM-DD'],
  [{ to: '2026-02-29' }, 'YYYY-MM-DD'],
  [{ to: '2026-6-1' }, 'YYYY-MM-DD'],
  [{ from: '' }, 'YYYY-MM-DD'],
  [{ from: '2026-06-10', to: '2026-06-09' }, 'ends before it begins'],
  [{ from: '2026-06-16' }, 'begins after today'],
  [{ from: '2026-02-15' }, '120 days at most'],
  [{ from: '2025-01-01', to: '2025-12-31' }, '120 days at most'],
])('%o is refused', (asked, told) => {
  expect(chartRange(asked, today)).toEqual({ ok: false, error: expect.stringContaining(told) });
});

test('a leap year has its 29 February, and no other year', () => {
  expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect([isChartDay('2028-02-29'), isChartDay('2027-02-29'), isChartDay('2026-13-01')]).toEqual([true, false, false]);
});

test('days on which clocks change are counted like all others', () => {
  expect(daysOf({ from: '2026-03-28', to: '2026-03-30' })).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(daysOf({ from: '2026-10-31', to: '2026-11-02' })).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
});
