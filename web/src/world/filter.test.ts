import { expect, test } from 'vitest';
import { filterProducts, matchesText } from './filter.ts';
import { buildProduct } from '../../testing/world-build.ts';

const skillet = { asin1: 'B09M3QT7LD', shortName: 'Big pan', productName: 'Cast-iron skillet 26 cm' };

test.each([
  ['', true],
  ['   ', true],
  ['SKILLET', true],
  ['skillet cast', true],
  ['b09m3', true],
  ['big skillet', true],
  ['pan kettle', false],
  ['skillet-cast', false],
])('the text %j matches the skillet: %s', (text, matches) => {
  expect(matchesText(skillet, text)).toBe(matches);
});

test('a product without a short name is found by its name', () => {
  expect(matchesText({ ...skillet, shortName: null }, 'null')).toBe(false);
  expect(matchesText({ ...skillet, shortName: null }, 'iron')).toBe(true);
});

test('seller accounts and marketplaces narrow the list, and empty choices match all', () => {
  const products = [
    buildProduct({ productId: '1', sellerId: 'a', marketplace: 'US' }),
    buildProduct({ productId: '2', sellerId: 'a', marketplace: 'CA' }),
    buildProduct({ productId: '3', sellerId: 'b', marketplace: 'DE' }),
  ];
  const ids = (sellerIds: string[], marketplaces: string[]) =>
    filterProducts(products, { text: '', sellerIds, marketplaces }).map((product) => product.productId);

  expect(ids([], [])).toEqual(['1', '2', '3']);
  expect(ids(['a'], [])).toEqual(['1', '2']);
  expect(ids(['a'], ['CA', 'DE'])).toEqual(['2']);
  expect(ids([], ['DE'])).toEqual(['3']);
});

test('without a filter the same list object is returned, so that nothing renders again', () => {
  const products = [buildProduct({ productId: '1' })];
  expect(filterProducts(products, { text: ' ', sellerIds: [], marketplaces: [] })).toBe(products);
});
