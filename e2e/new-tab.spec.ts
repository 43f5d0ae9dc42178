import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { card } from './screens/screens.ts';

/**
 * Opens a link beside the page. A press with a held key must be left to the browser, which then opens the address of the
 * link in a new tab.
 */
async function openInNewTab(page: Page, link: Locator): Promise<Page> {
  await page.evaluate(`addEventListener('click', (event) => {
    globalThis.isLeftToBrowser = !event.defaultPrevented;
    event.preventDefault();
  }, { once: true })`);
  await link.dispatchEvent('click', { ctrlKey: true });
  expect(await page.evaluate('isLeftToBrowser')).toBe(true);
  const opened = await page.context().newPage();
  await opened.goto((await link.getAttribute('href')) ?? '');
  return opened;
}

test('Products, Issues, Stock and the watchdogs keep the filters when they are opened in a new tab', async ({
  page,
  open,
  pick,
}) => {
  const { asin } = await pick();
  await open(`/home?q=${asin}&problems=false`);
  const views = page.getByRole('navigation', { name: 'Views' });

  const issues = await openInNewTab(page, views.getByRole('link', { name: /^Issues/ }));
  await expect(issues.getByRole('searchbox', { name: 'ASIN, title or short name' })).toHaveValue(asin);
  await expect(card(issues, 'Lost Buy Box')).toBeVisible();
  for (const [name, view] of [
    ['Products', ''],
    ['Stock', 'view=inv&'],
  ] as const) {
    const href = await views.getByRole('link', { name: new RegExp(`^${name}`) }).getAttribute('href');
    expect(href).toBe(`/home?${view}q=${asin}&problems=false`);
  }

  const menu = page.getByRole('navigation', { name: 'Watchdogs' });
  const fees = await openInNewTab(page, menu.getByRole('link', { name: /^FBA Fee/ }));
  await expect(fees.getByRole('heading', { name: 'FBA Fee Change' })).toBeFocused();
  await expect(fees.getByRole('searchbox', { name: 'ASIN, title or short name' })).toHaveValue(asin);
  await expect(views.getByRole('link', { name: /^Products/ })).toHaveAttribute('aria-current', 'page');
});
