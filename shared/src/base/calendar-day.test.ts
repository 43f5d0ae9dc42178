import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf, daysFrom, eachDay, isDay, startOfDay } from './calendar-day.ts';

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['yesterday', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

test('days are counted across months, leap days and changes of summer time', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
      const to = addDays('2020-01-01', days);

      expect(daysFrom('2020-01-01', to)).toBe(days);
      expect(dayOf(startOfDay(to))).toBe(to);
      expect(addDays(to, -days)).toBe('2020-01-01');
    }),
  );
});

test('the days of a range include its first and its last', () => {
  expect(eachDay('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(eachDay('2026-03-01', '2026-02-27')).toEqual([]);
});

test('adding days crosses the ends of months and the days on which clocks change', () => {
  expect([addDays('2026-03-01', -1), addDays('2026-03-28', 1), addDays('2026-12-31', 1)]).toEqual([
    '2026-02-28',
    '2026-03-29',
    '2027-01-01',
  ]);
});
