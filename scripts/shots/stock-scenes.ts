import type { Page } from '@playwright/test';
import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import { showManyProducts } from '../../e2e/harness/stock-world.ts';
import type { Scene } from './photograph.ts';

const path = '/home?view=inv';
const worldCalls = '**/api/sentinel/stateoftheworld**';

/** The path of the stock page, on desktops only, because phones show no stock page. */
const common = { path, on: 'desktop' } as const;

const setup = (page: Page) => page.getByRole('region', { name: 'Setup' });

const openDefaults = async (page: Page): Promise<void> => {
  await setup(page)
    .getByRole('button', { name: /^Default thresholds/ })
    .click();
};

/** Imports a file from which no row can be read. */
const importBadFile = async (page: Page): Promise<void> => {
  const file = {
    name: 'inventory.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Marketplace;ASIN\r\nUS;B0KETTLE01'),
  };
  await setup(page).getByLabel('Spreadsheet of FBA Stock thresholds').setInputFiles(file);
  await setup(page).getByRole('alert').filter({ hasText: /./ }).first().waitFor();
};

async function loading(page: Page): Promise<void> {
  await page.route(worldCalls, () => undefined);
  await page.evaluate(`localStorage.removeItem('watchpost.world')`);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Loading your stock').waitFor();
}

const withWorld = (state: ReturnType<typeof world>) => (page: Page) =>
  page.route(worldCalls, (route) => route.fulfill({ json: state }));

const failing = (page: Page) =>
  page.route(worldCalls, (route) =>
    route.fulfill({ status: 404, json: { error: 'No', message: 'The answer could not be made', code: 'internal' } }),
  );

/** A product about whose stock and sales nothing is known yet. */
const unknown = product('1', { productName: 'Cast-iron skillet 26 cm', asin1: 'B09M3QT7LD' });

/** A world with a product that has one threshold of its own and inherits another from the defaults. */
const heir = world({
  products: [product('1', { productName: 'Cast-iron skillet 26 cm', inStockQty: 80, totalQty: 80, ageHours: 900 })],
  watchDogs: {
    inventory: group(
      [
        item('inventory-1', {
          status: 0,
          settings: { keyword: null, absoluteThreshold: null, alertDays: 'none', velocityLookbackDays: 30 },
          figures: { sold: 60, days: 30 },
        }),
      ],
      { defaults: [{ sellerId: '1', brand: null, settings: { alertDays: 7, warningDays: 21 } }] },
    ),
  },
});

const openThresholds = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /, thresholds of/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
};

export const stockScenes: readonly Scene[] = [
  { ...common, name: 'stock-defaults', prepare: openDefaults },
  { ...common, name: 'stock-sheet-refused', prepare: importBadFile },
  { ...common, name: 'stock-heir', before: withWorld(heir) },
  { ...common, name: 'stock-heir-thresholds', before: withWorld(heir), prepare: openThresholds },
  { ...common, name: 'stock-empty', before: withWorld(world({ products: [] })) },
  { ...common, name: 'stock-unknown', before: withWorld(world({ products: [unknown] })) },
  { ...common, name: 'stock-loading', isLoading: true, prepare: loading },
  { ...common, name: 'stock-failed', before: failing },
  { ...common, name: 'stock-10000', before: (page) => showManyProducts(page, 10_000) },
];
