import type { Locator, Page } from '@playwright/test';
import { readSpreadsheet } from '../server/src/lib/spreadsheet/read-spreadsheet.ts';
import { writeSpreadsheet } from '../server/src/lib/spreadsheet/write-spreadsheet.ts';
import type { Cell } from '../server/src/lib/spreadsheet/spreadsheet.ts';
import { expect, test } from './harness/fixtures.ts';
import { namesOf, showManyProducts } from './harness/stock-world.ts';
import { keepUndo } from './screens/held-timers.ts';
import { rowOf, runway } from './screens/stock-page.ts';
import { violationsInBothColours } from './screens/violations.ts';

// A normal window height, because this file tests which rows are drawn.
test.use({ viewport: { width: 1280, height: 900 } });

const sortBy = (page: Page, column: string): Locator => runway(page).getByRole('button', { name: column, exact: true });

test('the stock page lists what is out of stock, the shortest runway first, with its next step', async ({
  page,
  sandbox,
  open,
  pick,
}) => {
  const product = await pick();
  await open('/home');
  await page.getByRole('link', { name: /^Stock \d+$/ }).click();
  await expect(
    page.getByText(/^\d+ products?: No alert thresholds have been set yet. Use setup at the top.$/),
  ).toBeVisible();
  await sandbox.happen('stockChanged', product, { fulfillable: 0, inbound: 40 });

  const row = rowOf(page, product);
  await expect(row).toContainText('Out of Stock');
  await expect(row).toContainText(/since \d+ \w+/);
  await expect(row.getByRole('link', { name: /^Plan/ })).toHaveAttribute(
    'href',
    /^https:\/\/sellercentral\.amazon\.[a-z.]+\/fba\/sendtoamazon$/,
  );
  await expect(page.getByText(/\d+ products?, \d+ below (its|their) line/)).toBeVisible();
  await expect(runway(page).getByRole('columnheader', { name: 'Days left' })).toHaveAttribute('aria-sort', 'ascending');
  const lines = await runway(page).getByRole('row').allTextContents();
  const before = lines.slice(
    1,
    lines.findIndex((line) => line.includes(product.asin)),
  );
  expect(before.filter((line) => !line.includes('Out of Stock'))).toEqual([]);

  await page.goto(`/home?view=pr2&q=${product.asin}`);
  await expect(page.getByRole('article').first()).toContainText('Out of Stock, 40 units inbound');
  await sandbox.happen('stockChanged', product, { fulfillable: 300, inbound: 0 });
});

