import { expect, test } from 'vitest';
import { group, item, product } from '@app/shared/testing/world-builders.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { runwayNote } from './runway-note.ts';
import type { StockDefaults } from '../products/stock-kinds.ts';
import { defaultOrder } from './stock-order.ts';
import { stockRows } from './stock-rows.ts';
import {
  alertAtOf,
  emptyOnText,
  emptySinceText,
  lastsText,
  noRunwayText,
  perDayFigure,
  runwayText,
} from './stock-words.ts';
import { sheetsOf } from './thresholds/threshold-counts.ts';
import { draftOf, readDraft } from './thresholds/threshold-draft.ts';
import { previewText } from './thresholds/threshold-preview.ts';

const noDefaults: StockDefaults = { amazon: [], own: [] };
const now = Date.parse('2026-11-20T12:00:00Z');
const settings = { keyword: null, absoluteThreshold: null, alertDays: 7, warningDays: 14, velocityLookbackDays: 30 };

function rowOf(facts: Partial<Product> = {}, given: Partial<WorldItem> = {}, defaults: StockDefaults = noDefaults) {
  const one = product('1', { inStockQty: 24, inboundQty: 30, totalQty: 54, ageHours: 3, ...facts });
  const told = item('inventory-1', { status: 0, settings, figures: { sold: 60, days: 30 }, ...given });
  const [row] = stockRows([one], { amazon: { '1': told }, own: {}, defaults });
  if (!row) throw new Error('A product has a row');
  return row;
}

test.each([
  [24, 'Wed 2 Dec'],
  [120, '19 Jan'],
  [1000, 'Apr 2028'],
  [10_000, 'in over ten years'],
  [0, ''],
])('%i units end on a day at the marketplace: %s', (inStockQty, text) => {
  expect(emptyOnText(rowOf({ inStockQty }), now)).toBe(text);
});

test('where the marketplace is a day ahead, so is the end', () => {
  const night = Date.parse('2026-11-20T23:30:00Z');

  expect(emptyOnText(rowOf({ marketplace: 'IN' }), night)).toBe('Thu 3 Dec');
  expect(emptyOnText(rowOf({ marketplace: 'US' }), night)).toBe('Wed 2 Dec');
});

test('a product out of stock shows since when', () => {
  const out = rowOf({ inStockQty: 0 }, { status: 2, date: '2026-11-18T09:00:00.000Z' });

  expect(emptySinceText(out, now)).toBe('since 18 Nov');
  expect(runwayText(out)).toBe('Out of Stock, 30 on the way, for 15 days more, alert at 7 days');
});

test.each([
  ['2025-12-26T09:00:00.000Z', 'since 26 Dec'],
  ['2025-11-18T09:00:00.000Z', 'since 18 Nov 2025'],
])('a product that is out of stock for about a year names the year: %s is "%s"', (date, text) => {
  expect(emptySinceText(rowOf({ inStockQty: 0 }, { status: 2, date }), now)).toBe(text);
});

test('the bar has a text', () => {
  expect(runwayText(rowOf())).toBe('12 days left, 30 on the way, for 15 days more, alert at 7 days');
  expect(lastsText(rowOf(), now)).toBe('24 units at 2.0 a day: 12 days left, until Wed 2 Dec.');
});

test('a missing bar has a reason', () => {
  expect(noRunwayText(rowOf({ ageHours: -1 }, { figures: null }))).toBe('Sales data not avail. yet');
  expect(noRunwayText(rowOf({}, { figures: { sold: 0, days: 30 } }))).toBe('None sold in 30 days');
  expect(noRunwayText(rowOf())).toBeNull();
});

test.each([
  [52, '52.0'],
  [8.13, '8.1'],
  [0.346, '0.35'],
  [19 / 20, '0.95'],
  [0.996, '1.0'],
  [0, '0'],
])('%d a day is written as %s', (perDay, text) => {
  expect(perDayFigure(perDay)).toBe(text);
});

test('the column shows the alert threshold, or without one the warning', () => {
  expect(alertAtOf(rowOf())).toEqual({ text: '7 days' });
  expect(alertAtOf(rowOf({}, { settings: { ...settings, alertDays: null } }))).toEqual({ text: 'warn 14 days' });
  expect(alertAtOf(rowOf({}, { settings: { keyword: null, absoluteThreshold: null } }))).toBeNull();
});

