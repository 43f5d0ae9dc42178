import { expect, type Page } from '@playwright/test';

/** Locates the payment provider's fields, which are in a frame of the provider's origin. */
export const fieldsOf = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');

/** Enters a card into the open form and sends it. */
async function enterCard(page: Page, number: string): Promise<void> {
  const fields = fieldsOf(page);
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiry date').fill('12 / 40');
  await fields.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Update payment method' }).click();
}

/** Passes the bank's 3-D Secure challenge, which is shown in a frame of the payment provider. */
export async function passChallenge(page: Page): Promise<void> {
  const challenge = page.frameLocator('iframe[title*="authentication" i]');
  await challenge.getByRole('button', { name: 'Complete authentication' }).click();
}

/** Sets a card on the page of Subscription & Billing. */
export async function setCard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: /^(Set|Change) card$/ }).click();
  await enterCard(page, number);
}

export const isUpdated = (page: Page) => expect(page.getByText('Payment method has been updated')).toBeVisible();

/** Enters the amounts of the two test deposits on the payment provider's page. */
export async function verifyDeposits(page: Page): Promise<void> {
  await page.getByLabel('First amount').fill('32');
  await page.getByLabel('Second amount').fill('45');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Your bank account is verified.')).toBeVisible();
}
