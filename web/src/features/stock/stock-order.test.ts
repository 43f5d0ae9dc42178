import { expect, test } from 'vitest';
import { item, product } from '@app/shared/testing/world-builders.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { defaultOrder, inStockOrder, nextOrder, type StockOrder } from './stock-order.ts';
import { stockRows } from './stock-rows.ts';
import { countBelowLine } from '../products/stock-state.ts';

interface RowInput extends Partial<Product> {
  readonly status?: number;
  readonly sold?: number;
}

/** Rows by their names; each sells two units a day unless the test says otherwise. */
function rows(given: Readonly<Record<string, RowInput>>) {
  const amazon: Record<string, WorldItem> = {};
  const products = Object.entries(given).map(([name, { status = 0, sold = 60, ...facts }]) => {
    amazon[name] = item(`inventory-${name}`, { status, figures: { sold, days: 30 } });
    return product(name, { productName: name, inStockQty: 100, totalQty: 100, ...facts });
  });
  return stockRows(products, { amazon, own: {}, defaults: { amazon: [], own: [] } });
}

const namesOf = (given: ReturnType<typeof rows>, order: StockOrder = defaultOrder, problemsOnTop = false) =>
  inStockOrder(given, { order, problemsOnTop }).map((row) => row.product.productName);

test('the shortest runway comes first and an unknown one last, also in descending order', () => {
  const some = rows({
    long: { inStockQty: 90 },
    unknown: { sold: 0 },
    short: { inStockQty: 10 },
    empty: { inStockQty: 0 },
  });

  expect(namesOf(some)).toEqual(['empty', 'short', 'long', 'unknown']);
  expect(namesOf(some, { by: 'daysLeft', isDescending: true })).toEqual(['long', 'short', 'empty', 'unknown']);
});

test('with problems on top, products below their threshold come before shorter runways that are fine', () => {
  const some = rows({ fine: { inStockQty: 10 }, low: { inStockQty: 40, status: 1 } });

  expect(namesOf(some, defaultOrder, true)).toEqual(['low', 'fine']);
  expect(namesOf(some, defaultOrder, false)).toEqual(['fine', 'low']);
});

test('names are sorted as people read them, by the short name if there is one', () => {
  expect(namesOf(rows({ b: {}, C: {}, z: { shortName: 'a' } }), { by: 'product', isDescending: false })).toEqual([
    'z',
    'b',
    'C',
  ]);
});

const own = (name: string, alertThreshold: number): WorldItem =>
  item(`fbmInventory-${name}`, { settings: { keyword: null, absoluteThreshold: null, alertThreshold } });

test('products that the seller ships are sorted by the alert at their own units, as it is shown, and not by days of FBA', () => {
  const shipped = { inStockQty: null, totalQty: null, fbmQty: 40 };
  const some = stockRows([product('many', shipped), product('some', shipped)], {
    amazon: {},
    own: { many: own('many', 20), some: own('some', 5) },
    defaults: { amazon: [{ sellerId: '1', brand: null, settings: { alertDays: 7 } }], own: [] },
  });
  const idsBy = (isDescending: boolean) =>
    inStockOrder(some, { order: { by: 'alertAt', isDescending }, problemsOnTop: false }).map(
      ({ product: { productId } }) => productId,
    );

  expect(idsBy(false)).toEqual(['some', 'many']);
  expect(idsBy(true)).toEqual(['many', 'some']);
});

test('among equals the product that sells fastest comes first', () => {
  const some = rows({ slow: { inStockQty: 0, sold: 30 }, fast: { inStockQty: 0, sold: 300 } });

  expect(namesOf(some)).toEqual(['fast', 'slow']);
});

test('a column is first sorted in its most useful direction, then in the other', () => {
  const byStock = nextOrder(defaultOrder, 'inStock');

  expect(byStock).toEqual({ by: 'inStock', isDescending: true });
  expect(nextOrder(byStock, 'inStock')).toEqual({ by: 'inStock', isDescending: false });
  expect(nextOrder(byStock, 'daysLeft')).toEqual(defaultOrder);
});

test('ten thousand products are sorted within a frame', () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [
      String(n),
      { inStockQty: (n * 7919) % 600, sold: n % 97, status: n % 3 },
    ]),
  );
  const all = rows(many);
  let compared = 0;
  const counted = all.map((row) => ({
    ...row,
    get daysLeft() {
      compared += 1;
      return row.daysLeft;
    },
  }));

  expect(inStockOrder(counted, { order: defaultOrder, problemsOnTop: true })).toHaveLength(10_000);
  // Each row's key is computed once; only ties read a row again.
  expect(compared).toBeLessThan(10_000 * 20);
});

test('below the threshold are products out of stock, in alert or in warning', () => {
  const amazon = Object.fromEntries(
    [0, 1, 2, 99].map((status) => [String(status), item(`inventory-${status}`, { status })]),
  );
  const products = [0, 1, 2, 99].map((status) => product(String(status), { inStockQty: 5, totalQty: 5 }));

  expect(countBelowLine(products, { amazon, own: {}, defaults: { amazon: [], own: [] } })).toBe(2);
});
