import { expect, test } from 'vitest';
import { shortDate } from './days.ts';

test.each([120, 60, 0, -240, -300, 330])(
  'a day of winter has its date on a clock that is %i minutes ahead',
  (offset) => {
    const midnight = Date.UTC(2027, 0, 5) / 1000 - offset * 60;

    expect(shortDate(midnight, offset)).toBe('5 Jan 2027');
  },
);
