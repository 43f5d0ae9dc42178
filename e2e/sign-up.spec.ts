import { expect, test } from './harness/fixtures.ts';
import { fillSignUp, startFreeTrial } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

test('a link with a code of the wrong form says so, and the terms can be read', async ({ page }) => {
  await page.goto('/signup?code=abc');
  await expect(page.getByText('A code has 5 to 20 characters')).toBeVisible();

  await page.getByRole('button', { name: 'Read the terms and conditions' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await expect(terms.getByRole('heading', { name: 'Cancelling' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await terms.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByLabel('I agree to the terms and conditions')).not.toBeChecked();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true });

  test('a refused sign-up is scrolled to and has the focus', async ({ page, signUp }) => {
    const { owner } = await signUp();
    await page.context().clearCookies();
    await page.goto('/signup');
    await fillSignUp(page, owner);
    await startFreeTrial(page).tap();

    const refusal = page.getByRole('alert').filter({ hasText: 'This e-mail address already has an account' });
    await expect(refusal).toBeInViewport({ ratio: 1 });
    await expect(page.locator(':focus')).toContainText('This e-mail address already has an account');
  });

  test('a person who signs up does not wait for the service that counts conversions', async ({ page }) => {
    let reports = 0;
    // The conversion service receives the report and never answers.
    await page.route('**/conversions', () => void (reports += 1));
    await page.goto('/signup');
    await fillSignUp(page, {
      email: 'unheard@watchpost.test',
      password: 'Long-enough-1',
      firstName: 'Una',
      lastName: 'Heard',
      companyName: 'Heard Goods',
    });
    await startFreeTrial(page).tap();

    await expect(page).toHaveURL(/\/connect$/);
    await expect.poll(() => reports).toBe(1);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/home$/);
  });
});