test('the runway table is filtered, sorted and navigated by keyboard', async ({ page, open, pick }) => {
  const product = await pick();
  await open('/home?view=inv&problems=false');
  await expect(runway(page).getByRole('rowheader').first()).toBeVisible();
  const days = (await runway(page).locator('td.runway__daysLeft > b').allTextContents())
    .map(Number)
    .filter(Number.isFinite);
  expect(days.length).toBeGreaterThan(5);
  expect(days).toEqual(days.toSorted((a, b) => a - b));
  await sortBy(page, 'Product').focus();
  await page.keyboard.press('Enter');
  await expect(runway(page).getByRole('columnheader', { name: 'Product' })).toHaveAttribute('aria-sort', 'ascending');
  const [first] = await namesOf(page);
  await page.keyboard.press('Enter');
  await expect(runway(page).getByRole('columnheader', { name: 'Product' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(async () => (await namesOf(page))[0]).not.toBe(first);

  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(product.asin);
  await expect.poll(async () => new Set(await namesOf(page))).toEqual(new Set([product.name]));
  await page.getByRole('heading', { name: 'Runway' }).click();
  await page.keyboard.press('j');
  await expect(rowOf(page, product).getByRole('button', { name: product.name, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  expect(await violationsInBothColours(page)).toEqual([]);
});

test('the thresholds of one product are set in its row and reset', async ({ page, sandbox, open, pick }) => {
  const product = await pick();
  await sandbox.happen('stockChanged', product, { fulfillable: 2, inbound: 0 });
  await keepUndo(page);
  await open(`/home?view=inv&q=${product.asin}&markets=["${product.marketplace}"]`);
  const row = rowOf(page, product);
  await expect(row).toContainText('No threshold');
  const messages = page.locator('output.toasts');
  await messages.evaluate((region) => region.setAttribute('data-known', ''));
  await row.getByRole('button', { name: /^Set/ }).click();
  const dialog = page.getByRole('dialog', { name: `Thresholds of ${product.name}` });
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Alert at days left' }).fill('a week');
  await expect(dialog.getByText('A whole number, or empty')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Alert at days left' }).fill('9999');
  await expect(dialog.getByText('At this pace: alert now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save thresholds' }).click();

  await expect(dialog).toHaveCount(0);
  // Screen readers announce only what is added to a region that was there before.
  await expect(messages.and(page.locator('[data-known]'))).toContainText('Thresholds saved');
  await expect(row).toContainText('Alert');
  await expect(row.getByRole('button', { name: /^9,999 days/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('No threshold');
  await sandbox.happen('stockChanged', product, { fulfillable: 300, inbound: 0 });
});

test('thresholds that somebody else saves while the dialog is open are shown in it, and are not undone by its save', async ({
  page,
  open,
  pick,
  tenant,
}) => {
  const product = await pick();
  await open(`/home?view=inv&q=${product.asin}&markets=["${product.marketplace}"]`);
  const row = rowOf(page, product);
  await row.getByRole('button', { name: /^Set/ }).click();
  const dialog = page.getByRole('dialog', { name: `Thresholds of ${product.name}` });
  await dialog.getByRole('textbox', { name: 'Warn at days left' }).fill('3');

  await tenant.session.put(`/api/sentinel/watchdog/own-settings/inventory/${product.productId}`, { alertDays: 1 });
  await expect(dialog.getByRole('textbox', { name: 'Alert at days left' })).toHaveValue('1');
  const saved = page.waitForRequest('**/api/sentinel/watchdog/own-settings/**');
  await dialog.getByRole('button', { name: 'Save thresholds' }).click();

  expect((await saved).postDataJSON()).toEqual({ settings: { warningDays: 3 }, seen: { warningDays: null } });
  await expect(dialog).toHaveCount(0);
  await tenant.session.put(`/api/sentinel/watchdog/own-settings/inventory/${product.productId}`, {});
});

test('thresholds are exported as a spreadsheet and imported with changes', async ({ page, open, pick }) => {
  const product = await pick();
  await open(`/home?view=inv&q=${product.asin}&markets=["${product.marketplace}"]`);
  const setup = page.getByRole('region', { name: 'Setup' });
  for (const title of ['FBA Stock thresholds', 'FBM Stock thresholds', 'Sales volume thresholds']) {
    await expect(setup.getByRole('button', { name: new RegExp(`^${title}.*every`) })).toBeVisible();
  }
  await setup.getByRole('button', { name: /^FBA Stock thresholds/ }).click();
  await expect(setup.getByText('Warn when stock lasts for so many days or fewer; empty: never')).toBeVisible();
  const saving = page.waitForEvent('download');
  await setup.getByRole('link', { name: 'Export FBA Stock thresholds' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('inventory-config-import.xlsx');
  const { name, rows } = await readSpreadsheet(await bytesOf(await file.createReadStream()));
  const sheetWith = (...bounds: readonly Cell[]) => {
    const [head = [], ...all] = rows.map(({ cells }) => cells);
    const mine = all.filter(([marketplace, asin]) => marketplace === product.marketplace && asin === product.asin);
    const columns = head.map((header) => ({ header: String(header), width: 20 }));
    return writeSpreadsheet({ name, columns, rows: mine.map((cells) => [...cells.slice(0, 4), ...bounds]) });
  };
  const upload = async (bytes: Uint8Array) => {
    const input = setup.locator('input[type=file]').first();
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await input.setInputFiles({ name: 'changed.xlsx', mimeType, buffer: Buffer.from(bytes) });
  };

  await upload(await sheetWith(30, 'soon', null));
  const preview = page.getByRole('dialog', { name: 'Import FBA Stock thresholds' });
  await expect(preview.getByText('Error during spreadsheet import')).toBeVisible();
  await expect(preview.getByText(/^Row 2, "Warning days": "soon" is not possible/)).toBeVisible();
  await preview.getByText('Close', { exact: true }).click();

  await upload(await sheetWith(30, 9999, null));
  await expect(preview.getByRole('list', { name: 'Changes' })).toContainText(/Warning days\s*empty.*9999/);
  await preview.getByRole('button', { name: 'Change 1 product' }).click();
  await expect(page.getByText('Spreadsheet successfully imported')).toBeVisible();
  await expect(setup.getByRole('alert')).toHaveCount(0);
  await expect(rowOf(page, product)).toContainText('Warning');
  await expect(setup.getByText(/^\d+ of \d+ set, every/)).toBeVisible();

  await upload(await sheetWith(30, null, null));
  await preview.getByRole('button', { name: 'Change 1 product' }).click();
  await expect(rowOf(page, product)).toContainText('No threshold');
});

test('ten thousand products take only a few rows of the document', async ({ page, open }) => {
  await showManyProducts(page, 10_000);
  await open('/home?view=inv&problems=false');
  expect((await namesOf(page)).slice(0, 3)).toEqual(['Product 1', 'Product 2', 'Product 3']);
  await expect(runway(page)).toHaveAttribute('aria-rowcount', '10001');
  await expect(page.getByRole('link', { name: 'Stock 1,000', exact: true })).toBeVisible();
  expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(2000);

  await sortBy(page, 'In stock').click();
  await expect.poll(async () => (await namesOf(page))[0]).toBe('Product 10000');
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  await expect(runway(page).getByRole('button', { name: 'Product 1', exact: true })).toBeVisible();
  expect((await namesOf(page)).length).toBeLessThan(60);
  await page.getByRole('checkbox', { name: 'Show Problems on top' }).check();
  await page.evaluate('window.scrollTo(0, 0)');
  await expect.poll(async () => (await namesOf(page))[0]).toBe('Product 10000');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the stock page is not available, and its address shows the products', async ({ page, open }) => {
    await open('/home?view=inv');

    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(runway(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Stock/ })).toHaveCount(0);
  });
});

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
