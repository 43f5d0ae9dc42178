import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import type { WatchedProduct } from './harness/watched-product.ts';

// A normal window height, because this file tests what is visible.
test.use({ viewport: { width: 1280, height: 900 } });

const doNow = (page: Page): Locator => page.getByRole('region', { name: 'Do now' });
const todo = (page: Page, { name }: WatchedProduct): Locator =>
  doNow(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name, exact: true }) });

test('the day begins with the open issues, their costs and their next steps', async ({
  page,
  sandbox,
  tenant,
  pick,
}) => {
  const product = await pick();
  // The clock of the page stands still, so that yesterday stays yesterday when a midnight passes.
  await page.clock.setFixedTime(new Date());
  // Yesterday by the calendar, because 24 hours ago can be another date when the clocks change.
  const yesterday = 'new Date().setDate(new Date().getDate() - 1)';
  await page.addInitScript(`localStorage.setItem('watchpost.visit.${tenant.owner.email}', String(${yesterday}))`);
  await page.goto('/home');
  await sandbox.happen('listingSuspended', product);

  const row = todo(page, product);
  await expect(row).toContainText('Listing suspended');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/needs? you\./);
  expect(await doNow(page).getByRole('listitem').count()).toBeLessThanOrEqual(3);
  await expect(doNow(page)).toContainText(/New since your last visit, yesterday \d\d:\d\d: .*\d alert/);
  const button = row.getByRole('link', { name: `Fix the listing: ${product.name}` });
  await expect(button).toHaveAttribute('href', new RegExp(`^https://sellercentral\\.amazon\\..*${product.asin}$`));
  await expect(button).toHaveAttribute('target', '_blank');

  await row.getByRole('button', { name: product.name }).click();
  const dialog = page.getByRole('dialog', { name: product.name });
  await expect(dialog.getByRole('list', { name: 'What to do' }).getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('button', { name: /^Mark seen/ }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  await expect(row).toBeHidden();
});

test('the day collapses to one line on scroll and on the issues page, and expands again', async ({ page, open }) => {
  await open('/home');
  const folded = page.getByRole('region', { name: 'Today, folded' });
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(page.getByText('Unchecked alerts')).toBeVisible();
  await expect(folded).toBeHidden();
  // Without its cards the page is too short to be scrolled.
  await expect(page.locator('.card').first()).toBeVisible();

  await page.mouse.wheel(0, 2000);
  await expect(folded).toBeVisible();
  await expect(folded).toHaveCSS('min-height', '44px');
  await folded.getByRole('button', { name: 'Back to the Home screen' }).click();
  await expect(folded).toBeHidden();
  await expect(page.getByText('Unchecked alerts')).toBeInViewport();

  await views.getByRole('link', { name: /^Issues/ }).click();
  await folded.getByRole('button', { name: 'Unfold today' }).click();
  await expect(page.getByRole('button', { name: 'Fold today' })).toBeFocused();
  await expect(page.getByText('Unchecked alerts')).toBeVisible();
  await page.getByRole('button', { name: 'Fold today' }).click();
  await expect(folded.getByRole('button', { name: 'Unfold today' })).toBeFocused();
  await folded.getByRole('button', { name: 'Back to the Home screen' }).click();
  await expect(views.getByRole('link', { name: /^Products/ })).toHaveAttribute('aria-current', 'page');
});
