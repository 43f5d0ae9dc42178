import { expect, test } from './harness/fixtures.ts';
import { operator, operatorAtTerminal } from './harness/operator.ts';
import { conversionOf, fillSignUp, markPage, startFreeTrial } from './screens/screens.ts';

test("an operator's change to a tenant shows on the tenant's open page and on no other", async ({
  page,
  house,
  signUp,
}) => {
  const { owner } = await signUp();
  await page.goto('/home');
  const menu = page.getByRole('navigation', { name: 'Watchdogs' });
  await expect(menu.getByRole('link', { name: 'Price Change Alert' })).toBeVisible();
  const isSamePage = await markPage(page);

  // Only one banner is shown at a time. The request to confirm the address takes precedence over the announcement.
  await page
    .getByRole('status')
    .filter({ hasText: 'verify your e-mail' })
    .getByRole('button', { name: 'Close' })
    .click();

  await operatorAtTerminal(house, 'announce', 'Maintenance on Saturday', '--tenant', owner.email);
  const announcement = page.getByRole('status').filter({ hasText: 'Maintenance on Saturday' });
  await expect(announcement).toBeVisible();
  await operator(house, 'status', 'preview', 'price', '--tenant', owner.email);
  await expect(menu.getByRole('link', { name: 'Price Change Alert' })).toContainText('[preview]');
  await operator(house, 'status', 'hidden', 'prime', '--tenant', owner.email);
  await expect(menu.getByRole('link', { name: 'Prime Badge' })).toBeHidden();
  await operator(house, 'suppress', 'lostBuybox', '--tenant', owner.email);
  await expect(menu.getByRole('link', { name: 'Lost Buy Box' })).toContainText('locked');

  expect(await isSamePage()).toBe(true);
  await page.goto('/settings');
  await announcement.getByRole('button', { name: 'Close' }).click();
  await expect(announcement).toBeHidden();
  await page.goto('/home');
  await expect(menu.getByRole('link', { name: 'Lost Buy Box' })).toContainText('locked');
  await expect(announcement).toBeHidden();
  expect(await operator(house, 'features', '--tenant', owner.email)).toContain('prime: hidden');
});

test('a code leads to its package at the sign-up, and an unknown code disables the button', async ({ page, house }) => {
  await operator(house, 'package', 'spring', '--description', 'Spring offer', '--discount', '20', '--months', '3');
  await operator(house, 'package', 'spring', '--base-fee', '7.99', '--trial-days', '60');
  await operator(house, 'code', 'SPRING', 'spring');
  await page.goto('/signup?code=AUTUMN');
  await fillSignUp(page, {
    email: 'coded@watchpost.test',
    password: 'Long-enough-1',
    firstName: 'Cody',
    lastName: 'Coded',
    companyName: 'Coded Ltd',
  });
  const code = page.getByLabel('Promo or invite code');

  await expect(page.getByText('There is no package with this promo or invite code')).toBeVisible();
  await expect(startFreeTrial(page)).toBeDisabled();
  await code.fill('REF-SPRING');
  await code.blur();
  await expect(page.getByText('A code that begins with REF- has 20 characters')).toBeVisible();
  await code.fill('spring');
  await expect(page.getByText('Get 20% Off Your First 3 Months Post-Trial!')).toBeVisible();
  await expect(page.getByText('60-day Free Trial')).toBeVisible();
  await expect(page.getByText('$7.99')).toBeVisible();
  const reported = conversionOf(page);
  await startFreeTrial(page).click();
  expect(await reported).toMatchObject({ event: 'sign_up', purchaseFee: '0', currency: 'usd' });

  await expect(page).toHaveURL(/\/connect$/);
  await expect(page.getByText('60 days free')).toBeVisible();
  expect(await operator(house, 'tenants', 'coded@watchpost.test')).toContain('package spring by SPRING');
});
