import type { Page } from '@playwright/test';
import { advertisingCalls } from '@app/shared/contract/advertising.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { unpackWorld } from '@app/shared/world/packed/packed-world.ts';
import { seededSellers } from '../sandbox/src/world/model/seller.ts';
import { expect, test } from './harness/fixtures.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

const seller = seededSellers.find(({ isSpare }) => isSpare);

/** Chooses a seller account on Amazon's consent page, and allows or refuses the access to its advertising. */
async function decide(page: Page, account: string, decision: 'Allow' | 'Cancel'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Allow Watchpost to see your advertising' })).toBeVisible();
  await page.getByRole('radio', { name: new RegExp(account) }).check();
  await page.getByRole('button', { name: decision }).click();
}

test('advertising is connected, its figures appear, and a consent that is withdrawn is shown with its reason', async ({
  page,
  ownerOf,
  sandbox,
  lookAgain,
}) => {
  const { owner, session } = await ownerOf('advertising');
  if (!seller) throw new Error('The sandbox has no spare seller');
  await page.goto('/settings');
  const stores = panel(page, 'Manage Storefront');
  const row = stores.getByRole('row').filter({ hasText: seller.sellingPartnerId });
  const connect = row.getByRole('button', { name: /^Connect: Advertising/ });

  await connect.click();
  await decide(page, seller.sellingPartnerId, 'Cancel');
  await expect(page.getByRole('alert')).toContainText('The consent was not given, so nothing was connected');
  await connect.click();
  await decide(page, 'Larkhollow', 'Allow');
  await expect(page.getByRole('alert')).toContainText('does not belong to the seller account');
  await connect.click();
  await decide(page, seller.sellingPartnerId, 'Allow');
  const success = page.getByRole('dialog', { name: 'Success' });
  await expect(success).toContainText('The advertising account is connected');
  await success.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(/\/settings#storefronts$/);
  await expect(row.getByText('Connected')).toBeVisible();
  await expect(row.getByText(/^reported until \d+ \w+$/)).toBeVisible();
  const connection = panel(page, 'Connections').locator('.setting-row').filter({ hasText: 'Amazon Advertising' });
  await expect(connection).toContainText(/Connected\s*since .*last success /);
  expect(await violations(page)).toEqual([]);

  // The units sold without advertising are shown on the product's card and in its chart. The expected units are those of
  // the answer that the page shows, and its clock stands still: after a midnight of the marketplace yesterday is another
  // day.
  await page.clock.setFixedTime(new Date());
  const answered = page.waitForResponse(`**${stateOfTheWorld.path}?*`);
  await page.goto('/home');
  const { products } = unpackWorld(await (await answered).json());
  const sold = products.find(({ sales }) => (sales[1]?.organicUnits ?? 0) > 0);
  if (!sold) throw new Error('No product was sold without advertising yesterday');
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(sold.asin1);
  await expect(page.locator('.card')).toHaveCount(1);
  const bars = page.getByRole('button', { name: 'sales chart' }).first();
  await expect(bars).toContainText(`${sold.sales[1]?.organicUnits} organic`);
  await bars.click();
  const chart = page.getByRole('dialog', { name: 'Sales chart' });
  await expect(chart).toContainText(
    /Organic: [\d,]+ units in [\d,]+ orders \(without Sponsored Products, 7-day window/,
  );
  await expect(chart.getByRole('button', { name: 'Organic' })).toBeVisible();

  await sandbox.advertising({ type: 'consentWithdrawn', sellerId: seller.sellingPartnerId });
  await lookAgain();
  await page.goto('/settings');
  await expect(async () => {
    const { connections } = advertisingCalls.adConnections.response.parse(
      JSON.parse((await session.get(advertisingCalls.adConnections.path)).text),
    );
    expect(connections).toMatchObject([{ connection: { state: 'error' } }]);
  }).toPass();
  const mail = await sandbox.waitForMail(owner.email, ({ subject }) => subject.includes('Amazon Advertising'));
  expect(mail.text).toContain('the access was taken back');
  await page.reload();
  await expect(row).toContainText('Amazon Advertising no longer lets Watchpost in');
  await expect(row.getByRole('button', { name: /^Connect again/ })).toBeVisible();
  await expect(connection).toContainText(/Error\s*since .*no longer lets Watchpost in/);
  await expect(page.getByRole('link', { name: /^Connections ?, one does not work/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Disconnect Advertising' }).click();
  await expect(connect).toBeVisible();
  await expect(connection).toHaveCount(0);
});
