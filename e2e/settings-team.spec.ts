import type { Browser, Page } from '@playwright/test';
import { seededSellers } from '../sandbox/src/world/seller.ts';
import { productSession } from '../scripts/product-session.ts';
import { expect, test } from './fixtures.ts';
import { dismissHints } from './hints.ts';
import { violations } from './violations.ts';

const saved = 'Changes have been successfully changed';
const password = 'Invited-zebra-1';

test('the owner adds a user, decides what they see and are mailed, and deactivates them', async ({
  page,
  house,
  browser,
  sandbox,
  signUp,
}, { testId }) => {
  const { owner, session } = await signUp();
  const [seller] = seededSellers;
  if (seller) await session.connectSeller(seller);
  const email = `ann-${testId}@watchpost.test`;
  await page.goto('/settings');
  const users = panel(page, 'Manage Your Users');
  const save = page.getByRole('button', { name: 'Save', exact: true });

  // Add User requires first name, last name and valid e-mail.
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

  const invitation = await sandbox.waitForMail(email, ({ subject }) => subject.includes('invites you'));
  const ann = await loggedInBy(invitation.text, { browser, url: house.url, email });
  await ann.goto('/settings');
  await expect(panel(ann, 'Manage Storefront')).toContainText(seller?.storeName ?? '');
  // Users, the trail and channels are the owner's.
  for (const name of ['Manage Your Users', 'Manage User Alerts', 'Audit trail', 'Webhooks and Slack']) {
    await expect(panel(ann, name)).toHaveCount(0);
  }
  await expect(panel(ann, 'Account Management').getByLabel('First Name')).toHaveCount(0);

  await users.getByRole('button', { name: `Manage Permissions of ${email}` }).click();
  await users.getByRole('checkbox', { name: new RegExp(seller?.storeName ?? '') }).uncheck();
  await expect(users.getByRole('row', { name: new RegExp(`${email}.*None`) })).toBeVisible();
  await page.getByRole('button', { name: `Disable all e-mail alerts of ${email}` }).click();
  await expect(users.getByRole('row', { name: new RegExp(`${email}.*Off`) })).toBeVisible();
  await save.click();
  await expect(page.getByText(saved)).toBeVisible();
  await ann.reload();
  await expect(panel(ann, 'Account Management')).toBeVisible();
  await expect(ann.getByText(seller?.storeName ?? '')).toHaveCount(0);

  // The deactivate list excludes the primary address; a confirm modal comes before.
  await users.getByRole('button', { name: 'Deactivate Users' }).click();
  const list = page.getByRole('dialog', { name: 'Deactivate Users' });
  await expect(list.getByRole('checkbox')).toHaveCount(1);
  await list.getByRole('checkbox', { name: email }).check();
  await list.getByRole('button', { name: 'Deactivate' }).click();
  await page
    .getByRole('dialog', { name: 'Deactivate this user?' })
    .getByRole('button', { name: 'Yes, deactivate' })
    .click();
  await expect(users.getByRole('row', { name: new RegExp(email) })).toHaveCount(0);
  await ann.goto('/settings');
  await expect(ann).toHaveURL(/\/login$/);
  const trail = panel(page, 'Audit trail');
  for (const what of [`added ${email} as a user`, `changed what ${email} may see`, `deactivated the user ${email}`]) {
    await expect(trail.getByText(`${owner.email} ${what}`)).toBeVisible();
  }
  await ann.context().close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('users and account are worked with by thumb, and nothing is wider than the screen', async ({ page, signUp }) => {
    await signUp();
    await page.goto('/settings');
    await panel(page, 'Manage Your Users').getByRole('button', { name: 'Add User' }).tap();
    const form = page.getByRole('dialog', { name: 'Add User' });
    await expect(form.getByLabel('E-mail')).toBeFocused();
    expect(await fitsTheScreen(page)).toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('button', { name: 'Change password' }).tap();
    expect(await fitsTheScreen(page)).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();

    for (const name of ['Manage Your Users', 'Manage User Alerts', 'Account Management', 'Where you are logged in']) {
      for (const button of await panel(page, name).getByRole('button').all()) {
        const box = await button.boundingBox();
        expect(box?.height, await button.innerText()).toBeGreaterThanOrEqual(44);
      }
    }
    expect(await violations(page)).toEqual([]);
  });
});

interface Invited {
  readonly browser: Browser;
  readonly url: string;
  readonly email: string;
}

/** A page of the new user, who has chosen a password by the link of the mail. */
async function loggedInBy(text: string, { browser, url, email }: Invited): Promise<Page> {
  const session = productSession(url);
  const [, passwordResetToken] = /resetpassword\?token=(\S+)/.exec(text) ?? [];
  await session.post('/api/auth/resetpassword', { newPassword: password, passwordResetToken });
  await session.logIn({ email, password });
  const context = await browser.newContext({ baseURL: url });
  await dismissHints(context);
  await context.addCookies(session.cookies());
  return context.newPage();
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const fitsTheScreen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
