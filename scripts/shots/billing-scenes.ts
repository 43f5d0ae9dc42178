import type { Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

const path = '/subscription-and-billing';
const fields = 'iframe[title="Secure payment input frame"]';

const openCardStep = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add a payment method now' }).click();

/**
 * Closes the payment form that was photographed in the first colour scheme, because the provider's fields keep the
 * colours in which they were opened.
 */
async function closeForm(page: Page, button: string): Promise<void> {
  const close = page.getByRole('button', { name: button, exact: true });
  if (await close.isVisible()) await close.click();
}

async function offerCard(page: Page): Promise<void> {
  await closeForm(page, 'Later');
  await openCardStep(page);
  await page.frameLocator(fields).getByLabel('Card number').waitFor();
}

async function offerBank(page: Page): Promise<void> {
  await closeForm(page, 'Later');
  await openCardStep(page);
  await page.getByRole('button', { name: 'ACH transfer (Beta)' }).click();
  await page.getByRole('button', { name: 'Choose bank account' }).waitFor();
}

async function setCard(page: Page): Promise<void> {
  await closeForm(page, 'Cancel');
  await page.getByRole('button', { name: /^(Set|Change) card$/ }).click();
  await page.frameLocator(fields).getByLabel('Card number').waitFor();
}

/**
 * Shows a suspended account whose bank account does not have enough money for the next bill. Changes the answers of
 * both calls that contain the payment status.
 */
async function suspend(page: Page): Promise<void> {
  const method = {
    method: 'ach',
    status: 'usable',
    name: 'First Harbour Bank',
    last4: '6789',
    expires: null,
    accountType: 'checking',
    accountHolder: 'Brightkeel Goods',
    routingNumber: '110000000',
    balance: 500,
    balanceAt: new Date().toISOString(),
    verificationUrl: null,
  };
  const status = { paymentStatus: 402, hasPaymentDetails: true, paymentMethod: method };
  for (const call of ['**/api/auth/isauthenticated*', '**/api/billing/payment-status*']) {
    await page.route(call, async (route) => {
      const response = await route.fetch();
      const known: object = await response.json();
      await route.fulfill({ response, json: { ...known, ...status } });
    });
  }
}

/** The card step of the set-up during the trial. */
export const cardStepScenes: readonly Scene[] = [
  { name: 'connect-card', path: '/connect', prepare: offerCard, isBrief: true },
  { name: 'connect-bank', path: '/connect', prepare: offerBank, isBrief: true },
];

export const billingScenes: readonly Scene[] = [
  { name: 'billing', path, isTall: true },
  { name: 'billing-payment', path, prepare: setCard, isBrief: true },
  { name: 'billing-suspended', path, before: suspend },
];
