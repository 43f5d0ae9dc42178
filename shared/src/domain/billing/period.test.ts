import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysFrom } from '../../base/calendar-day.ts';
import { periodFrom } from './period.ts';

test('a period has 30 days, also across months, leap days and changes of summer time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (offset) => {
      const from = addDays('2020-01-01', offset);

      expect(daysFrom(from, periodFrom(from).to)).toBe(29);
    }),
  );
});
