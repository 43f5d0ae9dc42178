import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDay } from '../../base/calendar-day.ts';
import { addDays, daysFrom, periodFrom } from './day.ts';

test('a period has 30 days, also across months, leap days and changes of summer time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (offset) => {
      const from = addDays('2020-01-01', offset);
      const { to } = periodFrom(from);

      expect(daysFrom(from, to)).toBe(29);
      expect(daysFrom('2020-01-01', from)).toBe(offset);
    }),
  );
});

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['yesterday', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
