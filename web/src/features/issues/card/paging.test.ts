import { expect, test } from 'vitest';
import { pageOf } from './paging.ts';

const rows = [1, 2, 3, 4, 5, 6, 7];

test.each([
  [0, [1, 2, 3], 0],
  [1, [4, 5, 6], 1],
  [2, [7], 2],
  [9, [7], 2],
  [-1, [1, 2, 3], 0],
])('page %i of three rows each', (wanted, shown, page) => {
  expect(pageOf(rows, wanted, 3)).toEqual({ rows: shown, page, pages: 3 });
});

test('an empty list has one page', () => {
  expect(pageOf([], 4)).toEqual({ rows: [], page: 0, pages: 1 });
});
