import type { Page } from '@playwright/test';
import { setBankAccount, setCard as setCardCall } from '@app/shared/contract/billing.ts';
import { expect, test } from './harness/fixtures.ts';
import { operator } from './harness/operator.ts';
import { passDays } from './harness/pass-days.ts';
import type { Sandbox } from './harness/sandbox.ts';
import { atProvider } from './harness/payments.ts';
import { fieldsOf, isUpdated, passChallenge, setCard, verifyDeposits } from './screens/payment-form.ts';
import { conversionOf, waitUntilLoaded } from './screens/screens.ts';
import { panel } from './screens/settings-page.ts';

const path = '/subscription-and-billing';

const invoices = (page: Page) => panel(page, 'Billing history').locator('tbody > tr');

/** Opens the billing page again and again until it shows the work of the background workers. */
const seen = (page: Page, isThere: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path);
    await waitUntilLoaded(page);
    await isThere();
  }).toPass();

const banner = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Waits for this number of mails about failed payments; each failed attempt to collect sends one mail. */
const waitForFailures = (sandbox: Sandbox, email: string, count: number) =>
  expect
    .poll(async () => {
      const mails = await sandbox.mail();
      return mails.filter(({ to, subject }) => to.includes(email) && /has failed/.test(subject)).length;
    })
    .toBe(count);

test('a card with 3-D Secure pays the first invoice; a declined one leads to suspension, and a new one back', async ({
  page,
  house,
  sandbox,
  signUp,
}) => {
  const { owner } = await signUp();
  await page.goto(path);
  const call = `**${setCardCall.path}`;
  await page.route(call, (route) => route.fulfill({ status: 503, body: '' }));
  await setCard(page, '4000002500003155');
  await passChallenge(page);
  // The provider has accepted the card, and only our server has to be told again.
  await expect(page.getByRole('button', { name: 'Enter another card' })).toBeVisible();
  await page.unroute(call);
  await page.getByRole('button', { name: 'Update payment method' }).click();
  await isUpdated(page);
  await expect(page.getByText('Card, Visa ending 3155')).toBeVisible();

  // The trial of 30 days and a billing period of 30 days pass. The invoice is the base price: 30 days at $0.333.
  await passDays(house, owner.email, 62);
  await seen(page, async () => {
    await expect(invoices(page)).toHaveCount(1, { timeout: 2000 });
    await expect(invoices(page).first()).toContainText('$9.99', { timeout: 2000 });
    await expect(invoices(page).first()).toContainText('Paid', { timeout: 2000 });
  });
  const invoice = page.waitForEvent('popup');
  await invoices(page).first().getByRole('link').first().click();
  await expect((await invoice).getByText('9.99').first()).toBeVisible();

  await atProvider(house, { type: 'decline', code: 'insufficient_funds', count: 4 });
  await passDays(house, owner.email, 30);
  await seen(page, () => expect(banner(page, 'Your last payment failed.')).toBeVisible({ timeout: 2000 }));
  for (const [days, failed] of [
    [3, 2],
    [4, 3],
  ] as const) {
    await passDays(house, owner.email, days);
    await waitForFailures(sandbox, owner.email, failed);
  }
  await passDays(house, owner.email, 7);
  await seen(page, () => expect(banner(page, 'Your account is suspended.')).toBeVisible({ timeout: 2000 }));

  await setCard(page, '4242424242424242');
  await isUpdated(page);
  // The open page shows the payment without a reload.
  await expect(banner(page, 'Your account is suspended.')).toHaveCount(0);
  await expect(invoices(page).first()).toContainText('Paid');
});

test('a bank account is verified by its deposits and pays after some days', async ({ page, house, signUp }) => {
  const { owner } = await signUp();
  await page.goto(path);
  await page.getByRole('button', { name: 'Set ACH transfer' }).click();
  await page.getByRole('button', { name: 'Choose bank account' }).click();
  const bank = page.frameLocator('iframe[title="Link a bank account"]');
  await bank.getByLabel('Routing number').fill('110000000');
  await bank.getByLabel('Account number').fill('000123456789');
  await bank.getByRole('button', { name: 'Use this account' }).click();
  await page.getByRole('button', { name: 'Update payment method' }).click();
  await page.getByRole('button', { name: 'Selected (Click for details)' }).click();
  const details = page.getByRole('dialog', { name: 'ACH details' });
  await expect(details.getByText('This account is not verified yet.')).toBeVisible();
  await expect(details.getByText('•••• 6789')).toBeVisible();

  const figures = page.getByRole('region', { name: 'Figures of the billing period' });
  await expect(figures.getByText(/ ending 6789, not verified yet$/)).toBeVisible();

  const deposits = page.waitForEvent('popup');
  await details.getByRole('link', { name: 'Verify the account' }).click();
  await verifyDeposits(await deposits);
  await seen(page, () => expect(figures.getByText(/ ending 6789$/)).toBeVisible({ timeout: 2000 }));

  await passDays(house, owner.email, 62);
  await seen(page, () => expect(invoices(page).first()).toContainText('On its way', { timeout: 2000 }));
  await atProvider(house, { type: 'settle' });
  await seen(page, () => expect(invoices(page).first()).toContainText('Paid', { timeout: 2000 }));
});

