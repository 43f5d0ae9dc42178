import { expect, test } from 'vitest';
import { projectedBill } from './projected-bill.ts';

const bill = {
  frequency: 'monthly',
  openMills: 1000,
  dayMills: 400,
  closedThrough: '2026-10-10',
  to: '2026-10-30',
  servedDaysLeft: 20,
} as const;

test('a monthly bill has what is open and all days that are left, after the last of them', () => {
  expect(projectedBill(bill)).toEqual({ mills: 1000 + 20 * 400, on: '2026-10-31' });
  expect(projectedBill({ ...bill, servedDaysLeft: 0 })).toEqual({ mills: 1000, on: '2026-10-31' });
});

test.each([
  // 10 days reach exactly 5.00 USD.
  ['the days until 5.00 USD are due', { openMills: 1000 }, { mills: 5000, on: '2026-10-21' }],
  ['a day more than would reach 4.99 USD', { openMills: 999 }, { mills: 999 + 11 * 400, on: '2026-10-22' }],
  ['one day if 5.00 USD are due already', { openMills: 6000 }, { mills: 6400, on: '2026-10-12' }],
  ['all days that are left if they do not reach it', { dayMills: 100 }, { mills: 3000, on: '2026-10-31' }],
  ['nothing more if the days cost nothing', { dayMills: 0 }, { mills: 1000, on: '2026-10-31' }],
  ['nothing more without the service', { servedDaysLeft: 0 }, { mills: 1000, on: '2026-10-31' }],
])('a daily payer gets a bill with %s', (_, changes, expected) => {
  expect(projectedBill({ ...bill, frequency: 'daily', ...changes })).toEqual(expected);
});

test('a credit that is higher than the bill leaves nothing to pay', () => {
  expect(projectedBill({ ...bill, openMills: -9000 }).mills).toBe(0);
});
