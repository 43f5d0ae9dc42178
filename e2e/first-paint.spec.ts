import { expect, test } from './harness/fixtures.ts';

test('the log-in page shows a notice before its styles and code have come', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The small script that chooses the colours comes before anything is painted.
  await page.route(/\/assets\/(?!first-calls-)/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByText('Watchpost is loading…')).toBeVisible();

  release();

  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Watchpost is loading…')).toBeHidden();
});
