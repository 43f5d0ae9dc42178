import { expect, test } from './fixtures.ts';
import { card, row } from './screens.ts';
import { violations } from './violations.ts';

test('the logged-out pages keep nobody out', async ({ page }) => {
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    expect(await violations(page), path).toEqual([]);
  }
});

test('the page that connects a seller account keeps nobody out', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/connect');
  await page.getByRole('button', { name: 'America region' }).waitFor();

  expect(await violations(page)).toEqual([]);
});

test('the issues keep nobody out', async ({ page, sandbox, pick }) => {
  const product = await pick();
  await page.goto('/home?view=wd');
  await sandbox.happen('listingSuspended', product);
  await row(page, product, 'Listing Suspended').waitFor();
  await card(page, 'Lost Buy Box').getByRole('button', { name: 'Configure' }).click();
  await page.getByRole('textbox', { name: 'Whitelist' }).waitFor();
  expect(await violations(page), 'wide issues').toEqual([]);

  await page.goto('/home?view=wc');
  await row(page, product, 'Listing Suspended').waitFor();
  expect(await violations(page), 'compact issues').toEqual([]);
});

test('the products and an open one keep nobody out', async ({ page, pick }) => {
  const product = await pick();
  for (const view of ['pr', 'pr2']) {
    await page.goto(`/home?view=${view}`);
    await page.getByRole('button', { name: product.name, exact: true }).first().waitFor();
    expect(await violations(page), view).toEqual([]);
  }

  await page.goto(`/home#pdet-${product.productId}`);
  await page.getByRole('dialog', { name: product.name }).waitFor();
  expect(await violations(page), 'product').toEqual([]);
});
