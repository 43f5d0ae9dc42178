import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { card } from './screens/screens.ts';

/** Opens a link as people open it beside the page: with a held key, which the browser understands as a new tab. */
async function openInNewTab(page: Page, link: Locator): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await link.click({ modifiers: ['ControlOrMeta'] });
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
