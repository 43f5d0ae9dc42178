import { expect, test } from 'vitest';
import { cutAt, shorten } from './cut-text.ts';

test('a text is cut between characters, never inside a surrogate pair', () => {
  expect(cutAt('skillet', 10)).toBe('skillet');
  expect(cutAt('skillet', 3)).toBe('ski');
  expect(cutAt('ski😀', 4)).toBe('ski');
  expect(cutAt('ski😀!', 5)).toBe('ski😀');
});

test('a shortened text has an ellipsis within its length, and no space before it', () => {
  expect(shorten('cast-iron', 9)).toBe('cast-iron');
  expect(shorten('cast iron skillet', 11)).toBe('cast iron…');
  expect(shorten('ski😀!', 5)).toBe('ski…');
});
