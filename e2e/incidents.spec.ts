import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { card, row, tab } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

const titles = ['Number of Sellers', 'Lost Buy Box', 'Prime Badge'];
const incidentOf = (page: Page): Locator => page.getByRole('region', { name: / because a new seller is there$/ });
const members = (page: Page): Locator => incidentOf(page).getByRole('article');

test('a problem and its consequences are one card, on which people act, split and join together', async ({
  page,
  sandbox,
  pick,
  sharedTenant,
  ownerOf,
  browser,
}) => {
  const product = await pick();
  const path = `/home?view=wd&q=${product.asin}`;
  await page.goto(path);
  for (const event of ['sellerJoined', 'buyBoxLost', 'primeLost']) await sandbox.happen(event, product);
  await expect(incidentOf(page).getByRole('heading')).toHaveText(
    'Buy box lost and Prime lost because a new seller is there',
  );
  await expect(members(page)).toHaveCount(3);
  await expect(members(page).first()).toContainText('Number of Sellers');
  for (const title of titles) await expect(tab(page, title, 'Issues')).toHaveText('Issues1');
  await expect(row(page, product, 'Prime Badge')).toContainText('Because the buy box is lost');
  expect(await violations(page)).toEqual([]);

  const second = await browser.newContext();
  await ownerOf(sharedTenant, second);
  const secondPage = await second.newPage();
  await secondPage.goto(path);
  await expect(members(secondPage)).toHaveCount(3);

  await incidentOf(page)
    .getByRole('button', { name: /^Mark all seen/ })
    .click();
  for (const title of titles) await expect(row(secondPage, product, title)).toContainText('Seen');

  const prime = incidentOf(page).getByRole('article', { name: /Prime Badge$/ });
  await prime.hover();
  await prime.getByRole('button', { name: /^Split off/ }).click();
  await expect(members(secondPage)).toHaveCount(2);
  await expect(incidentOf(page).getByRole('heading')).toHaveText('Buy box lost because a new seller is there');

  for (const title of ['Prime Badge', 'Lost Buy Box']) {
    await row(page, product, title).hover();
    await row(page, product, title)
      .getByRole('checkbox', { name: /^Select/ })
      .check();
  }
  await page.getByRole('button', { name: /^Join/ }).click();
  await expect(members(page)).toHaveCount(3);
  await expect(members(secondPage)).toHaveCount(3);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(members(page)).toHaveCount(1);
  await incidentOf(page).getByRole('button', { name: 'and 2 more' }).click();
  await expect(members(page)).toHaveCount(3);
  expect(await violations(page)).toEqual([]);

  await incidentOf(page)
    .getByRole('button', { name: /^Mark all done/ })
    .click();
  for (const one of [page, secondPage]) await expect(incidentOf(one)).toBeHidden();
  for (const title of titles) await expect(tab(secondPage, title, 'Muted or done')).toHaveText('Muted or done1');
  await expect(card(secondPage, 'Prime Badge')).toContainText('No current Alerts');
  await second.close();
});
