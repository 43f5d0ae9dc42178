import { expect, test } from 'vitest';
import { frequencyText } from './frequency-text.ts';

test.each([
  [1, 'every minute'],
  [10, 'every 10 min'],
  [31, 'every 31 min'],
  [90, 'every 1.5 h'],
  [360, 'every 6 h'],
  [1440, 'once a day'],
  [0.5, 'every 30 s'],
])('%f minutes are "%s"', (minutes, text) => {
  expect(frequencyText(minutes)).toBe(text);
});