test("a threshold of a default is shown as such, the brand's before the account's, and a product's own is not", () => {
  const account = { sellerId: '1', brand: null, settings: { alertDays: 9, warningDays: 30 } };
  const byDefault = {
    amazon: [account, { ...account, brand: 'Ironhand', settings: { alertDays: 21 } }],
    own: [
      { ...account, settings: { alertThreshold: 5 } },
      { ...account, sellerId: '2' },
    ],
  };
  const unset = { settings: { ...settings, alertDays: null, warningDays: null } };
  const row = (brand: string | null) => rowOf({ brand }, unset, byDefault);

  expect(alertAtOf(row('Ironhand'))).toEqual({ text: '21 days', origin: 'default of Ironhand' });
  expect(row('Ironhand').thresholds).toMatchObject({ alertDays: 21, warningDays: 30, alertUnits: 5 });
  expect(alertAtOf(row('Other'))).toEqual({ text: '9 days', origin: 'default of the seller account' });
  expect(alertAtOf(rowOf({ brand: 'Ironhand' }, {}, byDefault))).toEqual({ text: '7 days' });
  expect(row(null).state).toBe('ok');
  expect(alertAtOf(rowOf({ sellerId: '2' }, unset, byDefault))).toBeNull();
  expect(draftOf(row('Ironhand').ownThresholds).alertDays).toBe('');
});

test('a product with the sign for no threshold has none although there is a default', () => {
  const byDefault = {
    amazon: [{ sellerId: '1', brand: null, settings: { alertDays: 9 } }],
    own: [],
  };
  const none = { settings: { ...settings, alertDays: 'none', warningDays: null } };

  const row = rowOf({ sellerId: '1' }, none, byDefault);

  expect(row).toMatchObject({ state: 'unset', thresholds: { alertDays: null } });
  expect(alertAtOf(row)).toEqual({ text: 'None' });
  expect(draftOf(row.ownThresholds).alertDays).toBe('none');
});

test('a typed alert that contradicts the default of the warning is not saved', () => {
  const defaults = { warningDays: { value: 9, origin: 'default of Ironhand' } };

  expect(readDraft({ alertDays: '12', warningDays: '', alertUnits: '', lookbackDays: '' }, defaults)).toEqual({
    ok: false,
    wrong: { warningDays: 'Not possible: the warning has to come before the alert, at more than 12 days' },
  });
});

test('the note contains the order and the pace', () => {
  expect(runwayNote([rowOf()], defaultOrder)).toBe('shortest first, at the pace of the last 30 days');
  const other = rowOf({}, { settings: { ...settings, velocityLookbackDays: 14 } });
  expect(runwayNote([rowOf(), other], { by: 'fbm', isDescending: true })).toBe(
    'each at the pace of its own lookback days',
  );
});

test('each sheet shows the number of products with thresholds', () => {
  const watchDogs = {
    inventory: group([item('inventory-1', { settings })]),
    fbmInventory: group([]),
    salesDrop: group([item('salesDrop-1', { settings: { ...settings, minimumUnitsPerDay: 2 } })]),
  };
  const products = [product('1', { inStockQty: 4 }), product('2', { inStockQty: 4, fbmQty: 2 })];

  expect(sheetsOf({ watchDogs, products }).map(({ title, set }) => [title, set])).toEqual([
    ['FBA Stock thresholds', '1 of 2 set'],
    ['FBM Stock thresholds', 'none set, alerts when none is left'],
    ['Sales volume thresholds', '1 of 2 set'],
  ]);
});

test('an empty field is no threshold, and a text that is no number is not saved', () => {
  const draft = draftOf(rowOf().thresholds);

  expect(readDraft({ ...draft, warningDays: ' ', lookbackDays: '' })).toEqual({
    ok: true,
    thresholds: { alertDays: 7, warningDays: null, alertUnits: null, lookbackDays: 30 },
  });
  expect(readDraft({ ...draft, alertDays: '1.5', lookbackDays: '121' })).toEqual({
    ok: false,
    wrong: { alertDays: 'A whole number, or empty', lookbackDays: '1 to 120' },
  });
});

test('the dialog shows the effect of thresholds', () => {
  const row = rowOf();

  expect(previewText(row, row.thresholds, now)).toBe('At this pace: alert on Wed 25 Nov, warning now.');
  expect(previewText(row, { ...row.thresholds, alertDays: 12 }, now)).toBe('At this pace: alert now.');
  expect(previewText(row, { ...row.thresholds, lookbackDays: 7 }, now)).toBe('');
});

test.each([
  [1000, 'until Apr 2028.', 'alert in Mar 2028, warning in Mar 2028.'],
  [10_000, ': 5,000 days left, over ten years.', 'alert in over ten years, warning in over ten years.'],
])('the dialog names no day of a distant future: %i units last %s', (inStockQty, lasts, preview) => {
  const row = rowOf({ inStockQty });

  expect(lastsText(row, now)).toContain(lasts);
  expect(previewText(row, row.thresholds, now)).toContain(preview);
});
