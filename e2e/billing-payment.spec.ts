import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { passDays } from './harness/pass-days.ts';
import type { Sandbox } from './harness/sandbox.ts';
import { atProvider } from './harness/payments.ts';
import { isUpdated, passChallenge, setCard } from './screens/payment-form.ts';
import { panel } from './screens/settings-page.ts';

const path = '/subscription-and-billing';

const invoices = (page: Page) => panel(page, 'Billing history').locator('tbody > tr');

/** Opens the page again until it shows what the workers have done meanwhile. */
const seen = (page: Page, isThere: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path);
    await isThere();
  }).toPass();

const banner = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Each failed attempt is mailed. */
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
  await setCard(page, '4000002500003155');
  await passChallenge(page);
  await isUpdated(page);
  await expect(page.getByText('Card, Visa ending 3155')).toBeVisible();

  // The trial and a period of 30 days pass: the base of 0.333 a day is one invoice.
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
  await seen(page, () => expect(invoices(page).first()).toContainText('Paid', { timeout: 2000 }));
  await expect(banner(page, 'Your account is suspended.')).toHaveCount(0);
});
