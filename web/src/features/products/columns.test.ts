import { expect, test } from 'vitest';
import { columnsOf, countGroups } from './columns.ts';

test.each([
  [5, 1321, 5],
  [5, 1320, 4],
  [180, 800, 4],
  [4, 1221, 4],
  [4, 1220, 3],
  [3, 1441, 4],
  [3, 1440, 3],
  [0, 1024, 3],
  [180, 640, 2],
])('%i groups at %i px have %i columns', (groups, width, columns) => {
  expect(columnsOf(groups, width)).toBe(columns);
});

test('variations of one product are one group, a product without a group is its own', () => {
  const products = [
    { productId: '1', productGroupId: 'g' },
    { productId: '2', productGroupId: 'g' },
    { productId: '3', productGroupId: null },
    { productId: '4', productGroupId: null },
  ];
  expect(countGroups(products)).toBe(3);
});
