import { seededSellers } from '../sandbox/src/world/model/seller.ts';
import { expect, test } from './harness/fixtures.ts';
import { dismissHints } from './harness/hints.ts';
import { acceptInvitation } from './harness/invited-user.ts';
import { fitsTheScreen, panel, saveButton, saved, tooSmallForThumbs } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

const panels = [
  'Alert delivery',
  'Manage Your Users',
  'Manage User Alerts',
  'Manage Storefront Teams',
  'Manage Storefront',
  'Webhooks and chats',
  'Delivery log',
  'Account Management',
  'Second step at log-in',
  'Where you are logged in',
  'Audit trail',
];

test('the owner adds a user, sets what they see and receive, and deactivates them', async ({
  page,
  house,
  sandbox,
  signUpConfirmed,
}, { testId }) => {
  const { owner, session } = await signUpConfirmed();
  const [seller] = seededSellers;
  if (seller) await session.connectSeller(seller);
  const email = `ann-${testId}@watchpost.test`;
  await page.goto('/settings');
  const users = panel(page, 'Manage Your Users');
  const save = saveButton(page);

  // The dialog "Add User" requires a first name, a last name and a valid e-mail address.
  await users.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('dialog', { name: 'Add User' });
  const add = form.getByRole('button', { name: 'Add User' });
  await form.getByLabel('E-mail').fill('ann at watchpost');
  await add.click();
  await expect(form.getByText('Please enter a valid e-mail address')).toBeVisible();
  await expect(form.getByText('Please enter a last name')).toBeVisible();
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('First Name').fill('Ann');
  await form.getByLabel('Last Name').fill('Ames');
  await add.click();
  await expect(page.getByText('User added.')).toBeVisible();
  await expect(users.getByRole('row', { name: new RegExp(`${email}.*Ann.*Ames.*All`) })).toBeVisible();

  const ann = await acceptInvitation({ url: house.url, sandbox, email });
  const seen = async () => (await ann.get('/api/identity/settings')).text;
  expect(await seen()).toContain(seller?.sellingPartnerId);

  // The pressed button goes each time, and the focus to what takes its place.
  const teams = panel(page, 'Manage Storefront Teams');
  await teams.getByRole('button', { name: /^Remove Ann Ames/ }).click();
  await expect(teams.getByRole('button', { name: 'Add users' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'All', exact: true }).click();
  await expect(teams.getByRole('button', { name: /^Remove Ann Ames/ })).toBeFocused();

  await users.getByRole('button', { name: `Manage Permissions of ${email}` }).click();
  await users.getByRole('checkbox', { name: new RegExp(seller?.storeName ?? '') }).uncheck();
  await expect(users.getByRole('row', { name: new RegExp(`${email}.*None`) })).toBeVisible();
  await page.getByRole('button', { name: `Disable all e-mail alerts of ${email}` }).click();
  await expect(users.getByRole('row', { name: new RegExp(`${email}.*Off`) })).toBeVisible();
  await save.click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await seen()).not.toContain(seller?.sellingPartnerId);

  // A changed address must be confirmed by a verification link, which the invitation did not contain.
  const emails = panel(page, 'Manage Email Channel Alerts');
  await emails.getByRole('button', { name: email }).click();
  await emails.getByRole('textbox', { name: 'E-mail address' }).fill(`new-${email}`);
  await save.click();
  // The button says so for 30 s only, and the mail may take longer to arrive.
  const again = users.getByRole('button', { name: `Send verification e-mail to new-${email}` });
  await expect(again).toHaveText('Link sent');
  await expect(users.getByText('Not verified yet')).toBeVisible();
  await sandbox.waitForMail(`new-${email}`, ({ subject }) => subject.includes('Verify'));

  // The list of users to deactivate leaves out the primary address, and a second dialog asks for confirmation.
  await users.getByRole('button', { name: 'Deactivate Users' }).click();
  const list = page.getByRole('dialog', { name: 'Deactivate Users' });
  await expect(list.getByRole('checkbox')).toHaveCount(1);
  await list.getByRole('checkbox', { name: email }).check();
  await list.getByRole('button', { name: 'Deactivate' }).click();
  // The question stays as it was asked while the request runs.
  const request = Promise.withResolvers<void>();
  await page.route('**/api/identity/settings', async (route) => {
    if (route.request().method() === 'PUT') await request.promise;
    await route.continue();
  });
  const question = page.getByRole('dialog', { name: 'Deactivate this user?' });
  const sent = page.waitForRequest((one) => one.method() === 'PUT');
  await question.getByRole('button', { name: 'Yes, deactivate' }).click();
  await sent;
  await expect(question.getByRole('listitem')).toHaveText([`new-${email}`]);
  await expect(question).not.toContainText('unsaved changes');
  request.resolve();
  await expect(users.getByRole('row', { name: new RegExp(email) })).toHaveCount(0);
  expect((await ann.get('/api/identity/settings')).status).toBe(401);
  const trail = panel(page, 'Audit trail');
  for (const what of [
    `added ${email} as a user`,
    `changed what ${email} may see`,
    `deactivated the user new-${email}`,
  ]) {
    await expect(trail.getByText(`${owner.email} ${what}`)).toBeVisible();
  }
});

