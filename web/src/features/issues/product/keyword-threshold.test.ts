import { expect, test } from 'vitest';
import { thresholdOf } from './keyword-threshold.ts';

test.each([
  ['20', 20],
  [' 150 ', 150],
  ['1', 1],
])('%j is a threshold', (typed, threshold) => {
  expect(thresholdOf(typed)).toBe(threshold);
});

test.each(['%j means no alerts', '  ', '0', '-3'])('%j alerts nobody', (typed) => {
  expect(thresholdOf(typed)).toBeNull();
});

test.each(['%j is not a threshold', '1.5', 'ten', '1e9'])('%j is none', (typed) => {
  expect(thresholdOf(typed)).toBeUndefined();
});
