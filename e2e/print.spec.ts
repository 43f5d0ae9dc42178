import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { worldOf } from './harness/watched-product.ts';
import { card, waitUntilLoaded } from './screens/screens.ts';

test.use({ viewport: { width: 794, height: 1123 }, colorScheme: 'dark' });

test('a printed page has its content without the bars over it, and an open dialog is printed alone', async ({
  page,
  open,
  pick,
}) => {
  const product = await pick();
  await open('/home?view=wd');
  await expect(page.getByRole('region', { name: 'Lost Buy Box' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Lost Buy Box' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.locator('.key-bar')).toBeHidden();
  await expect(page.getByRole('search')).toBeHidden();
  expect((await page.getByRole('main').boundingBox())?.width).toBeGreaterThan(700);

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/home#pdet-${product.productId}`);
  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
  await expect(page.locator('main')).toBeHidden();
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const dialog = await page.getByRole('dialog').boundingBox();
  expect(Math.ceil(dialog?.height ?? 0)).toBeGreaterThanOrEqual(height - 1);
});

test('a page is printed in light colours, whatever its colours on the screen', async ({ page, open }) => {
  await open('/subscription-and-billing');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(
    `addEventListener('beforeprint', () => { globalThis.printedIn = document.documentElement.dataset.theme; })`,
  );
  await page.pdf();

  expect(await page.evaluate('printedIn')).toBe('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('lists that draw only the rows near the window are printed with all rows', async ({ page, open, tenant }) => {
  const { products } = await worldOf(tenant.session);
  await page.setViewportSize({ width: 1280, height: 400 });
  const printed: Record<string, number> = {};
  for (const [view, row] of [
    ['pr', '.on-paper .card'],
    ['pr2', '.on-paper .line'],
    ['inv', '.on-paper > tr'],
  ] as const) {
    await open(`/home?view=${view}`);
    await waitUntilLoaded(page);
    printed[view] = await countPrinted(page, row);
    await expect(page.locator('.on-paper')).toHaveCount(0);
  }
  await open('/home?view=wd');
  await card(page, 'Parent Product Change').getByRole('tab', { name: /^OK/ }).click();
  await expect(card(page, 'Parent Product Change').getByText('1 / 2')).toBeVisible();
  printed['wd'] = await countPrinted(page, '#parentProductChange .issue__name');

  expect(printed).toEqual({ pr: products.length, pr2: products.length, inv: products.length, wd: products.length });
});

/** Prints the page. Returns the number of these elements that were on paper. */
async function countPrinted(page: Page, selector: string): Promise<number> {
  await page.evaluate(`addEventListener('beforeprint', () => {
    globalThis.printed = [...document.querySelectorAll(${JSON.stringify(selector)})].length;
  }, { once: true })`);
  await page.pdf();
  return page.evaluate<number>('printed');
}
