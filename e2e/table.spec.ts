import { expect, test } from './harness/fixtures.ts';
import { violations } from './screens/violations.ts';

test('the light table shows fifty products per page, with the filters of the dashboard', async ({
  page,
  open,
  pick,
}) => {
  const { asin, productId } = await pick();
  await open('/table');
  const rows = page.getByRole('article');
  await expect(rows.first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(asin);
  await expect(rows).toHaveCount(1);
  expect(page.url()).toContain(`q=${asin}`);
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill('nothing like this');
  await expect(page.getByText('No items match your filter, try a different one.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();

  await page.goto(`/table?q=${asin}`);
  await rows.getByRole('button').first().click();
  await expect(page).toHaveURL(new RegExp(`/home#pdet-${productId}`));
});

test('owners of many products see the hint once, from the limit in the address', async ({ page, open }) => {
  await page.addInitScript("localStorage.removeItem('watchpost.onb.manyAsins')");
  await open('/home?manyAsinsLimit=5');

  const told = page.getByRole('dialog', { name: /^You watch \d+ products$/ });
  await expect(told).toContainText('tracking is unlimited');
  await told.getByRole('button', { name: 'Go to my products' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate("localStorage.getItem('watchpost.onb.manyAsins')")).toBe('yes');
});

test('a partner offer can be hidden for a week', async ({ page, open }) => {
  await open('/home');
  const card = page.getByRole('complementary', { name: /^From a partner/ });
  await expect(card.getByRole('link', { name: 'See the offer' })).toBeVisible();

  await card.getByRole('button', { name: 'Hide for a week' }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.card').first()).toBeVisible();
  await expect(card).toHaveCount(0);
});
