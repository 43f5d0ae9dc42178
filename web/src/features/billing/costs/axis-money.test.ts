import { expect, test } from 'vitest';
import { axisMoney } from './axis-money.ts';

test.each([
  [0, '$0'],
  [20, '$0.20'],
  [500, '$5'],
  [10_000, '$100'],
  [120_000, '$1.2k'],
  [2_000_000, '$20k'],
])('%i cents are %s on an axis', (cents, text) => {
  expect(axisMoney(cents)).toBe(text);
});
