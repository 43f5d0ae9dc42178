import { expect, test } from './harness/fixtures.ts';
import { keepUndo } from './screens/held-timers.ts';
import { row } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

test('the light table shows fifty products per page, with the filters of the dashboard', async ({
  page,
  open,
  pick,
}) => {
  const { asin, productId } = await pick();
  await open('/table');
  const rows = page.locator('tbody > tr');
  await expect(rows.first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(asin);
  await expect(rows).toHaveCount(1);
  expect(page.url()).toContain(`q=${asin}`);
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill('nothing like this');
  await expect(page.getByText('No items match your filter, try a different one.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();

  const pages = /stateoftheworld\?.*q=/;
  await page.route(pages, (route) => route.fulfill({ status: 400, json: { message: 'Wrong' } }));
  const filter = page.getByRole('searchbox', { name: 'ASIN, title or short name' });
  await expect(filter).toHaveValue('');
  await filter.fill(asin.slice(0, 9));
  await page.getByRole('dialog', { name: 'That did not work' }).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Your products did not load')).toBeVisible();
  await expect(filter).toHaveValue(asin.slice(0, 9));
  await page.unroute(pages);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows.first()).toBeVisible();

  await page.goto(`/table?q=${asin}`);
  await rows.getByRole('button').first().click();
  await expect(page).toHaveURL(new RegExp(`/home#pdet-${productId}`));
});

test('the light table is sorted by its heads, and issues are worked off in place', async ({
  page,
  open,
  pick,
  sandbox,
}) => {
  const product = await pick();
  await keepUndo(page);
  await open('/home?view=wd');
  await sandbox.happen('listingSuspended', product);
  // The table does not update itself, so it is opened only when the issue is known.
  await expect(row(page, product, 'Listing Suspended')).toBeVisible();
  await page.goto('/table');
  const price = page.getByRole('columnheader', { name: 'Price' });
  await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const prices = await page.locator('tbody .ptable__price').allTextContents();
  const known = prices.filter(Boolean).map((text) => Number(text.replace(/[^\d.]/g, '')));
  expect(known.length).toBeGreaterThan(3);
  expect(known).toEqual(known.toSorted((a, b) => a - b));

  await page.getByRole('columnheader', { name: 'Issues' }).getByRole('button').click();
  // Filters for the product, because issues of earlier journeys may end during the test and change the rows.
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(product.asin);
  await expect(page.locator('tbody > tr')).toHaveCount(1);
  await page.getByRole('button', { name: `Show issues: ${product.name}`, exact: true }).click();
  expect(await violations(page)).toEqual([]);
  const issue = page.locator('.ptable__below .issue-line').first();
  const title = await issue.getByRole('button', { name: /^Mute/ }).getAttribute('aria-label');
  await issue.getByRole('button', { name: /^(Mark seen|Start|Mark done): / }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: title ?? '' })).toBeVisible();
  await expect(page.locator('.ptable__below :focus')).toHaveCount(1);
});

test('owners of many products see the hint once, from the limit in the address', async ({ page, open }) => {
  await page.addInitScript("localStorage.removeItem('watchpost.onb.manyAsins')");
  await open('/home?manyAsinsLimit=5');

  const told = page.getByRole('dialog', { name: /^You watch \d+ products$/ });
  await expect(told).toContainText('counts for the bill, except in the free trial');
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
