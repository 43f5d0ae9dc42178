import { seededSellers } from '../sandbox/src/world/model/seller.ts';
import { expect, test } from './harness/fixtures.ts';
import { panel, saveButton, saved } from './screens/settings-page.ts';

const [first, second] = seededSellers;

test('storefronts are named, shared with a team, re-authorised and deleted', async ({ page, signUpConfirmed }, {
  testId,
}) => {
  const { session } = await signUpConfirmed();
  if (!first || !second) throw new Error('The sandbox has two sellers');
  await session.connectSeller(first);
  await session.connectSeller(second);
  const email = `ulla-${testId}@watchpost.test`;
  await session.post('/api/auth/addUser', { email, firstName: 'Ulla', lastName: 'User', timezoneOffsetMins: 0 });
  await page.goto('/settings');
  const stores = panel(page, 'Manage Storefront');
  const teams = panel(page, 'Manage Storefront Teams');
  const storefront = (key: string) => stores.getByRole('row').filter({ hasText: key });
  const save = saveButton(page);

  // The column "Authorisation" is hidden while no account needs one. The last six characters of the token are shown.
  await expect(stores.getByRole('columnheader', { name: 'Authorization' })).toHaveCount(0);
  await expect(storefront(first.sellingPartnerId)).toContainText(/•••• \S{6}/);
  await storefront(first.sellingPartnerId).getByRole('textbox').fill('Our main shop');
  const chosen = await storefront(second.sellingPartnerId).getByRole('textbox').getAttribute('placeholder');
  const option = teams.getByRole('option').filter({ hasText: chosen ?? '' });
  await teams.getByLabel('Storefront').selectOption(await option.innerText());
  await teams.getByRole('button', { name: 'Remove Ulla User from' }).click();
  await expect(teams.getByText('Nobody but the owner sees this storefront.')).toBeVisible();
  await teams.getByRole('button', { name: 'Add users' }).click();
  await page.getByRole('menuitem', { name: 'All' }).click();
  await expect(teams.getByText('Every user sees it.')).toBeVisible();
  await teams.getByRole('button', { name: 'Remove Ulla User from' }).click();
  await save.click();
  await expect(page.getByText(saved)).toBeVisible();

  // A new authorisation is accepted only for the same seller, and returns to this page.
  const authorizeAs = async (seller: string) => {
    await stores.getByRole('button', { name: 'More for Our main shop' }).click();
    await page.getByRole('menuitem', { name: 'Re-Authorize' }).click();
    await page.getByRole('radio', { name: new RegExp(seller) }).check();
    await page.getByRole('button', { name: 'Confirm' }).click();
  };
  await authorizeAs('Marrowby');
  await expect(page.getByRole('alert')).toContainText('This was another seller account');
  // The parts below the storefronts load after the dialog has been closed.
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  await page.route(
    /\/api\/(auth\/(two-factor|sessions)|billing|googlesheets|identity\/(audit-trail|deliveries|access-tokens))/,
    async (route) => {
      await closed;
      await route.fallback();
    },
  );
  await authorizeAs(first.sellingPartnerId);
  const success = page.getByRole('dialog', { name: 'Success' });
  await expect(success).toContainText('The seller account is authorized again');
  await success.getByRole('button', { name: 'Close' }).last().click();
  close();
  await expect(page).toHaveURL(/\/settings#storefronts$/);
  const parts = page.getByRole('navigation', { name: 'Settings' });
  await expect(parts.getByRole('link', { name: 'Storefronts' })).toHaveAttribute('data-shown', 'true');
  await stores.getByRole('button', { name: 'Add Seller Account' }).click();
  const add = page.getByRole('dialog', { name: 'Add Seller Account' });
  await expect(add.getByRole('button', { name: /^America region.*Connected/ })).toBeEnabled();
  await page.keyboard.press('Escape');

  // After the dialog about unsaved changes was cancelled, all regions are enabled again.
  await storefront(second.sellingPartnerId).getByRole('textbox').fill('Not saved');
  await stores.getByRole('button', { name: 'Add Seller Account' }).click();
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await add.getByRole('button', { name: /^India/ }).click();
  await asked;
  await expect(add.getByRole('button', { name: /^Europe region/ })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(storefront(second.sellingPartnerId).getByRole('textbox')).toHaveValue('Not saved');

  await stores.getByRole('button', { name: 'More for Our main shop' }).click();
  await page.getByRole('menuitem', { name: 'Delete Account' }).click();
  const ask = page.getByRole('dialog', { name: 'Delete Our main shop?' });
  await ask.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Account deletion in progress')).toBeVisible();
  await expect(stores.getByText(first.sellingPartnerId)).toHaveCount(0);
});

test('a seller account is re-authorised with one click, and connected apps are revoked with two', async ({
  page,
  signUpConfirmed,
}) => {
  const { session } = await signUpConfirmed();
  if (first) await session.connectSeller(first);
  await page.route('**/api/identity/settings', async (route) => {
    const response = await route.fetch();
    const settings: { sellerAccounts: object[] } = await response.json();
    const sellerAccounts = settings.sellerAccounts.map((account) => ({ ...account, mayNeedReauthorization: true }));
    await route.fulfill({ response, json: { ...settings, sellerAccounts } });
  });
  let revoked = 0;
  await page.route('**/api/identity/authorizations', (route) =>
    route.fulfill({ json: { authorizations: revoked ? [] : [{ id: '7', name: 'Sheets', timestamp: 1_790_000_000 }] } }),
  );
  await page.route('**/api/identity/authorization/7', (route) => {
    revoked += 1;
    return route.fulfill({ status: 204 });
  });
  await page.route('**/amazon/authorization/redirect?*', (route) =>
    route.fulfill({ status: 501, json: { error: 'Off', message: 'This is not set up', code: 'serviceOff' } }),
  );
  await page.goto('/settings');
  const stores = panel(page, 'Manage Storefront');
  await expect(stores.getByRole('columnheader', { name: 'Authorization' })).toBeVisible();
  await expect(stores.getByText('May need re-authorization')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Storefronts ?, one may need re-authorization/ })).toBeVisible();
  // The event handler dismisses the dialog, because a click does not finish while a dialog blocks the page.
  const told: string[] = [];
  page.once('dialog', (dialog) => {
    told.push(dialog.message());
    void dialog.dismiss();
  });
  await stores.getByRole('button', { name: 'Re-Authorize' }).click();
  await expect.poll(() => told).toEqual(['This is not set up']);

  const apps = panel(page, 'Connected apps');
  await apps.getByRole('button', { name: 'Revoke authorization' }).click();
  expect(revoked).toBe(0);
  await apps.getByRole('button', { name: 'Confirm revoking authorization' }).click();
  await expect(apps).toHaveCount(0);
  expect(revoked).toBe(1);
});
