import { expect, test } from './harness/fixtures.ts';

// A desktop screen of 1280 × 1024 pixels at 200 % zoom, which halves the viewport, with a mouse.
test.use({ viewport: { width: 640, height: 512 } });

test('at 200 % zoom of a desktop everything that it has is reachable, without sideways scroll', async ({
  page,
  open,
  pick,
}) => {
  const product = await pick();
  const fits = () =>
    expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
      .toBeLessThanOrEqual(0);
  await open('/home');
  await expect(page.locator('fieldset.segments')).toBeVisible();
  await fits();

  await page.getByRole('link', { name: /^Issues \d+$/ }).click();
  const card = page.getByRole('region', { name: 'Lost Buy Box' });
  await expect(card.getByText(/every \d+ min/)).toBeVisible();
  await card.getByRole('button', { name: 'Configure' }).click();
  await expect(card.getByText('Whitelist').first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Watchdogs' })
    .getByRole('link', { name: /FBM Stock/ })
    .click();
  await expect(page.getByRole('region', { name: 'FBM Stock' })).toBeInViewport();
  await fits();

  await page.getByRole('link', { name: /^Stock \d+$/ }).click();
  await expect(page.getByRole('button', { name: /^Default thresholds/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(product.asin);
  const set = page.getByRole('button', { name: /^Set ?, thresholds of/ });
  await expect(set).toHaveCount(1);
  const row = page.getByRole('row').filter({ hasText: product.asin });
  const asin = await row.getByText(product.asin).boundingBox();
  const state = await row.getByRole('cell').first().boundingBox();
  expect((asin?.x ?? 0) + (asin?.width ?? 0)).toBeLessThanOrEqual(state?.x ?? 0);
  await set.click();
  await expect(page.getByRole('dialog', { name: /^Thresholds of/ }).getByLabel('Alert at days left')).toBeVisible();
  await page.keyboard.press('Escape');
  await fits();

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Keys' })).toBeVisible();
  for (const path of ['/table', '/productsettings', '/settings', '/subscription-and-billing']) {
    await open(path);
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('table')).first()).toBeVisible();
    await fits();
  }
});
