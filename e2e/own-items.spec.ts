import { expect, test } from './harness/fixtures.ts';
import { card } from './screens/screens.ts';

test('a keyword is added to a product, searched and removed', async ({ page, pick }) => {
  const product = await pick();
  await page.goto(`/home#pdet-${product.productId}`);
  const keywords = page.getByRole('region', { name: 'Keywords' });
  await keywords.getByRole('textbox', { name: 'Search phrase' }).fill('  moon  boots ');
  const threshold = keywords.getByRole('textbox', { name: 'Alert past rank' });
  await threshold.fill('151');
  await expect(keywords.getByText('1 to 150, or empty')).toBeVisible();
  // A browser's field of numbers would be empty then, which means no alerts.
  await threshold.fill('');
  await threshold.pressSequentially('1e');
  await expect(keywords.getByText('1 to 150, or empty')).toBeVisible();
  await expect(keywords.getByRole('button', { name: 'Add keyword' })).toBeDisabled();
  await threshold.fill('20');
  await keywords.getByRole('button', { name: 'Add keyword' }).click();

  await expect(keywords.getByText('moon boots')).toBeVisible();
  await expect(keywords.getByText('1 of 8')).toBeVisible();
  // The sandbox's search does not list the product for this phrase. That is an alert only if the product was listed
  // before.
  await expect(keywords.getByText(/^Not among the first/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Open issues' }).getByText(/"moon boots"/)).toHaveCount(0);

  await keywords.getByRole('textbox', { name: 'Search phrase' }).fill('Moon boots');
  await keywords.getByRole('button', { name: 'Add keyword' }).click();
  await expect(page.getByText('This keyword is already watched for this product')).toBeVisible();

  await keywords.getByRole('button', { name: 'Remove the keyword moon boots' }).dblclick();
  await keywords.getByRole('button', { name: 'Confirm removing the keyword moon boots' }).click();
  await expect(keywords.getByText('0 of 8')).toBeVisible();
  await expect(keywords.getByRole('textbox', { name: 'Search phrase' })).toBeFocused();
});

test('a double shift-click removes a keyword once, and reports no failure', async ({ page, pick }) => {
  const product = await pick();
  await page.goto(`/home#pdet-${product.productId}`);
  const keywords = page.getByRole('region', { name: 'Keywords' });
  await keywords.getByRole('textbox', { name: 'Search phrase' }).fill('moon boots');
  await keywords.getByRole('button', { name: 'Add keyword' }).click();
  await expect(keywords.getByText('1 of 8')).toBeVisible();
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/keyword/deactivate')) statuses.push(response.status());
  });

  await keywords.getByRole('button', { name: 'Remove the keyword moon boots' }).dblclick({ modifiers: ['Shift'] });

  await expect(keywords.getByText('0 of 8')).toBeVisible();
  expect(statuses).toEqual([204]);
});

