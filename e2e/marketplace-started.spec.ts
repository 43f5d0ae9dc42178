import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import type { Sandbox } from './harness/sandbox.ts';
import { fillSignUp, logIn, startFreeTrial } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

const names = { password: 'Long-enough-1', firstName: 'Apa', lastName: 'Store', companyName: 'Marrowby' };
const refusal = 'The return address does not belong to the marketplace';

async function authoriseInAppstore(page: Page, sandboxUrl: string): Promise<void> {
  await page.goto(`${sandboxUrl}/seller-central-na/appstore`);
  await page.getByRole('radio', { name: /Marrowby/ }).check();
  await page.getByRole('button', { name: 'Authorize Watchpost' }).click();
}

/** Opens the link that confirms the e-mail address in another tab. */
async function openLink(page: Page, sandbox: Sandbox, email: string): Promise<void> {
  const { text } = await sandbox.waitForMail(email, ({ subject }) => subject === 'Verify your e-mail address');
  const tab = await page.context().newPage();
  await tab.goto(/http\S+\/verifyemail#\S+/.exec(text)?.[0] ?? '');
  await expect(tab.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible();
  await tab.close();
}

test('a seller that starts at the marketplace signs up and returns authorised', async ({ page, sandbox }) => {
  await authoriseInAppstore(page, sandbox.url);
  await expect(page).toHaveURL(/\/signup\?.*amazon_callback_uri=/);
  await fillSignUp(page, { ...names, email: 'appstore@watchpost.test' });
  await startFreeTrial(page).click();
  const reminder = page.getByText('Please verify your e-mail address first.');
  await expect(reminder).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await openLink(page, sandbox, 'appstore@watchpost.test');

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
});

test('a logged-in owner that starts at the marketplace returns authorised', async ({
  page,
  sandbox,
  signUpConfirmed,
}) => {
  await signUpConfirmed();

  await authoriseInAppstore(page, sandbox.url);

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
});

test('an owner that is logged out logs in on the way', async ({ page, context, sandbox, signUpConfirmed }) => {
  const { owner } = await signUpConfirmed();
  await context.clearCookies();
  await authoriseInAppstore(page, sandbox.url);
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, owner);

  await expect(page).toHaveURL(/\/home$/);
});

test('an owner whose session has ended at the server logs in on the way', async ({
  page,
  sandbox,
  signUpConfirmed,
}) => {
  const { owner, session } = await signUpConfirmed();
  await session.get('/api/auth/signout');
  await authoriseInAppstore(page, sandbox.url);
  await logIn(page, owner);

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
});

test('a return address outside the marketplace is refused with a message', async ({ page, signUpConfirmed }) => {
  await signUpConfirmed();
  await page.goto('/signup?amazon_callback_uri=https://sellercentral.amazon.com.example/confirm&amazon_state=1');

  await expect(page.getByText(refusal).first()).toBeVisible();
  await expect(page).toHaveURL(/\/signup/);
});

test('nothing is connected before the address is confirmed, and nothing when the seller cancels', async ({
  page,
  sandbox,
  signUp,
}) => {
  const { owner } = await signUp();
  await page.goto('/connect');
  await page.getByRole('button', { name: 'America region' }).click();
  await expect(page.getByText('Then connect the seller account')).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  const region = page.getByRole('button', { name: 'America region' });
  const place = await region.boundingBox();
  await openLink(page, sandbox, owner.email);
  await expect(page.getByText('Your e-mail address is verified.')).toBeVisible();
  await expect(page.getByText('Please verify your e-mail address first.')).toBeHidden();
  expect(await region.boundingBox()).toEqual(place);
  await region.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Back to Watchpost' }).click();

  await expect(page.getByRole('link', { name: 'Connect a seller account' })).toBeVisible();
});
