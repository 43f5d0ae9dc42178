import { expect, test } from './harness/fixtures.ts';
import { placeOf, rowOf } from './screens/stock-page.ts';
import { violations, violationsInBothColours } from './screens/violations.ts';

test('a default of an account or brand applies to products without their own, and is set in place', async ({
  page,
  open,
  pick,
}) => {
  const product = await pick();
  await open(`/home?view=inv&q=${product.asin}&markets=["${product.marketplace}"]`);
  const setup = page.getByRole('region', { name: 'Setup' });
  const row = rowOf(page, product);
  await expect(row).toContainText('No threshold');
  await setup.getByRole('button', { name: /^Default thresholds/ }).click();
  const field = (of: string) => setup.getByRole('textbox', { name: `FBA Stock, Alert days: ${of}`, exact: true });
  const { brand, account } = await placeOf(page, product);

  await field(`all products of ${account}`).fill('1');
  await field(`all products of ${account}`).press('Enter');
  await expect(row.getByRole('button', { name: /^1 day ?, default of the seller account/ })).toBeVisible();
  await expect(row).not.toContainText('No threshold');

  await setup.getByLabel(`Set defaults of a brand of ${account}`).selectOption(brand);
  await expect(field(brand)).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(setup.getByRole('alert').filter({ hasText: 'at more than 2 days' })).toBeVisible();
  await page.keyboard.press('Escape');
  const inherited = row.getByRole('button', { name: new RegExp(`^2 days ?, default of ${brand}`) });
  await expect(inherited).toBeVisible();
  expect(await violationsInBothColours(page, ['.defaults', '.runway'])).toEqual([]);

  await inherited.click();
  const dialog = page.getByRole('dialog', { name: /^Thresholds of/ });
  await expect(dialog.getByText(`Empty: 2, default of ${brand}`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Alert at days left' }).fill('3');
  await dialog.getByRole('button', { name: 'Save thresholds' }).click();
  await expect(row.getByRole('button', { name: /^3 days ?, thresholds of/ })).toBeVisible();
  await row.getByRole('button', { name: /^3 days/ }).click();
  await dialog.getByRole('textbox', { name: 'Alert at days left' }).fill('');
  await dialog.getByRole('button', { name: 'Save thresholds' }).click();
  await expect(inherited).toBeVisible();

  await inherited.click();
  await dialog.getByRole('checkbox', { name: 'Alert at days left: none' }).check();
  await expect(dialog.getByRole('textbox', { name: 'Alert at days left' })).toBeDisabled();
  await expect(dialog.getByText('None: when none is left')).toBeVisible();
  expect(await violations(page, ['.thresholds'])).toEqual([]);
  await dialog.getByRole('button', { name: 'Save thresholds' }).click();
  await expect(row).toContainText('No threshold');
  await row.getByRole('button', { name: /^None ?, thresholds of/ }).click();
  await dialog.getByRole('checkbox', { name: 'Alert at days left: none' }).uncheck();
  await dialog.getByRole('button', { name: 'Save thresholds' }).click();
  await expect(inherited).toBeVisible();

  await field(brand).fill('none');
  await field(brand).press('Enter');
  await expect(row).toContainText('No threshold');
  await field(brand).fill('');
  await field(brand).press('Enter');
  await expect(row.getByRole('button', { name: /^1 day ?, default of the seller account/ })).toBeVisible();
  await field(`all products of ${account}`).fill('');
  await field(`all products of ${account}`).press('Enter');
  await expect(row).toContainText('No threshold');
});

test('the row of a brand stays when its only default is emptied, so that another one can be typed', async ({
  page,
  open,
  pick,
}) => {
  const product = await pick();
  const { brand, account } = await placeOf(page, product);
  const setup = page.getByRole('region', { name: 'Setup' });
  const field = (header: string) => setup.getByRole('textbox', { name: `FBA Stock, ${header}: ${brand}`, exact: true });
  const openDefaults = async () => {
    await open(`/home?view=inv&q=${product.asin}&markets=["${product.marketplace}"]`);
    await setup.getByRole('button', { name: /^Default thresholds/ }).click();
  };
  await openDefaults();
  await setup.getByLabel(`Set defaults of a brand of ${account}`).selectOption(brand);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(setup.getByRole('button', { name: /^Default thresholds/ })).toContainText('1 set');

  await openDefaults();
  await field('Alert days').fill('');
  await field('Alert days').press('Tab');
  await page.keyboard.type('1');
  await expect(setup.getByRole('button', { name: /^Default thresholds/ })).toContainText('none set');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');

  await expect(rowOf(page, product)).toContainText(/warn 14 days/);
  await field('Warning days').fill('');
  await field('Warning days').press('Enter');
  await expect(rowOf(page, product)).toContainText('No threshold');
});

test('a default that was typed in an outage is said not to be saved, and is saved by Enter afterwards', async ({
  page,
  open,
  pick,
}) => {
  const product = await pick();
  await open(`/home?view=inv&q=${product.asin}&markets=["${product.marketplace}"]`);
  const { account } = await placeOf(page, product);
  const setup = page.getByRole('region', { name: 'Setup' });
  await setup.getByRole('button', { name: /^Default thresholds/ }).click();
  const field = setup.getByRole('textbox', { name: `FBA Stock, Alert days: all products of ${account}` });
  await page.route('**/default-settings/**', (route) => route.fulfill({ status: 503, body: '' }));
  await field.fill('3');
  await field.press('Enter');
  const failure = setup.getByText('The default was not saved. Please try again');
  await expect(failure).toBeVisible();

  await page.unrouteAll();
  await field.press('Enter');

  await expect(failure).toHaveCount(0);
  await expect(
    rowOf(page, product).getByRole('button', { name: /^3 days ?, default of the seller account/ }),
  ).toBeVisible();
  await field.fill('');
  await field.press('Enter');
  await expect(rowOf(page, product)).toContainText('No threshold');
});

test('a default that is refused after its table was closed is reported all the same', async ({ page, open, pick }) => {
  const product = await pick();
  await open(`/home?view=inv&q=${product.asin}&markets=["${product.marketplace}"]`);
  const { account } = await placeOf(page, product);
  const setup = page.getByRole('region', { name: 'Setup' });
  const toggle = setup.getByRole('button', { name: /^Default thresholds/ });
  await toggle.click();
  await setup.getByRole('textbox', { name: `FBA Stock, Alert days: all products of ${account}` }).fill('soon');

  await toggle.click();

  await expect(page.getByText(/Default thresholds: "Alert days" is not possible/)).toBeVisible();
});
