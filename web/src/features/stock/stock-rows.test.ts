import { expect, test } from 'vitest';
import { item, product } from '@app/shared/testing/world-builders.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { inventoryText } from '../products/inventory-text.ts';
import { stockRows, type StockRow } from './stock-rows.ts';
import type { StockDefaults } from '../products/stock-kinds.ts';
import { stockOf } from '../products/stock-state.ts';

const quiet = { message: null, from: null, to: null, evidence: [] };
const settings = { keyword: null, absoluteThreshold: null };
const bounds = { ...settings, alertDays: 7, warningDays: 14, velocityLookbackDays: 30 };

const amazonItem = (given: Partial<WorldItem> = {}) =>
  item('inventory-1', { status: 0, statusDetails: quiet, settings: bounds, figures: { sold: 60, days: 30 }, ...given });
const ownItem = (given: Partial<WorldItem> = {}) =>
  item('fbmInventory-1', { status: 0, statusDetails: quiet, settings: { ...settings, alertThreshold: 5 }, ...given });

interface RowInput {
  readonly product?: Partial<Product>;
  readonly amazon?: WorldItem | null;
  readonly own?: WorldItem | null;
  readonly defaults?: Partial<StockDefaults>;
}

function rowOf({ product: facts = {}, amazon = amazonItem(), own = null, defaults }: RowInput): StockRow {
  const atAmazon = { inStockQty: 100, inboundQty: 30, totalQty: 130, ageHours: 5 };
  const [row] = stockRows([product('1', { ...atAmazon, ...facts })], {
    amazon: amazon ? { '1': amazon } : {},
    own: own ? { '1': own } : {},
    defaults: { amazon: [], own: [], ...defaults },
  });
  if (!row) throw new Error('A product has a row');
  return row;
}

test.each<[string, RowInput, string]>([
  ['enough', {}, 'ok'],
  ['no thresholds', { amazon: amazonItem({ settings }) }, 'unset'],
  ['a warning', { amazon: amazonItem({ status: 1 }) }, 'warning'],
  ['an alert', { amazon: amazonItem({ status: 2 }) }, 'alert'],
  ['none left', { amazon: amazonItem({ status: 2 }), product: { inStockQty: 0 } }, 'out'],
  ['a total of 0, though nobody watches', { amazon: null, product: { inStockQty: 0, totalQty: 0 } }, 'out'],
  ['no look yet', { amazon: amazonItem({ status: 99 }) }, 'starting'],
  ['nothing that is known', { amazon: null, product: { inStockQty: null, totalQty: null } }, 'unknown'],
  ['only stock of one’s own', { own: ownItem(), product: { inStockQty: null, totalQty: null, fbmQty: 40 } }, 'ok'],
  ['stock of one’s own without a threshold', { product: { inStockQty: null, totalQty: null, fbmQty: 40 } }, 'unset'],
  [
    'an empty shelf of one’s own',
    { own: ownItem({ status: 2 }), product: { inStockQty: null, totalQty: null, fbmQty: 0 } },
    'out',
  ],
  ['Amazon’s shelf empty for good, one’s own not', { product: { inStockQty: 0, totalQty: 0, fbmQty: 9 } }, 'unset'],
  ['a threshold for the alert alone', { amazon: amazonItem({ settings: { ...bounds, warningDays: null } }) }, 'ok'],
  ['none of one’s own left beside enough at Amazon', { product: { fbmQty: 0 } }, 'ok'],
  ['the worse of the two', { own: ownItem({ status: 2 }), product: { fbmQty: 2 } }, 'alert'],
])('a product with %s', (_, given, state) => {
  expect(rowOf(given).state).toBe(state);
});

const stateOf = (amazon: Partial<WorldItem>, own: Partial<WorldItem>): string => {
  const { state, shipper } = rowOf({ amazon: amazonItem(amazon), own: ownItem(own), product: { fbmQty: 2 } });
  return `${state} ${shipper}`;
};

test('the state is that of the stock at Amazon unless the own stock is below its line, and worse', () => {
  expect(stateOf({ settings }, {})).toBe('unset amazon');
  expect(stateOf({ status: 2 }, { status: 2 })).toBe('alert amazon');
  expect(stateOf({ status: 1 }, { status: 2 })).toBe('alert own');
});

test('a default of one of the two kinds applies without one of the other', () => {
  const place = { sellerId: '1', brand: null };
  const unset = { amazon: amazonItem({ settings }), own: ownItem({ settings }), product: { fbmQty: 40 } };
  const byAmazon = rowOf({ ...unset, defaults: { amazon: [{ ...place, settings: { alertDays: 9 } }] } });
  const byOwn = rowOf({ ...unset, defaults: { own: [{ ...place, settings: { alertThreshold: 3 } }] } });

  expect([byAmazon.thresholds, byOwn.thresholds]).toMatchObject([{ alertDays: 9 }, { alertUnits: 3 }]);
});

test('days left are those of the alert: the stock at Amazon at the pace of its lookback', () => {
  expect(rowOf({})).toMatchObject({ daysLeft: 50, perDay: 2, daysOnTheWay: 15, shelf: 'amazon' });
});

test('without a pace the days left are unknown', () => {
  expect(rowOf({ amazon: amazonItem({ figures: null }) })).toMatchObject({ daysLeft: null, daysOnTheWay: null });
  expect(rowOf({ amazon: amazonItem({ figures: { sold: 0, days: 30 } }) })).toMatchObject({
    daysLeft: null,
    perDay: 0,
  });
});

test("an empty stock of the seller's own does not empty that at Amazon", () => {
  const row = rowOf({ own: ownItem({ status: 2 }), product: { fbmQty: 0 } });

  expect(row).toMatchObject({ state: 'out', shipper: 'own', shelf: 'amazon', daysLeft: 50 });
});

test("a product that is not at Amazon lasts by the seller's own stock", () => {
  const given = { product: { inStockQty: null, totalQty: null, inboundQty: null, fbmQty: 40 }, own: ownItem() };

  expect(rowOf(given)).toMatchObject({ shelf: 'own', units: 40, daysLeft: 20, daysOnTheWay: null });
});

const textOf = (facts: Partial<Product>, amazon: WorldItem | null) => {
  const one = product('1', { inStockQty: 9, totalQty: 9, ...facts });
  return inventoryText(
    one,
    stockOf(one, { amazon: amazon ? { '1': amazon } : {}, own: {}, defaults: { amazon: [], own: [] } }),
  );
};
const said = (message: string) => amazonItem({ statusDetails: { ...quiet, message } });

test('the words are those of the specification', () => {
  expect(textOf({ ageHours: -1 }, null)).toBe('Sales data not avail. yet');
  expect(textOf({ inStockQty: 0, totalQty: 0 }, null)).toBe('Out of Stock');
  expect(textOf({}, said('12 days left at 4.2 a day'))).toBe('12 days left at 4.2 a day');
});

test("the seller's own units are written as the marketplace writes numbers", () => {
  const ownUnits = { inStockQty: null, totalQty: null, fbmQty: 12_345 };

  expect(textOf(ownUnits, null)).toBe('12,345 of your own in stock');
  expect(textOf({ ...ownUnits, marketplace: 'DE' }, null)).toBe('12.345 of your own in stock');
});
