import { expect, test } from './harness/fixtures.ts';

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
