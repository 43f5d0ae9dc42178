import { describe, expect, test } from 'vitest';
import { listing, stock } from '../../../testing/fact-builders.ts';
import { foldAmazonStock, foldOwnStock, isSoldOut } from './fold-stock.ts';

const own = (sku: string, ownQuantity: number | null) => listing(sku, { isFulfilledByAmazon: false, ownQuantity });
const unknown = listing('?', { isFulfilledByAmazon: null });
const untold = (sku: string) => stock(sku, 0, { fulfillable: null, inbound: null, reserved: null, total: null });

describe('stock at Amazon', () => {
  test('adds up the SKUs that Amazon ships', () => {
    const listings = [listing('A'), listing('B'), own('C', 4)];

    const folded = foldAmazonStock(listings, [
      stock('B', 3, { inbound: 7 }),
      stock('A', 5, { reserved: 2 }),
      stock('C', 9),
    ]);

    expect(folded).toEqual({ skus: ['A', 'B'], fulfillable: 8, inbound: 7, reserved: 2 });
  });

  test('is none when the seller ships everything', () => {
    expect(foldAmazonStock([own('A', 4)], [untold('A')])).toMatchObject({ skus: [], fulfillable: 0 });
  });

  test('is unknown when the answers say neither who ships nor how much there is', () => {
    expect(foldAmazonStock([unknown], [untold('?')])).toBeNull();
    expect(foldAmazonStock([listing('A')], [untold('A')])).toBeNull();
    expect(foldAmazonStock([], [])).toBeNull();
  });

  test('includes an SKU with units in a warehouse whose listing does not say who ships', () => {
    expect(foldAmazonStock([unknown], [stock('?', 3)])).toMatchObject({ skus: ['?'], fulfillable: 3 });
  });
});

describe("the seller's own stock", () => {
  test('adds up the SKUs that the seller ships', () => {
    expect(foldOwnStock([own('B', 2), own('A', 3), listing('C')])).toEqual({ skus: ['A', 'B'], quantity: 5 });
  });

  test('is none when Amazon ships everything', () => {
    expect(foldOwnStock([listing('A')])).toEqual({ skus: [], quantity: 0 });
  });

  test('is unknown while one of the quantities is', () => {
    expect(foldOwnStock([own('A', 3), own('B', null)])).toBeNull();
    expect(foldOwnStock([unknown])).toBeNull();
    expect(foldOwnStock([])).toBeNull();
  });
});

describe('a product is sold out', () => {
  test('when nothing is left anywhere', () => {
    expect(isSoldOut([listing('A'), own('B', 0)], [stock('A', 0)])).toBe(true);
  });

  test.each([
    ['something is left at Amazon', [listing('A'), own('B', 0)], [stock('A', 1)]],
    ['the seller has some', [listing('A'), own('B', 1)], [stock('A', 0)]],
    ['the seller may have some', [listing('A'), own('B', null)], [stock('A', 0)]],
    ['somebody unknown may ship', [listing('A'), unknown], [stock('A', 0)]],
    ['Amazon may have some', [listing('A'), own('B', 0)], [untold('A')]],
    ['nothing is known', undefined, undefined],
  ])('never while %s', (_, listings, stocks) => {
    expect(isSoldOut(listings, stocks)).toBe(false);
  });
});
