import type { Locator, Page } from '@playwright/test';
import { seededSellers } from '../sandbox/src/world/model/seller.ts';
import { expect, test } from './harness/fixtures.ts';
import { dismissHints } from './harness/hints.ts';
import { acceptInvitation } from './harness/invited-user.ts';
import { card } from './screens/screens.ts';
import { fitsTheScreen, panel, saved, saveButton, tooSmallForThumbs } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

const [first, second] = seededSellers;
/**
 * The settings that a user sees. Users, teams, alert delivery, channels, apps and the audit trail are for the owner
 * only.
 */
const sections = ['E-mail channels', 'Storefronts', 'Delivery log', 'Sales by mail', 'Access tokens', 'Account'];
const panels = [
  'Manage Email Channel Alerts',
  'Manage Storefront',
  'Delivery log',
  'Sales by mail',
  'Access tokens',
  'Account Management',
  'Second step at log-in',
  'Where you are logged in',
];
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('a user sees a part of each section and can change only their own preferences, also on a phone', async ({
  page,
  house,
  browser,
  sandbox,
  signUpConfirmed,
}, { testId }) => {
  if (!first || !second) throw new Error('The sandbox has two sellers');
  const { owner, session } = await signUpConfirmed();
  const email = `ulla-${testId}@watchpost.test`;
  await session.connectSeller(first);
  await session.connectSeller(second);
  await session.post('/api/auth/addUser', { email, firstName: 'Ulla', lastName: 'User' });
  const { emailAddresses, sellerAccounts } = JSON.parse((await session.get('/api/identity/settings')).text);
  const hidden = sellerAccounts.find(({ sellerKey }: { sellerKey: string }) => sellerKey === second.sellingPartnerId);
  const { emailAddressId } = emailAddresses.find((one: { email: string }) => one.email === email);
  await session.put('/api/identity/settings', {
    changedEmailAddresses: [{ emailAddressId, sellersAccountAccessOff: hidden.sellerId }],
  });
  const ulla = await acceptInvitation({ url: house.url, sandbox, email });
  await page.context().addCookies(ulla.cookies());
  await page.goto('/settings');
  await expect(headings(page)).toHaveText(panels);
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText(sections);

  // The user sees the storefront of her team and may re-authorise it, but can neither rename nor delete it.
  const stores = panel(page, 'Manage Storefront');
  await expect(stores.getByText(first.sellingPartnerId)).toBeVisible();
  await expect(stores.getByText(second.sellingPartnerId)).toHaveCount(0);
  await expect(stores.getByRole('textbox')).toHaveCount(0);
  await expect(stores.getByRole('button', { name: 'Add Seller Account' })).toHaveCount(0);
  await stores.getByRole('button', { name: /^More for/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Re-Authorize']);
  await page.keyboard.press('Escape');

  // The page shows only the e-mail of the primary address. The user chooses the messages of her own address, and the
  // owner sets her access.
  const emails = panel(page, 'Manage Email Channel Alerts');
  await expect(emails.getByRole('listitem').filter({ hasText: '@watchpost.test' })).toHaveCount(2);
  await expect(emails.getByRole('button', { name: /^(Add e-mail|Delete)/ })).toHaveCount(0);
  await expect(emails.getByRole('textbox')).toHaveCount(0);
  await expect(emails.getByRole('checkbox', { name: /^Access to/ })).toBeDisabled();
  await expect(emails.getByRole('switch', { name: 'Newsletter' })).not.toBeChecked();
  await emails.getByRole('checkbox', { name: /^Alerts of/ }).uncheck();
  await emails.getByRole('switch', { name: 'Daily digest' }).click();
  await emails.getByRole('checkbox', { name: 'Lost Buy Box, Alert' }).uncheck();
  await emails.getByRole('button', { name: owner.email }).click();
  await expect(emails.getByText('Only the account owner sees and changes')).toBeVisible();
  await expect(emails.getByRole('checkbox')).toHaveCount(0);

  // Only the owner can change a user's name. The user changes her own password and second step, and sees the messages
  // that were sent to her.
  const account = panel(page, 'Account Management');
  await expect(account.getByText('Ulla User')).toBeVisible();
  await expect(account.getByRole('textbox')).toHaveCount(0);
  await expect(account.getByRole('button', { name: 'Change password' })).toBeEnabled();
  await expect(panel(page, 'Second step at log-in').getByRole('switch')).toHaveCount(0);
  await expect(panel(page, 'Delivery log').getByText('What was sent to you')).toBeVisible();
  await expect(panel(page, 'Delivery log').getByRole('combobox')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await saveButton(page).click();
  await expect(page.getByText(saved)).toBeVisible();

  // The user may not change watchdog settings, because they apply to all storefronts and she does not see one of them.
  await page.goto('/home?view=wd');
  await card(page, 'Number of Sellers').getByRole('button', { name: 'Configure' }).click();
  const watchdog = page.getByRole('form', { name: 'Configure Number of Sellers' });
  await expect(watchdog.getByText('Only the account owner and users who see all seller accounts')).toBeVisible();
  await expect(watchdog.getByRole('textbox')).toBeDisabled();
  await expect(watchdog.getByRole('button')).toHaveText(['Add', 'Close']);

  const context = await browser.newContext({ baseURL: house.url, ...phone });
  await dismissHints(context);
  await context.addCookies(ulla.cookies());
  const small = await context.newPage();
  await small.goto('/settings');
  const onPhone = panel(small, 'Manage Email Channel Alerts');
  await expect(onPhone.getByRole('switch', { name: 'Daily digest' })).not.toBeChecked();
  await expect(headings(small)).toHaveText(panels);
  await onPhone.getByRole('button', { name: 'Manage alerts' }).tap();
  await expect(onPhone.getByRole('checkbox', { name: 'Lost Buy Box, Alert' })).not.toBeChecked();
  expect(await fitsTheScreen(small)).toBe(true);
  expect(await tooSmallForThumbs(small, panels)).toEqual([]);
  await context.close();
});

/** Locates the headings of the panels. Some appear only when the data of their section has loaded. */
const headings = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 2 });