test('a linked bank account with too few funds says so, and the billing address is there again', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto(path);
  await page.getByRole('button', { name: 'Set ACH transfer' }).click();
  await page.getByRole('button', { name: 'Choose bank account' }).click();
  const bank = page.frameLocator('iframe[title="Link a bank account"]');
  await bank.getByRole('button', { name: 'Account without funds' }).click();
  await page.getByLabel('Street and number').fill('1 Pier Street');
  await page.getByLabel('City').fill('Kiel');
  await page.getByLabel('Country').selectOption('Germany');
  const update = page.getByRole('button', { name: 'Update payment method' });
  const call = `**${setBankAccount.path}`;
  await page.route(call, (route) => route.fulfill({ status: 503, body: '' }));
  const unanswered = page.waitForResponse(call);
  await update.click();
  await unanswered;
  // The bank account is confirmed at the provider, and only our server has to be told again.
  await expect(page.getByText(/^By clicking Update payment method, you authorize/)).toBeVisible();
  await page.unroute(call);
  await update.click();
  await isUpdated(page);

  await seen(page, () => expect(page.getByText(/^Not enough ACH funds: /)).toBeVisible({ timeout: 2000 }));
  await page.getByRole('button', { name: 'Selected (Click for details)' }).click();
  await expect(page.getByRole('dialog', { name: 'ACH details' }).getByText('$0.00 on')).toBeVisible();

  await page.getByRole('button', { name: 'Set another account' }).click();
  await expect(page.getByLabel('Street and number')).toHaveValue('1 Pier Street');
});

test('the set-up offers ACH transfer beside the card', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/connect');
  await page.getByRole('button', { name: 'Add a payment method now' }).click();
  await expect(page.getByRole('button', { name: 'Card (Recommended)' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'ACH transfer (Beta)' }).click();
  await page.getByRole('button', { name: 'Choose bank account' }).click();
  const bank = page.frameLocator('iframe[title="Link a bank account"]');
  await bank.getByRole('button', { name: 'Success account' }).click();
  const reported = conversionOf(page);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await isUpdated(page);
  expect(await reported).toEqual({ event: 'subscribe', subscriptionFee: '999', purchaseFee: '0', currency: 'usd' });

  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Selected (Click for details)' })).toBeVisible();
});

test('a coupon lowers the price, and a cancelled subscription ends and is resumed', async ({ page, house, signUp }) => {
  await operator(house, 'package', 'autumn', '--description', 'Autumn', '--discount', '20', '--months', '3');
  await operator(house, 'code', 'AUTUMN20', 'autumn');
  const { owner } = await signUp();
  await page.goto(path);
  await setCard(page, '4242424242424242');
  await isUpdated(page);
  const coupon = panel(page, 'Coupon');
  await coupon.getByLabel('Promo or invite code').fill('NOSUCH1');
  await coupon.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('There is no discount with this code')).toBeVisible();
  await page.keyboard.press('Escape');
  await coupon.getByLabel('Promo or invite code').fill('AUTUMN20');
  await coupon.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\/subscription$/);

  await passDays(house, owner.email, 62);
  await seen(page, () => expect(invoices(page).first()).toContainText('$7.98', { timeout: 2000 }));

  await page.getByRole('button', { name: 'Cancel My Subscription' }).click();
  await page.getByRole('button', { name: 'Continue to Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Subscription cancelled' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await expect(page).toHaveURL(/\/goodbye$/);
  await passDays(house, owner.email, 31);
  // The final invoice covers the period in which the plan was cancelled; later days are not billed.
  await seen(page, async () => {
    await expect(banner(page, 'Your plan is cancelled.')).toBeVisible({ timeout: 2000 });
    await expect(invoices(page)).toHaveCount(2, { timeout: 2000 });
  });

  await page.getByRole('button', { name: 'Re-activate subscription' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/renewed$/);
  await seen(page, async () => {
    await expect(panel(page, 'Payment method').getByRole('listitem').first()).toBeVisible({ timeout: 2000 });
    await expect(banner(page, 'Your plan is cancelled.')).toHaveCount(0, { timeout: 2000 });
  });
  await expect(coupon).toHaveCount(0);
});

test("the payment provider's fields follow the colours of the system while they are open", async ({ page, signUp }) => {
  const textColour = (): Promise<string> => page.evaluate('getComputedStyle(document.body).color');
  await page.emulateMedia({ colorScheme: 'light' });
  await signUp();
  await page.goto(path);
  await page.getByRole('button', { name: 'Set card' }).click();
  const number = fieldsOf(page).getByLabel('Card number');
  await number.fill('4242');
  await expect(number).toHaveCSS('color', await textColour());

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(number).toHaveCSS('color', await textColour());
  await expect(number).toHaveValue('4242');
});
