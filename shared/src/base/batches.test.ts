import { expect, test } from 'vitest';
import { batchesOf } from './batches.ts';

test('a list is cut into batches, of which the last may be smaller', () => {
  expect([...batchesOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...batchesOf([1, 2], 5)]).toEqual([[1, 2]]);
  expect([...batchesOf([], 2)]).toEqual([]);
});
