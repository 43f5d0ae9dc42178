import { expect, test } from 'vitest';
import { roundedStars, starsText } from './star-steps.ts';

test.each([
  [40, 40],
  [41, 40],
  [44, 40],
  [45, 45],
  [47, 45],
  [48, 50],
  [49, 50],
  [50, 50],
  [7, 5],
  [8, 10],
])('%i tenths count as %i', (tenths, rounded) => {
  expect(roundedStars(tenths)).toBe(rounded);
});

test('a whole star is written with its tenth', () => {
  expect([40, 43].map(starsText)).toEqual(['4.0', '4.3']);
});
