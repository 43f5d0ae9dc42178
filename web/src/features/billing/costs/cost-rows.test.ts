import { expect, test } from 'vitest';
import type { DailyCost } from '@app/shared/contract/billing.ts';
import { addDays, startOfDay } from '@app/shared/base/calendar-day.ts';
import { costRows, hasForecastColumn, shownAmount, totalOf } from './cost-rows.ts';

const today = '2026-11-21';

const costOf = (day: string, given: Partial<DailyCost> = {}): DailyCost => ({
  timestamp: startOfDay(day).getTime() / 1000,
  quantity: 20,
  amount: 33.3,
  regularAmount: 33.3,
  discountPercent: 0,
  isTrial: false,
  ...given,
});
const costsUntil = (last: string, count: number) => ({
  dailyCostBreakdowns: Array.from({ length: count }, (_, back) => costOf(addDays(last, -back))),
});

test('the table has 30 rows at least, newest first; days before the first are empty', () => {
  const rows = costRows(costsUntil('2026-11-20', 5), {}, today);

  expect(rows).toHaveLength(30);
  expect(rows.slice(0, 6).map(({ day, cost }) => [day, cost?.amount ?? null])).toEqual([
    ['2026-11-20', 33.3],
    ['2026-11-19', 33.3],
    ['2026-11-18', 33.3],
    ['2026-11-17', 33.3],
    ['2026-11-16', 33.3],
    ['2026-11-15', null],
  ]);
});

test('more than 30 days are all there', () => {
  expect(costRows(costsUntil('2026-11-20', 60), { lastDays: 60 }, today)).toHaveLength(60);
});

test('a day without service between two others is an empty row', () => {
  const costs = { dailyCostBreakdowns: [costOf('2026-11-20'), costOf('2026-11-18')] };

  expect(costRows(costs, {}, today)[1]).toEqual({ key: '2026-11-19', day: '2026-11-19', cost: null });
});

test('rows beyond the chosen range have no day', () => {
  const lastWeek = costRows(costsUntil('2026-11-20', 7), { lastDays: 7 }, today);
  const custom = costRows(costsUntil('2026-11-04', 2), { from: '2026-11-01', to: '2026-11-04' }, today);

  expect(lastWeek.filter(({ day }) => day !== null)).toHaveLength(7);
  expect(custom.slice(0, 5).map(({ day }) => day)).toEqual([
    '2026-11-04',
    '2026-11-03',
    '2026-11-02',
    '2026-11-01',
    null,
  ]);
  expect(new Set(custom.map(({ key }) => key)).size).toBe(30);
});

test.each([
  ['the default range', {}],
  ['the last 30 days', { lastDays: 30 }],
])('after days without service, rows before %s do not look like days without service', (_what, range) => {
  // The answer has the days from 22 October on; the service went off ten days ago.
  const rows = costRows(costsUntil('2026-11-10', 20), range, today);

  expect(rows).toHaveLength(30);
  expect(rows.filter(({ day }) => day !== null).map(({ cost }) => cost === null)).toEqual(Array(20).fill(false));
});

test('without any costs the rows end yesterday, or with the range', () => {
  const none = { dailyCostBreakdowns: [] };

  expect(costRows(none, {}, today)[0]).toEqual({ key: '2026-11-20', day: '2026-11-20', cost: null });
  expect(costRows(none, { from: '2026-10-01', to: '2026-10-03' }, today)[0]?.day).toBe('2026-10-03');
  expect(costRows(none, { from: '2026-10-01', to: '2027-01-01' }, today)[0]?.day).toBe('2026-11-20');
});

test('the forecast column is hidden when there are more than 30 days of data', () => {
  expect(hasForecastColumn(costsUntil('2026-11-20', 30))).toBe(true);
  expect(hasForecastColumn(costsUntil('2026-11-20', 31))).toBe(false);
});

test('a day of the trial shows what it would have cost, and adds nothing to the total', () => {
  const trial = costOf('2026-11-19', { amount: 0, isTrial: true });

  expect(shownAmount(trial)).toBe(33.3);
  expect(totalOf([costOf('2026-11-20'), trial])).toEqual({ amount: 33.3, asinDays: 40 });
});
