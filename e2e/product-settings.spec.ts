import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { violations } from './screens/violations.ts';
import { fitsTheScreen, tooSmallForThumbs } from './screens/settings-page.ts';

const path = '/productsettings';

const rowOf = (page: Page, asin: string) => page.getByRole('row').filter({ hasText: asin });
const boxOf = (page: Page, asin: string) => rowOf(page, asin).getByRole('checkbox', { name: /^Ignore / });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

const saveAll = async (page: Page) => {
  await save(page).click();
  await expect(page.getByText('Submitted Changes have been Saved')).toBeVisible();
  await expect(page.getByText('Everything is saved')).toBeVisible();
};

test('the owner ignores a product, sees what it saves, and finds it gone from the dashboard until it is tracked again', async ({
  page,
  ownerOf,
  pick,
}) => {
  const { asin } = await pick(await ownerOf('tracking'));
  await page.goto('/home');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Product Tracking Settings' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  expect(await violations(page)).toEqual([]);

  // Sections 9 and 4 of the specification: the filter applies after a pause, and the checkbox cycles through three
  // states.
  await page.getByRole('searchbox', { name: 'ASIN, title or short-hand name' }).fill(asin.toLowerCase());
  await expect(page.getByRole('checkbox', { name: /^Ignore / })).toHaveCount(1);
  const box = boxOf(page, asin);
  await expect(box).not.toBeChecked();
  await box.click();
  await expect(box).toBeChecked();
  await expect(page.getByText(/tracked listings? \(\*\), \$0\.0\d\d a day less after the trial/)).toBeVisible();
  await box.click();
  await expect(box).toHaveJSProperty('indeterminate', true);
  await box.click();
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await box.click();

  // The Back button asks for confirmation while there are unsaved changes.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(
    page.getByText('Please confirm that you want to close your Product Settings. You have some unsaved changes.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await saveAll(page);

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home/);
  await page.goto(`/home?q=${asin}`);
  await expect(page.getByText('No items match your filter, try a different one.')).toBeVisible();

  await page.goto(path);
  await boxOf(page, asin).click();
  await boxOf(page, asin).click();
  await rowOf(page, asin).getByRole('textbox').fill('My favourite');
  await saveAll(page);
  await page.goto('/home?q=My favourite');
  await expect(page.getByText(asin).first()).toBeVisible();
});

test('products are exported, and a spreadsheet is imported after a look at what it changes', async ({
  page,
  ownerOf,
  pick,
}) => {
  const { asin } = await pick(await ownerOf('tracking'));
  await page.goto(path);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const file = await saving;
  const upload = page.getByLabel('Spreadsheet to import');

  await upload.setInputFiles(await file.path());
  await expect(page.getByText('Spreadsheet successfully imported, nothing is different')).toBeVisible();

  const csv = `Marketplace;ASIN;Short-hand name;Tracking\r\nUS;${asin};From a sheet;Ignored\r\nUS;B0NOTHING1;;Tracked`;
  await upload.setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const dialog = page.getByRole('dialog', { name: 'Import spreadsheet' });
  await expect(dialog.getByText('1 product will be ignored.')).toBeVisible();
  await expect(dialog.getByText('no product with an active offer B0NOTHING1 in US')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const importing = '**/spreadsheet/**/import?fingerprint=*';
  await page.route(importing, (route) => route.fulfill({ status: 503, body: '' }));
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();
  const failure = page.getByRole('dialog', { name: 'The import failed' });
  await failure.getByText('Close', { exact: true }).click();
  await page.unroute(importing);
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();

  await expect(boxOf(page, asin)).toBeChecked();
  await expect(rowOf(page, asin).getByRole('textbox')).toHaveValue('From a sheet');
});

test('an import shows again what it changes if somebody else has saved meanwhile', async ({
  page,
  context,
  ownerOf,
  pick,
}) => {
  const { asin } = await pick(await ownerOf('tracking'));
  await page.goto(path);
  const csv = `Marketplace;ASIN;Short-hand name;Tracking\r\nUS;${asin};From a sheet;`;
  const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('Spreadsheet to import').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Import spreadsheet' });
  await expect(dialog.getByText('From a sheet')).toBeVisible();
  const other = await context.newPage();
  await other.goto(path);
  await rowOf(other, asin).getByRole('textbox').fill('Theirs');
  await saveAll(other);

  await dialog.getByRole('button', { name: 'Change 1 product' }).click();

  await expect(dialog.getByText('Somebody else has changed this meanwhile')).toBeVisible();
  await expect(dialog.getByText('Theirs')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();
  await expect(rowOf(page, asin).getByRole('textbox')).toHaveValue('From a sheet');
});

test('the second of two people who save is shown the differences, and decides', async ({
  page,
  context,
  ownerOf,
  pick,
}) => {
  const { asin } = await pick(await ownerOf('tracking'));
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto(path);
    await boxOf(one, asin).click();
  }
  await boxOf(other, asin).click();
  await saveAll(other);

  await save(page).click();

  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' });
  await expect(dialog.getByText('Now: Ignored until first sale')).toBeVisible();
  await expect(dialog.getByText('Yours: Ignored')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await expect(boxOf(page, asin)).toBeChecked();
});

test('the rows below the screen have the height that they have when they are drawn', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 300 });
  await open(path);
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await expect(rows.nth(16)).toBeAttached();
  for (const width of [1280, 900, 640]) {
    await page.setViewportSize({ width, height: 300 });
    await rows.first().scrollIntoViewIfNeeded();
    const heights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));

    // The last row is left out, because it has no line below it and is therefore lower.
    await expect.poll(async () => new Set((await heights()).slice(0, -1)).size).toBe(1);
    const lastBox = rows.last().getByRole('checkbox', { includeHidden: true });
    expect(await lastBox.evaluate((box) => box.checkVisibility({ contentVisibilityAuto: true }))).toBe(false);
  }
});

