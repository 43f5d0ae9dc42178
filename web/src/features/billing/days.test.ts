import { expect, test } from 'vitest';
import { billingDate, lastDateBefore, shortDate } from './days.ts';

test.each([120, 60, 0, -240, -300, 330])(
  'a day of winter has its date on a clock that is %i minutes ahead',
  (offset) => {
    const midnight = Date.UTC(2027, 0, 5) / 1000 - offset * 60;

    expect(shortDate(midnight, offset)).toBe('5 Jan 2027');
  },
);

test('the end of a trial and the last day of a subscription are days of UTC for all viewers, as in the mails', () => {
  expect(billingDate('2026-12-01T00:30:00.000Z')).toBe('1 December 2026');
  expect(billingDate('2026-12-01T23:30:00.000Z')).toBe('1 December 2026');
  expect(lastDateBefore('2026-12-01T00:00:00.000Z')).toBe('30 November 2026');
  expect(lastDateBefore('2026-12-01T00:30:00.000Z')).toBe('1 December 2026');
});
