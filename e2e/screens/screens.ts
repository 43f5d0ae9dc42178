import { expect, type Locator, type Page } from '@playwright/test';
import type { NewOwner } from '../../scripts/sessions/product-session.ts';
import type { WatchedProduct } from '../harness/watched-product.ts';

/** The card of a watchdog on the issues page. */
export const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** The row of a product in the card of a watchdog. */
export const row = (page: Page, product: WatchedProduct, title: string): Locator =>
  card(page, title).getByRole('article', { name: `${product.name}, ${title}`, exact: true });

/** A tab of a card by its name. The text of the tab ends with its count. */
export const tab = (page: Page, title: string, name: string): Locator => card(page, title).getByRole('tab', { name });

/** Waits until the page has content, no skeleton is left and nothing is marked as busy. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('main').or(page.getByRole('heading')).first()).toBeVisible();
  await expect(page.locator('.skeleton, [aria-busy=true]')).toHaveCount(0);
  // Waits for the animation frame that replaces the skeleton by the content, so that its layout shift is part of the
  // loading.
  await expect(page.getByRole('banner')).toBeInViewport();
}

export async function fillSignUp(page: Page, owner: NewOwner): Promise<void> {
  await page.getByLabel('Company name').fill(owner.companyName);
  await page.getByLabel('Account type').selectOption('brand');
  await page.getByLabel('First name').fill(owner.firstName);
  await page.getByLabel('Last name').fill(owner.lastName);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByLabel('Repeat password').fill(owner.password);
  await page.getByLabel('I agree to the terms and conditions').check();
}

export const startFreeTrial = (page: Page): Locator => page.getByRole('button', { name: 'Start free trial' });

export async function logIn(page: Page, { email, password }: Pick<NewOwner, 'email' | 'password'>): Promise<void> {
  const button = page.getByRole('button', { name: 'Log in' });
  // The sign-up page has fields of the same names, so the login page is awaited first.
  await button.waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button.click();
}

/** Marks the page. The returned function tells whether the page has not been reloaded since then. */
export async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(`document.documentElement.dataset.marked = 'yes'`);
  return async () => (await page.evaluate(`document.documentElement.dataset.marked`)) === 'yes';
}

/** Waits until the page reports its next conversion and the service has accepted it. Returns the reported fields. */
export async function conversionOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const response = await page.waitForResponse('**/conversions');
  if (!response.ok()) throw new Error(`The report of a conversion was answered with ${response.status()}`);
  return Object.fromEntries(new URLSearchParams(response.request().postData() ?? ''));
}

/**
 * Marks the element of a message. The returned function tells whether another element has taken its place, which screen
 * readers announce as a new message.
 */
export async function markMessage(message: Locator): Promise<() => Promise<boolean>> {
  await message.evaluate((element) => element.setAttribute('data-heard', 'yes'));
  return async () => (await message.getAttribute('data-heard')) === null;
}
