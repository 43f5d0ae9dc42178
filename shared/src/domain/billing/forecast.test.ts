import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../base/calendar-day.ts';
import { forecastOf } from './forecast.ts';

const from = '2026-10-01';

test('the period costs the days so far and the last of them for each day that is left', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 30 }), (mills) => {
      const days = mills.map((one, no) => ({ day: addDays(from, no), mills: one }));
      const forecast = forecastOf(from, days, addDays(from, mills.length - 1));

      const whole = Array.from({ length: 30 }, (_, no) => mills[no] ?? mills.at(-1) ?? 0);
      expect(forecast.toDateMills + forecast.forecastMills).toBe(whole.reduce((sum, one) => sum + one, 0));
      expect(forecast.closedDays + forecast.daysLeft).toBe(30);
    }),
  );
});

test('the order of the days does not matter, and days of other periods do not count', () => {
  const days = [
    { day: '2026-10-02', mills: 7 },
    { day: '2026-09-30', mills: 1000 },
    { day: '2026-10-01', mills: 5 },
    { day: '2026-10-31', mills: 1000 },
  ];

  expect(forecastOf(from, days, '2026-10-02')).toMatchObject({ toDateMills: 12, forecastMills: 7 * 28, closedDays: 2 });
});

test('before the first closed day nothing is known', () => {
  expect(forecastOf(from, [], '2026-09-12')).toMatchObject({ toDateMills: 0, forecastMills: 0, daysLeft: 30 });
});

test('closed days without the service are not among the days that are left', () => {
  const days = [{ day: from, mills: 7 }];

  expect(forecastOf(from, days, '2026-10-20')).toMatchObject({
    forecastMills: 7 * 10,
    closedDays: 1,
    daysLeft: 10,
  });
  expect(forecastOf(from, days, '2026-11-02')).toMatchObject({
    forecastMills: 0,
    daysLeft: 0,
  });
});
