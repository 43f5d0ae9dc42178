import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 2_147_483_647, -1, -999, -1000, -12_345_678])(
  '%i is formatted as by the number format of the United States',
  (count) => {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
  },
);
