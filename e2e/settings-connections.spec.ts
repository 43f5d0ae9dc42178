import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { happenAtGoogle, pushSheets } from './harness/google.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

const email = 'sheets@brightkeel.example';
const broken = 'The connection to Google Sheets does not work';

async function giveConsent(page: Page): Promise<void> {
  await page.getByRole('radio', { name: email }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const success = page.getByRole('dialog', { name: 'Success' });
  await expect(success).toContainText('Google Sheets is connected');
  await success.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(/\/settings#connections$/);
}

test('a spreadsheet at Google is connected, filled, broken from outside, connected again and revoked', async ({
  page,
  house,
  sandbox,
  ownerOf,
}) => {
  const { owner } = await ownerOf('google');
  await page.goto('/settings');
  const connections = panel(page, 'Connections');
  await expect(connections).toContainText('Google Sheets');
  await connections.getByRole('button', { name: 'Connect (Google Sheets)' }).click();
  await page.getByRole('heading', { name: 'Watchpost wants to access your Google Account' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('The consent was not given');

  await connections.getByRole('button', { name: 'Connect (Google Sheets)' }).click();
  await giveConsent(page);
  await expect(connections).toContainText('Connected');
  await expect(connections).toContainText(email);
  const opened = page.waitForEvent('popup');
  await connections.getByRole('link', { name: 'Open spreadsheet' }).click();
  const sheet = await opened;
  await expect(sheet.getByRole('cell', { name: 'USD' }).first()).toBeVisible();
  await expect(sheet.getByText(/^Updated 20\d\d-\d\d-\d\d \d\d:\d\d, source 20\d\d/)).toBeVisible();
  await sheet.close();

  await happenAtGoogle(sandbox.url, { type: 'accessRevoked', email });
  await pushSheets(house);
  await sandbox.waitForMail(owner.email, ({ subject }) => subject === broken);
  await page.reload();
  await expect(connections).toContainText('Watchpost cannot access the connected spreadsheet.');
  await expect(page.getByRole('link', { name: /^Connections ?, one does not work/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await connections.getByRole('button', { name: 'What to do' }).click();
  await expect(page.getByText('Press Connect again and leave all boxes')).toBeVisible();
  await page.keyboard.press('Escape');

  await connections.getByRole('button', { name: 'Connect again (Google Sheets)' }).click();
  await giveConsent(page);
  await expect(connections).toContainText('Connected');
  const told = (await sandbox.mail()).filter(({ to, subject }) => to === owner.email && subject === broken);
  expect(told).toHaveLength(1);

  const apps = panel(page, 'Connected apps');
  await apps.getByRole('button', { name: 'Revoke authorization (Google Sheets)' }).click();
  await apps.getByRole('button', { name: 'Confirm revoking authorization (Google Sheets)' }).click();
  await expect(apps).toHaveCount(0);
  await expect(connections.getByRole('button', { name: 'Connect (Google Sheets)' })).toBeVisible();
  await page.reload();
  await expect(panel(page, 'Audit trail').getByText('connected Google Sheets again')).toBeVisible();
});

test('a connection that does not load stops none of the others, and is asked for again', async ({ page, tenant }) => {
  await page.context().addCookies(tenant.session.cookies());
  const advertising = '**/api/identity/ad-connections';
  await page.route(advertising, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'It does not answer' } }),
  );
  await page.goto('/settings');
  const connections = panel(page, 'Connections');
  await expect(connections).toContainText('A connection did not load');
  await expect(connections.getByRole('button', { name: 'Connect (Google Sheets)' })).toBeVisible();

  await page.unroute(advertising);
  await connections.getByRole('button', { name: 'Try again' }).click();
  await expect(connections).not.toContainText('did not load');
});
