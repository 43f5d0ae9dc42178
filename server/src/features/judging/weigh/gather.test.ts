import { expect, test } from 'vitest';
import { massOf } from './gather.ts';

test.each([
  [1, 10],
  [200, 10],
  [300, 15],
  [400, 20],
  [10_000, 20],
])('in an account of %i products an incident is large with more than %i of them', (tracked, most) => {
  expect(massOf(tracked)).toBe(most);
});