test('an address that only receives mail becomes a user, keeps its settings, and is invited again', async ({
  page,
  browser,
  sandbox,
  signUpConfirmed,
}, { testId }) => {
  const { session } = await signUpConfirmed();
  const email = `ops-${testId}@watchpost.test`;
  const { id } = JSON.parse((await session.get('/api/id/generate')).text);
  await session.put('/api/identity/settings', {
    changedEmailAddresses: [{ emailAddressId: id, isNew: true, email, digestEmailHour: 4 }],
  });
  await page.goto('/settings');
  const users = panel(page, 'Manage Your Users');
  await users.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('dialog', { name: 'Add User' });
  await form.getByLabel('Who').selectOption(email);
  await expect(form.getByLabel('E-mail')).toHaveValue(email);
  await expect(form.getByLabel('E-mail')).not.toBeEditable();
  await form.getByRole('button', { name: 'Add User' }).click();
  await expect(form.getByText('Please enter a first name')).toBeVisible();
  await form.getByLabel('First Name').fill('Opal');
  await form.getByLabel('Last Name').fill('Ops');
  await form.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText('User added.')).toBeVisible();

  const emails = panel(page, 'Manage Email Channel Alerts');
  await emails.getByRole('button', { name: email }).click();
  await expect(emails.getByText('User', { exact: true })).toBeVisible();
  await expect(emails.getByLabel('Digest hour')).toHaveValue('4');
  await sandbox.waitForMail(email, ({ subject }) => subject.includes('invites you'));
  await sandbox.clearMail();

  const row = users.getByRole('row', { name: new RegExp(`${email}.*Opal.*Ops`) });
  await expect(row).toContainText('Has not come yet');
  await row.getByRole('button', { name: 'Invite again' }).click();
  await expect(page.getByText(`Another invitation is on its way to ${email}`)).toBeVisible();
  const { text } = await sandbox.waitForMail(email, ({ subject }) => subject.includes('invites you'));
  const trail = panel(page, 'Audit trail');
  await expect(trail.getByText(`let ${email} log in`)).toBeVisible();
  await expect(trail.getByText(`invited ${email} again`)).toBeVisible();

  // The invited person chooses a password and is logged in.
  const elsewhere = await browser.newContext();
  await dismissHints(elsewhere);
  const invited = await elsewhere.newPage();
  await invited.goto(/http\S+\/resetpassword\?token=\S+/.exec(text)?.[0] ?? '');
  await expect(invited.getByText(`Acme has invited you. You log in with ${email}.`)).toBeVisible();
  await invited.getByLabel('New password', { exact: true }).fill('Invited-zebra-1');
  await invited.getByLabel('Repeat new password').fill('Invited-zebra-1');
  await invited.getByRole('button', { name: 'Set Password' }).click();
  await expect(invited).toHaveURL(/\/home$/);
  await elsewhere.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('every section can be used by touch, and nothing is wider than the screen', async ({ page, signUpConfirmed }, {
    testId,
  }) => {
    const { session } = await signUpConfirmed();
    const [seller] = seededSellers;
    if (seller) await session.connectSeller(seller);
    const email = `a.very.long.name-${testId}@quite-a-long-host.example`;
    await session.post('/api/auth/addUser', { email, firstName: 'Wilhelmina', lastName: 'Featherstonehaugh' });
    await session.post('/api/identity/channels', {
      kind: 'slack',
      name: '#alerts',
      address: 'https://hooks.example/T0',
    });
    await page.goto('/settings');
    await panel(page, 'Manage Storefront').getByRole('textbox').fill('Our main shop');
    await panel(page, 'Manage Storefront Teams')
      .getByRole('button', { name: /^Remove Wilhelmina/ })
      .tap();
    await panel(page, 'Webhooks and chats').getByRole('switch', { name: 'Send to #alerts' }).tap();
    await expect(panel(page, 'Webhooks and chats').getByRole('switch', { name: 'Send to #alerts' })).not.toBeChecked();
    await panel(page, 'Manage Your Users').getByRole('button', { name: 'Add User' }).tap();
    const form = page.getByRole('dialog', { name: 'Add User' });
    await expect(form.getByLabel('E-mail')).toBeFocused();
    expect(await fitsTheScreen(page)).toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).tap();
    // Focus returns to the button that opened the dialog.
    await expect(panel(page, 'Manage Your Users').getByRole('button', { name: 'Add User' })).toBeFocused();
    await page.getByRole('button', { name: 'Change password' }).tap();
    expect(await fitsTheScreen(page)).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();

    await panel(page, 'Where you are logged in').getByText('This browser', { exact: true }).waitFor();
    expect(await tooSmallForThumbs(page, panels)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});
