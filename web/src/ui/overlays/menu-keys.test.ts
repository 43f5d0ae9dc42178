import { expect, test } from 'vitest';
import { itemForKey } from './menu-keys.ts';

const labels = ['New', 'Seen', 'In progress', ' Done', 'Snooze'];

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 0],
  ['ArrowUp', 0, 4],
  ['ArrowUp', -1, 4],
  ['ArrowUp', 3, 2],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['d', 0, 3],
  ['S', 0, 1],
  ['s', 1, 4],
  ['s', 4, 1],
  ['x', 0, null],
  ['Enter', 0, null],
  [' ', 0, null],
])('%s at item %i leads to %s', (key, at, expected) => {
  expect(itemForKey(key, labels, at)).toBe(expected);
});

test('an empty menu has no target', () => {
  expect(itemForKey('ArrowDown', [], -1)).toBeNull();
});
