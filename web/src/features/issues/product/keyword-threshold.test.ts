import { expect, test } from 'vitest';
import { thresholdOf } from './keyword-threshold.ts';

test.each([
  ['20', 20],
  [' 150 ', 150],
  ['1', 1],
])('%j is a threshold', (typed, threshold) => {
  expect(thresholdOf(typed)).toBe(threshold);
});

test.each(['', '  ', '0', '-3'])('%j means no alerts', (typed) => {
  expect(thresholdOf(typed)).toBeNull();
});

test.each(['151', '1.5', 'ten', '1e9'])('%j is not a threshold', (typed) => {
  expect(thresholdOf(typed)).toBeUndefined();
});
