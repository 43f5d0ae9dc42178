import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { fillSignUp, logIn, startFreeTrial } from './screens/screens.ts';

const names = { password: 'Long-enough-1', firstName: 'Apa', lastName: 'Store', companyName: 'Marrowby' };
const refusal = 'The address to return to is not one of the marketplace';

async function authoriseInAppstore(page: Page, sandboxUrl: string): Promise<void> {
  await page.goto(`${sandboxUrl}/seller-central-na/appstore`);
  await page.getByRole('radio', { name: /Marrowby/ }).check();
  await page.getByRole('button', { name: 'Authorize Watchpost' }).click();
}

test('a seller that starts at the marketplace signs up and returns authorised', async ({ page, sandbox }) => {
  await authoriseInAppstore(page, sandbox.url);
  await expect(page).toHaveURL(/\/signup\?.*amazon_callback_uri=/);
  await fillSignUp(page, { ...names, email: 'appstore@watchpost.test' });
  await startFreeTrial(page).click();

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
});

test('a logged-in owner that starts at the marketplace returns authorised', async ({ page, sandbox, signUp }) => {
  await signUp();

  await authoriseInAppstore(page, sandbox.url);

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
});

test('an owner that is logged out logs in on the way', async ({ page, context, sandbox, signUp }) => {
  const { owner } = await signUp();
  await context.clearCookies();
  await authoriseInAppstore(page, sandbox.url);
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, owner);

  await expect(page).toHaveURL(/\/home$/);
});

test('a return address outside the marketplace is refused with a message', async ({ page }) => {
  await page.goto('/signup?amazon_callback_uri=https://sellercentral.amazon.com.example/confirm&amazon_state=1');
  await fillSignUp(page, { ...names, email: 'lured@watchpost.test' });
  await startFreeTrial(page).click();

  await expect(page.getByText(refusal).first()).toBeVisible();
  await expect(page).toHaveURL(/\/signup/);
});

test('a cancelled authorisation connects nothing', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/connect');
  await page.getByRole('button', { name: 'America region' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Back to Watchpost' }).click();

  await expect(page.getByRole('link', { name: 'Connect a seller account' })).toBeVisible();
});