test('the first products are shown before the others have come, and "Try again" loads those', async ({
  page,
  open,
}) => {
  let isDown = true;
  // The address of the call for the first products has a query, which this pattern does not match.
  await page.route('**/api/product/settings', (route) => (isDown ? route.abort() : route.continue()));
  await page.route('**/api/product/settings?first=50', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const account of json.sellerAccounts) {
      account.products = account.products.slice(0, 1);
      account.counts.tracked += 100;
    }
    await route.fulfill({ response, json });
  });
  await open(path);

  const boxes = page.getByRole('checkbox', { name: /^Ignore / });
  await expect(boxes).toHaveCount(1);
  await expect(page.getByText(/^1\d\d tracked listings/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose by rule' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next page' }).first().click();
  await expect(page.getByText('The other products are not loaded yet.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect.poll(() => boxes.count()).toBeGreaterThan(1);
  await expect(page.getByRole('button', { name: 'Choose by rule' })).toBeEnabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('products are chosen by a rule, and the choice is undone', async ({ page, open }) => {
    await open(path);
    await expect(page.getByRole('region', { name: 'Marrowby' })).toBeVisible();
    expect(await fitsTheScreen(page)).toBe(true);
    expect(await tooSmallForThumbs(page, ['Marrowby'])).toEqual([]);
    await page.getByRole('button', { name: 'Choose by rule' }).click();
    const rule = page.getByRole('dialog', { name: 'Choose by rule' });
    await rule.getByLabel('Rule').selectOption('All products of a marketplace');
    await rule.getByLabel('They become').selectOption('Ignored');
    await rule.getByRole('button', { name: 'Apply' }).click();

    await expect(page.getByText(/^\d+ products? chosen by a rule$/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Everything is saved')).toBeVisible();
  });
});

test('without a seller account the page leads to its connection', async ({ page, signUpConfirmed }) => {
  await signUpConfirmed();
  await page.goto(path);

  await expect(page.getByRole('heading', { name: 'No seller account is connected yet' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Connect a seller account' }).click();
  await expect(page).toHaveURL(/\/connect$/);
});

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('the counts of ten thousand products fit the screen', async ({ page, ownerOf }) => {
    await ownerOf('tracking');
    await page.route('**/api/product/settings', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const [first] = json.sellerAccounts.flatMap(({ products }: { products: object[] }) => products);
      const states = ['tracked', 'ignored', 'ignoredUntilFirstSale'];
      const products = Array.from({ length: 10_000 }, (_, n) => ({
        ...first,
        productId: String(n + 1),
        state: states[n % 3],
      }));
      const counts = { tracked: 3334, ignored: 3333, ignoredUntilFirstSale: 3333 };
      json.sellerAccounts = [{ ...json.sellerAccounts[0], products, counts }];
      await route.fulfill({ response, json });
    });
    await page.goto(path);

    await expect(page.getByRole('button', { name: 'Until first sale 3,333' })).toBeInViewport({ ratio: 1 });
    expect(await fitsTheScreen(page)).toBe(true);
  });
});
