import { expect, test } from 'vitest';
import { LongestWait } from './longest-wait.ts';

test('the longest wait is known for half a minute to a minute', () => {
  const longest = new LongestWait();
  longest.note(700, 31_000);
  longest.note(20, 32_000);

  expect(longest.read(33_000)).toBe(700);
  expect(longest.read(61_000)).toBe(700);
  expect(longest.read(91_000)).toBe(0);
});
