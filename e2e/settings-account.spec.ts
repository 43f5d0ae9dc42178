import { productSession } from '../scripts/sessions/product-session.ts';
import { expect, test } from './harness/fixtures.ts';
import { waitUntilLoaded } from './screens/screens.ts';
import { panel, saveButton, saved } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

const newPassword = 'Another-zebra-2';

test('the owner changes name and password, sees the sessions, and reads the audit trail', async ({
  page,
  house,
  signUp,
}) => {
  const { owner } = await signUp();
  await productSession(house.url).logIn(owner);
  await page.goto('/settings');
  const save = saveButton(page);
  const account = panel(page, 'Account Management');
  await account.getByLabel('First Name').fill(' ');
  await expect(account.getByText('Please enter a first name')).toBeVisible();
  await expect(save).toBeDisabled();
  await account.getByLabel('First Name').fill('Olivia');
  await save.click();
  await expect(page.getByText(saved)).toBeVisible();
  await expect(save).toBeDisabled();

  const sessions = panel(page, 'Where you are logged in');
  await expect(sessions.getByText('This browser')).toBeVisible();
  await expect(sessions.getByText('Here and in')).toBeVisible();

  await account.getByRole('button', { name: 'Change password' }).click();
  const form = page.getByRole('dialog', { name: 'Change password' });
  const change = form.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(form.getByText('Please provide your current password')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await form.getByLabel('Old Password').fill('not it, 1');
  await form.getByLabel('New Password', { exact: true }).fill(newPassword);
  await form.getByLabel('New Password again').fill(`${newPassword}3`);
  await expect(form.getByText('Passwords do not match')).toBeVisible();
  await form.getByLabel('New Password again').fill(newPassword);
  await change.click();
  await page
    .getByRole('dialog', { name: 'Could not change your password' })
    .getByRole('button', { name: 'Back' })
    .click();
  // The form keeps the entered passwords after the error.
  await expect(form.getByLabel('New Password', { exact: true })).toHaveValue(newPassword);
  await form.getByLabel('Old Password').fill(owner.password);
  await change.click();
  await page
    .getByRole('dialog', { name: 'Your password has been changed successfully' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await expect(sessions.getByText('Only here')).toBeVisible();

  const elsewhere = productSession(house.url);
  await elsewhere.logIn({ email: owner.email, password: newPassword });
  await page.reload();
  await sessions.getByRole('button', { name: /^Log out A browser/ }).click();
  await expect(sessions.getByText('Only here')).toBeVisible();
  expect((await elsewhere.get('/api/auth/isauthenticated')).status).toBe(401);

  const trail = panel(page, 'Audit trail');
  await expect(trail.getByText(`${owner.email} changed their own password`)).toBeVisible();
  await expect(trail.getByText('first name: Olive → Olivia')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('older events of the audit trail stay open, and the place in them is kept, when a new event has come', async ({
  page,
  signUp,
}) => {
  await signUp();
  let newest = 120;
  await page.route('**/api/identity/audit-trail?*', async (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get('before') ?? newest + 1);
    const ids = Array.from({ length: Math.min(before - 1, 50) }, (_, index) => before - 1 - index);
    const events = ids.map((id) => ({
      id: String(id),
      at: '2026-01-15T12:00:00.000Z',
      actor: 'ada@example.com',
      action: 'address added',
      subject: `address-${id}@example.com`,
      details: {},
    }));
    await route.fulfill({ json: { events, hasMore: (ids.at(-1) ?? 0) > 1 } });
  });
  await page.goto('/settings');
  const trail = panel(page, 'Audit trail');
  const rows = trail.getByRole('listitem');
  await trail.getByRole('button', { name: 'Show older' }).click();
  await expect(rows.filter({ hasText: 'address-21@' })).toBeAttached();
  await trail.getByRole('button', { name: 'Show older' }).click();
  const read = rows.filter({ hasText: 'address-10@' });
  await read.scrollIntoViewIfNeeded();
  const list = trail.getByRole('region', { name: 'Changes' });
  const placeOf = async () => ((await read.boundingBox())?.y ?? 0) - ((await list.boundingBox())?.y ?? 0);
  const place = await placeOf();

  newest += 1;
  await trail.getByRole('button', { name: 'Look for new changes' }).click();

  await expect(rows.filter({ hasText: 'address-121@' })).toBeAttached();
  await expect(rows).toHaveCount(121);
  expect(await placeOf()).toBeCloseTo(place, 0);
});

test('what loads while the pointer is pressed moves nothing below it, so that the click is not lost', async ({
  page,
  signUp,
}) => {
  await signUp();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const authorizations = [{ id: '7', name: 'Sheets', timestamp: 1_790_000_000 }];
  await page.route('**/api/identity/authorizations', async (route) => {
    await released;
    await route.fulfill({ json: { authorizations } });
  });
  await page.goto('/settings');
  const answered = page.waitForResponse('**/api/identity/authorizations');
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Change password' }).hover();
  await page.mouse.down();
  release();
  await (await answered).finished();
  await page.mouse.up();

  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
  await expect(panel(page, 'Connected apps')).toBeVisible();
});

test('single-key shortcuts can be switched off, at once and permanently', async ({ page, open }) => {
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await open('/settings');
  const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await single.click();
  await expect(single).not.toBeChecked();
  await page.goto('/home?view=wd');
  await expect(page.getByRole('link', { name: /^Products \d/ })).toBeVisible();
  await expect(page.getByLabel('Keys', { exact: true })).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(page.getByLabel('ASIN, title or short name')).not.toBeFocused();
  await expect(keys).toBeHidden();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keys' }).click();
  await expect(keys).toContainText('switched off');
});
