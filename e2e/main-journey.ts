import type { Page } from '@playwright/test';
import type { NewOwner } from '../scripts/sessions/product-session.ts';
import { productSession } from '../scripts/sessions/product-session.ts';
import { expect, test } from './harness/fixtures.ts';
import type { TestHouse } from './harness/house.ts';
import type { Sandbox } from './harness/sandbox.ts';
import { fillSignUp, markPage, row, startFreeTrial } from './screens/screens.ts';
import { productPicker } from './harness/watched-product.ts';
import type { WatchedProduct } from './harness/watched-product.ts';

interface Journey {
  page: Page;
  sandbox: Sandbox;
  house: TestHouse;
  owner: NewOwner;
}

/** The main journey from the sign-up to a resolved alert. It does not depend on where the outside services run. */
export async function doTheMainJob(journey: Journey): Promise<void> {
  const { house, owner, sandbox } = journey;
  await beginToWatch(journey);
  const session = productSession(house.url);
  await session.logIn({ email: owner.email, password: owner.password });
  const pick = productPicker(sandbox, new Set());
  const suspended = await pick(session);
  await test.step('is told of a suspended listing', () => seeSuspended(journey, suspended));
  await test.step('sees a new seller', async () => {
    // A new seller of a product that already has many sellers is reported in the digest only, so no mail is expected.
    await seeRed(journey, { type: 'sellerJoined', title: 'Number of Sellers' }, await pick(session));
  });
  await test.step('is told of a lost buy box', async () => {
    await seeAlert(
      journey,
      { type: 'buyBoxLost', title: 'Lost Buy Box', subject: /^Alert: buy box lost, / },
      await pick(session),
    );
  });
  await test.step('is told of a missing picture', async () => {
    await seeAlert(
      journey,
      { type: 'imageRemoved', title: 'Missing Image', subject: /^Alert: main image missing, / },
      await pick(session),
    );
  });
  await test.step('sees that the listing is well again', () => seeRestored(journey, suspended));
}

/** Signs up, confirms the address, connects a seller account and waits for its products on the dashboard. */
export async function beginToWatch(journey: Journey): Promise<void> {
  await test.step('signs up', () => signUp(journey));
  await test.step('confirms the e-mail address', () => confirmAddress(journey));
  await test.step('authorises a seller account at the marketplace', () => authorise(journey));
  await test.step('watches the products arrive', () => seeProducts(journey));
}

async function signUp({ page, owner }: Journey): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start a 30-day free trial' }).click();
  await expect(page.getByRole('heading', { name: 'Get Connected In 3 Steps' })).toBeVisible();
  await expect(startFreeTrial(page)).toBeDisabled();

  const password = page.getByLabel('Password', { exact: true });
  await leaveWith(page, 'E-mail', 'nobody at home');
  await expect(page.getByText('Please enter a valid e-mail address')).toBeVisible();
  for (const [weak, problem] of weakPasswords) {
    await password.fill(weak);
    await password.blur();
    await expect(page.getByText(problem)).toBeVisible();
  }
  await leaveWith(page, 'Repeat password', 'Another-one-1');
  await expect(page.getByText('Passwords do not match')).toBeVisible();

  await fillSignUp(page, owner);
  await startFreeTrial(page).click();
  await expect(page).toHaveURL(/\/connect$/);
  await expect(page.getByText('Thank you for signing up.')).toBeVisible();
}

const weakPasswords = [
  ['short-1', 'Password needs to be minimum 8 characters long'],
  ['12345678', 'Password needs to contain a letter'],
  ['onlyletters', 'Password needs to contain a digit or symbol'],
] as const;

async function leaveWith(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByLabel(label).blur();
}

async function authorise({ page, sandbox }: Journey): Promise<void> {
  // Delays the reports. Otherwise the set-up would finish before the page can show it. A fault for one report could be
  // used up by another tenant of the same seller account.
  await sandbox.fault({ fault: 'slow', count: 100, operation: 'createReport', delayMs: 3000 });
  await page.getByLabel('Nickname for the next account').fill('Toys and garden');
  await page.getByRole('button', { name: 'America region' }).click();
  await expect(page.getByRole('heading', { name: 'Authorize Watchpost' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /Marrowby/ })).toBeChecked();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is being set up' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Toys and garden' })).toBeVisible();
  await expect(page.getByText('Looking for products')).toBeVisible();
  await sandbox.endFaults();
}

async function seeProducts({ page }: Journey): Promise<void> {
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: /^Products \d+/ })).toHaveText(/[1-9]\d*$/);
  await expect(page.getByRole('button', { name: /^Marrowby Wooden Building Blocks/ }).first()).toBeVisible();
  await page.getByRole('link', { name: /^Issues \d/ }).click();
  await expect(page.getByRole('region', { name: 'Missing Image' })).toBeVisible();
}

async function seeSuspended(journey: Journey, product: WatchedProduct): Promise<void> {
  const { page, house } = journey;
  const kind = { type: 'listingSuspended', title: 'Listing Suspended', subject: /^Alert: listing suspended, / };

  const text = await seeAlert(journey, kind, product);

  expect(text).toContain('Active → Suspended');
  const link = `${house.url}/home#pdet-${product.productId}`;
  expect(text).toContain(link);
  const opened = await page.context().newPage();
  await opened.goto(link);
  await expect(opened.getByRole('dialog', { name: product.name })).toBeVisible();
  await expect(opened.getByRole('region', { name: 'Open issues' })).toContainText('Listing Suspended');
  await opened.close();
}

/** Opens the confirmation link of the mail. No alerts are mailed to an address that is not confirmed. */
async function confirmAddress({ page, sandbox, owner }: Journey): Promise<void> {
  const { text } = await sandbox.waitForMail(owner.email, ({ subject }) => subject === 'Verify your e-mail address');
  const opened = await page.context().newPage();
  await opened.goto(/http\S+\/verifyemail#\S+/.exec(text)?.[0] ?? '');
  await expect(opened.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible();
  await opened.close();
}

interface Kind {
  type: string;
  title: string;
}

interface MailedKind extends Kind {
  subject: RegExp;
}

/** Triggers an event and checks that the row of the product appears without a reload. */
async function seeRed({ page, sandbox }: Journey, kind: Kind, product: WatchedProduct): Promise<void> {
  const isStillSamePage = await markPage(page);
  await sandbox.happen(kind.type, product);

  // A notification before the subscription exists is lost. In that case the next sweep finds the change within a
  // minute.
  await expect(row(page, product, kind.title)).toBeVisible();
  expect(await isStillSamePage()).toBe(true);
}

/**
 * Triggers an event, and checks that its row appears without a reload and that its mail names the product. Returns the
 * text of the mail.
 */
export async function seeAlert(journey: Journey, kind: MailedKind, product: WatchedProduct): Promise<string> {
  await seeRed(journey, kind, product);
  const { sandbox, owner } = journey;
  const mail = await sandbox.waitForMail(
    owner.email,
    ({ subject, text }) => kind.subject.test(subject) && text.includes(product.asin),
  );
  expect(mail.subject).toContain(product.marketplace);
  expect(mail.html).toContain(`/home#pdet-${product.productId}`);
  return mail.text;
}

async function seeRestored({ page, sandbox }: Journey, product: WatchedProduct): Promise<void> {
  const isStillSamePage = await markPage(page);
  await sandbox.happen('listingRestored', product);

  await expect(row(page, product, 'Listing Suspended')).toBeHidden();
  expect(await isStillSamePage()).toBe(true);
}
