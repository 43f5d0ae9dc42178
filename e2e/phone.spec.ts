import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { keepUndo } from './screens/held-timers.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const fitsTheScreen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');

test('a phone lists the products one below the other, and each can be opened', async ({ page, pick }) => {
  const product = await pick();
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Cards' })).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await fitsTheScreen(page)).toBe(true);

  await page.goto(`/home?q=${product.asin}`);
  await page.getByRole('button', { name: product.name, exact: true }).tap();

  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
  expect(await fitsTheScreen(page)).toBe(true);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a phone shows alerts in an inbox', async ({ page, sandbox, pick }) => {
  const product = await pick();
  await page.goto(`/home?q=${product.asin}`);
  await page.getByRole('link', { name: 'Alerts' }).tap();
  await expect(page.getByText('No current Alerts')).toBeVisible();
  await sandbox.happen('listingSuspended', product);
  const alert = page.getByRole('button', { name: new RegExp(`Listing suspended.*${product.name.slice(0, 30)}`) });
  await expect(alert).toBeVisible();
  expect(await fitsTheScreen(page)).toBe(true);

  await alert.tap();
  const dialog = page.getByRole('dialog', { name: product.name });
  await dialog.getByRole('button', { name: /^Mark seen/ }).tap();
  await expect(dialog.getByRole('region', { name: 'Open issues' })).toContainText('Seen');
  await dialog.getByRole('button', { name: 'Close', exact: true }).tap();

  await expect(alert).toContainText('Seen');
});

test('on a phone a swipe does the same as a button, and can be undone', async ({ page, sandbox, pick }) => {
  const product = await pick();
  await keepUndo(page);
  await page.goto(`/home?view=wd&q=${product.asin}`);
  await sandbox.happen('listingSuspended', product);
  const alert = page.getByRole('article', { name: `${product.name}, Listing Suspended` });
  await expect(alert).toBeVisible();
  for (const button of await alert.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }

  await swipe(page, alert, 160);
  await expect(page.getByText('No current Alerts')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).tap();
  await expect(alert).toBeVisible();

  await swipe(page, alert, -160);
  await page.getByRole('menuitem', { name: '24 hours' }).tap();
  await expect(alert).toBeHidden();
  await page.getByRole('tab', { name: 'Muted' }).tap();
  await expect(alert).toContainText('Muted until');
  await swipe(page, alert, -160);
  await expect(alert).toBeHidden();
  // The message about the mute is still shown above the one about its end.
  await page.getByRole('button', { name: /^Undo/ }).last().tap();
  await expect(alert).toContainText('Muted until');
  await alert.getByRole('button', { name: /^Unmute/ }).tap();

  await page.getByRole('tab', { name: 'Open' }).tap();
  await alert.getByRole('button', { name: /^Mark done/ }).tap();
  await page.getByRole('tab', { name: 'Done' }).tap();
  await expect(alert).toContainText('Done');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

async function swipe(page: Page, element: Locator, distance: number): Promise<void> {
  const box = await element.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 190, (box?.y ?? 0) + 30];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 8 });
  await page.mouse.up();
}
