import { expect, test } from 'vitest';
import { cutAt } from './cut-text.ts';

test('a text is cut between characters, never inside a surrogate pair', () => {
  expect(cutAt('skillet', 10)).toBe('skillet');
  expect(cutAt('skillet', 3)).toBe('ski');
  expect(cutAt('ski😀', 4)).toBe('ski');
  expect(cutAt('ski😀!', 5)).toBe('ski😀');
});
