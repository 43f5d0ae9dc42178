import { expect, test } from 'vitest';
import { startOfDay } from '@app/shared/base/calendar-day.ts';
import type { Costs } from '../billing-queries.ts';
import { costFinding, costSeries } from './cost-series.ts';

const cost = (day: string, isTrial = false) => ({
  timestamp: startOfDay(day).getTime() / 1000,
  quantity: 20,
  amount: isTrial ? 0 : 33.3,
  regularAmount: 33.3,
  discountPercent: 0,
  isTrial,
});
const costs = (days: Costs['dailyCostBreakdowns'], period: Partial<Costs['period']> = {}): Costs => ({
  dailyCostBreakdowns: days,
  period: {
    from: '2026-11-01',
    to: '2026-11-05',
    isTrial: false,
    closedDays: 2,
    daysLeft: 3,
    servedDaysLeft: 3,
    toDateAmount: 66.6,
    forecastAmount: 99.9,
    correctionsAmount: 0,
    carriedAmount: 0,
    nextBillAmount: 166.5,
    nextBillOn: '2026-11-06',
    asins: 20,
    ...period,
  },
  tiers: [],
});

test('the closed days of the open period are followed by its forecast', () => {
  const series = costSeries(costs([cost('2026-11-02'), cost('2026-11-01')]), {});

  expect(series.days).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']);
  expect(series.charged).toEqual([33.3, 33.3, null, null, null]);
  expect(series.forecast.map((value) => value && Math.round(value * 10))).toEqual([null, null, 333, 333, 333]);
  expect(series.asins).toEqual([20, 20, null, null, null]);
});

test('days after the end of a cancelled subscription are forecast to cost nothing', () => {
  const { forecast } = costSeries(
    costs([cost('2026-11-02'), cost('2026-11-01')], { servedDaysLeft: 1, forecastAmount: 33.3 }),
    {},
  );

  expect(forecast).toEqual([null, null, 33.3, 0, 0]);
});

test('days without service before the forecast are a gap', () => {
  const { days, forecast } = costSeries(
    costs([cost('2026-11-01')], { closedDays: 1, daysLeft: 2, servedDaysLeft: 2, forecastAmount: 66.6 }),
    {},
  );

  expect(days).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']);
  expect(forecast).toEqual([null, null, null, 33.3, 33.3]);
});

test('another range has no forecast, and a day without service is a gap', () => {
  const series = costSeries(costs([cost('2026-10-03'), cost('2026-10-01')]), { from: '2026-10-01', to: '2026-10-03' });

  expect(series.days).toEqual(['2026-10-01', '2026-10-02', '2026-10-03']);
  expect(series.charged).toEqual([33.3, null, 33.3]);
  expect(series.forecast).toEqual([null, null, null]);
});

test('days of the trial are a series of their own, and have no forecast', () => {
  const given = costs([cost('2026-10-31', true)], { isTrial: true, closedDays: 0, daysLeft: 5, servedDaysLeft: 5 });
  const series = costSeries(given, {});

  expect(series.free[0]).toBe(33.3);
  expect(series.charged[0]).toBeNull();
  expect(series.days).toEqual(['2026-10-31']);
});

test('the finding says what was charged, or what the trial saved', () => {
  const texts = { money: (amount: number) => `${amount}`, day: (day: string) => day };

  expect(costFinding(costSeries(costs([cost('2026-11-01')]), {}), texts)).toBe(
    '33.3 charged for 1 day from 2026-11-01',
  );
  expect(costFinding(costSeries(costs([cost('2026-10-31', true)]), {}), texts)).toBe(
    '33.3 without the trial for 1 day from 2026-10-31',
  );
  expect(costFinding(costSeries(costs([]), {}), texts)).toBe('No day is closed yet');
});