test('the stock spreadsheet is exported and imported', async ({ page, open, pick }) => {
  // With the issues of all products, one of an earlier journey that ends meanwhile would move the card.
  const { asin } = await pick();
  await open(`/home?view=wd&q=${asin}`);
  const stock = card(page, 'FBM Stock');
  await stock.getByRole('button', { name: 'Configure' }).click();
  const saving = page.waitForEvent('download');
  await stock.getByRole('link', { name: 'Download spreadsheet' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('fbm_inventory-config-import.xlsx');

  const upload = stock.locator('input[type=file]');
  await upload.setInputFiles(await file.path());
  await expect(page.getByText('Spreadsheet successfully imported')).toBeVisible();

  const placeBefore = await stock.boundingBox();
  await upload.setInputFiles({
    name: 'wrong.xlsx',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a00', 'hex'),
  });
  await expect(page.getByText('Error during spreadsheet import')).toBeVisible();
  const failure = page.getByRole('dialog', { name: 'The import failed' });
  await expect(failure).toContainText('This is neither an Excel file (.xlsx)');
  // Nothing of the page has moved or grown.
  expect(await stock.boundingBox()).toEqual(placeBefore);
  await failure.getByText('Close', { exact: true }).click();
  await expect(failure).toBeHidden();
});

test('a number of a setting that is cleared is not written as 1, and leaving with unsaved changes asks', async ({
  page,
  open,
}) => {
  await open('/home?view=wd');
  const stars = card(page, 'Star Rating Change');
  await stars.getByRole('button', { name: 'Configure' }).click();
  const number = stars.getByRole('spinbutton');
  await number.fill('7');
  await expect(stars.getByRole('button', { name: 'Save' })).toBeEnabled();

  await number.fill('');
  await expect(number).toHaveValue('');
  await expect(stars.getByText('A whole number, 1 or more')).toBeVisible();
  await expect(stars.getByRole('button', { name: 'Save' })).toBeDisabled();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Email & Account Settings' }).click();
  const leave = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(leave).toContainText('Are you sure you want to leave? You have some unsaved changes.');
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(number).toHaveValue('');
  await stars.getByRole('button', { name: 'Close' }).click();
  await expect(stars.getByRole('button', { name: 'Configure' })).toBeFocused();
});

test('unsaved settings stay while another view is shown, or a filter matches nothing', async ({ page, open }) => {
  await open('/home?view=wd');
  const stars = card(page, 'Star Rating Change');
  const number = stars.getByRole('spinbutton');
  await stars.getByRole('button', { name: 'Configure' }).click();
  await number.fill('7');

  await page.getByRole('link', { name: /^Products \d/ }).click();
  await expect(stars).toHaveCount(0);
  await page.getByRole('link', { name: /^Issues \d/ }).click();
  await expect(number).toHaveValue('7');

  const filter = page.getByRole('searchbox', { name: 'ASIN, title or short name' });
  await filter.fill('no product has this name');
  await expect(stars).toHaveCount(0);
  await filter.fill('');
  await expect(number).toHaveValue('7');
  await stars.getByRole('button', { name: 'Close' }).click();
});

test('a setting that somebody else has saved since it was seen is replaced only after a question', async ({
  page,
  open,
  tenant,
}) => {
  const path = '/api/sentinel/watchdogtype/settings/starRatingRecentChange';
  const saved = async () => JSON.parse((await tenant.session.get(path)).text) as Record<string, unknown>;
  await open('/home?view=wd');
  const stars = card(page, 'Star Rating Change');
  await stars.getByRole('button', { name: 'Configure' }).click();
  await stars.getByRole('spinbutton').fill('7');
  await tenant.session.put(path, { ...(await saved()), reviewCountDropMinimumThreshold: 9, minimumMinutes: 15 });

  await stars.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' });
  await expect(question).toContainText('Now: 9');
  await expect(question).toContainText('Yours: 7');
  await question.getByRole('button', { name: 'Save mine' }).click();

  await expect(page.getByText('Changes saved')).toBeVisible();
  expect(await saved()).toMatchObject({ reviewCountDropMinimumThreshold: 7, minimumMinutes: 15 });
});

test('the minimum duration for messages is chosen for each kind', async ({ page, open }) => {
  await open('/home?view=wd');
  const fees = card(page, 'FBA Fee Change');
  await fees.getByRole('button', { name: 'Configure' }).click();
  const sending = fees.getByRole('combobox', { name: 'Send messages' });
  await expect(sending).toHaveValue('0');
  await sending.selectOption('After it has lasted 15 minutes');
  await fees.getByRole('button', { name: 'Save' }).click();
  // Waits for the message, because the button is already disabled while the change is being saved.
  await expect(page.getByText('Changes saved')).toBeVisible();

  await page.reload();
  await fees.getByRole('button', { name: 'Configure' }).click();
  await expect(sending).toHaveValue('15');
});
