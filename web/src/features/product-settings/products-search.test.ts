import { expect, test } from 'vitest';
import { matcherOf } from './products-search.ts';

const skillet = {
  asin1: 'B09M3QT7LD',
  shortName: 'Big pan',
  productName: 'SKLT-26-BLK',
  productTitle: 'Cast-iron skillet 26 cm, pre-seasoned',
};

test.each([
  ['', true],
  ['b09m3', true],
  ['pre-seasoned SKILLET', true],
  ['big skillet', true],
  ['sklt-26', true],
  ['skillet kettle', false],
])('products are filtered by ASIN, title or short-hand name: %j finds the skillet: %s', (text, isFound) => {
  expect(matcherOf(text)(skillet)).toBe(isFound);
});

test('a product without a title in the catalogue is found by its name', () => {
  const untitled = { ...skillet, productTitle: null };
  expect(matcherOf('sklt')(untitled)).toBe(true);
  expect(matcherOf('null')(untitled)).toBe(false);
});
