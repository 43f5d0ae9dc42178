import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { installClock, keepUndo } from './screens/held-timers.ts';
import { logIn, markMessage, row } from './screens/screens.ts';

const title = 'Listing Suspended';

test('a failed login shows its error for 9 seconds, and the right one leads home', async ({
  page,
  context,
  tenant,
}) => {
  const { owner } = tenant;
  await context.clearCookies();
  await installClock(page);
  await page.goto('/login');
  await expect(page.getByLabel('Keep me signed in.')).toBeChecked();
  await expect(page.getByText('v_3.4.2')).toBeVisible();
  await logIn(page, { email: 'ada at example', password: 'x' });
  await expect(page.getByText('Please enter a valid e-mail address')).toBeVisible();
  await logIn(page, { email: owner.email, password: 'Not-it-at-all-1' });
  const failure = page.getByRole('alert');
  await expect(failure).toBeVisible();

  await page.clock.fastForward(9_000);
  await expect(failure).toBeHidden();

  await logIn(page, owner);
  await expect(page).toHaveURL(/\/home$/);
});

test('a link from a mail is followed after the login', async ({ page, context, tenant, pick }) => {
  const { owner } = tenant;
  const product = await pick();
  await context.clearCookies();
  await page.goto(`/home#pdet-${product.productId}`);
  await logIn(page, owner);

  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
});

test('logging out leaves no data in the browser', async ({ page, context, open }) => {
  await open('/home');
  await expect.poll(() => page.evaluate(`localStorage.getItem('watchpost.world') !== null`)).toBe(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();

  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(`localStorage.getItem('watchpost.world')`)).toBeNull();
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('watchpost_login');
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login$/);
});

test('the message about a change and its undo go with the log-out, before another person uses the browser', async ({
  page,
  open,
  pick,
}) => {
  const product = await pick();
  await keepUndo(page);
  await open(`/home?q=${product.asin}#pdet-${product.productId}`);
  // The rows below the history move when it has loaded.
  await expect(page.getByRole('region', { name: 'Flight recorder' }).getByRole('slider').first()).toBeVisible();
  await page.getByRole('button', { name: `Mute: ${product.name}, ${title}` }).click();
  await page.getByRole('menuitem', { name: '24 hours' }).click();
  const message = page.getByText(`Muted for 24 hours: ${product.name}, ${title}`);
  await expect(message).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();

  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('a request that meets an ended session continues after a new login', async ({ page, sandbox, tenant, pick }) => {
  const { owner, session } = tenant;
  const product = await pick();
  await page.goto(`/home?view=wd&q=${product.asin}`);
  await sandbox.happen('listingSuspended', product);
  const issue = row(page, product, title);
  await expect(issue).toContainText('New');
  await session.get('/api/auth/signout');

  // The event stream may already have opened the dialog, which would intercept a click with the pointer.
  await issue.getByRole('button', { name: /^Mark seen/ }).dispatchEvent('click');
  const modal = page.getByRole('dialog', { name: 'Please log in again' });
  await expect(modal).toBeVisible();
  await expect(modal.getByLabel('E-mail')).toHaveValue(owner.email);
  await expect(modal.getByLabel('E-mail')).not.toBeEditable();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(modal.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
  await modal.getByLabel('Password', { exact: true }).fill('Not-it-at-all-1');
  await modal.getByRole('button', { name: 'Log in' }).click();
  const isAnother = await markMessage(modal.getByRole('alert'));
  await modal.getByLabel('Password', { exact: true }).fill('Not-it-either-2');
  await modal.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(isAnother).toBe(true);
  await modal.getByLabel('Password', { exact: true }).fill(owner.password);
  const answered = page.waitForResponse((response) => response.url().includes('set-issue-status') && response.ok());
  await modal.getByRole('button', { name: 'Log in' }).click();

  await expect(modal).toBeHidden();
  await answered;
  await page.reload();
  await expect(issue).toContainText('Seen');
});

test('after the end of a session a log-in in one tab is enough for all tabs', async ({
  page,
  context,
  tenant,
  open,
}) => {
  await open('/settings');
  await page.getByRole('button', { name: 'Send test' }).waitFor();
  const second = await context.newPage();
  await second.goto('/subscription-and-billing');
  await second.getByRole('button', { name: 'Account menu' }).waitFor();
  await tenant.session.get('/api/auth/signout');
  const dialogs = [page, second].map((tab) => tab.getByRole('dialog', { name: 'Please log in again' }));
  await page.getByRole('button', { name: 'Send test' }).dispatchEvent('click');
  await second.getByLabel('Range').selectOption({ label: 'Last 7 days' });
  for (const dialog of dialogs) await expect(dialog).toBeVisible();

  await dialogs[0]?.getByLabel('Password', { exact: true }).fill(tenant.owner.password);
  await dialogs[0]?.getByRole('button', { name: 'Log in' }).click();

  for (const dialog of dialogs) await expect(dialog).toBeHidden();
  await expect(second).toHaveURL(/subscription-and-billing$/);
});

test('at an ended session another account can be used', async ({ page, tenant, open }) => {
  await open('/settings');
  const button = page.getByRole('button', { name: 'Send test' });
  await button.waitFor();
  await tenant.session.get('/api/auth/signout');
  // The event stream may already have opened the dialog, which would intercept a click with the pointer.
  await button.dispatchEvent('click');
  await page
    .getByRole('dialog', { name: 'Please log in again' })
    .getByRole('button', { name: 'Use another account' })
    .click();

  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('E-mail')).toHaveValue('');
});

test('somebody else who logs in in a tab that was left behind sees nothing of the person before', async ({
  page,
  context,
  open,
  signUp,
}) => {
  const { owner: other } = await signUp();
  await open('/home');
  await expect(page.locator('.card__name').first()).toBeVisible();
  // The request is never answered, so that the page can only show what it holds.
  await page.route('**/api/sentinel/stateoftheworld**', () => undefined);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Subscription & Billing' }).waitFor();
  // Another tab of this browser logs the person out. This tab leads to the log-in at the next request or page, whichever
  // comes first, so that the item may be gone.
  await context.clearCookies();
  await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')]
    .find(({ textContent }) => textContent === 'Subscription & Billing')?.click()`);
  await logIn(page, other);
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0);
  await page.goBack();

  await expect(page.getByRole('heading', { name: 'Your products are loading' })).toBeAttached();
  await expect(page.locator('.card__name')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the re-login dialog whose code is missing says so, and a reload leads to the log-in', async ({
  page,
  tenant,
  open,
}) => {
  await page.route('**/assets/ReLoginModal-*.js', (route) => route.abort());
  await open('/settings');
  const button = page.getByRole('button', { name: 'Send test' });
  await button.waitFor();
  await tenant.session.get('/api/auth/signout');
  await button.dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Please log in again' });
  await expect(dialog).toContainText('The form for your password did not load.');
  await expect(page.getByRole('dialog')).toHaveCount(1);

  await dialog.getByRole('button', { name: 'Reload now' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a page changes nothing while another account is logged in in another tab', async ({
  page,
  context,
  tenant,
  open,
  signUp,
}) => {
  await open('/settings');
  const button = page.getByRole('button', { name: 'Send test' });
  await button.waitFor();
  const { owner: other, session } = await signUp();
  const requests: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && requests.push(request.url()));
  // A call that the page makes by itself may already have opened the dialog, which would intercept a click with the
  // pointer.
  await button.dispatchEvent('click');
  const dialog = otherAccount(page);
  await expect(dialog).toContainText(tenant.owner.email);
  expect(requests).toEqual([]);

  await context.addCookies(tenant.session.cookies());
  await focusPage(page);
  await expect(dialog).toBeHidden();
  await expect.poll(() => requests).toHaveLength(1);

  await context.addCookies(session.cookies());
  await focusPage(page);
  await dialog.getByRole('button', { name: 'Continue with the other account' }).click();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toContainText(other.email);
});

test('every page is covered while another account is logged in in another tab', async ({
  page,
  context,
  tenant,
  open,
  signUp,
}) => {
  const { session } = await signUp();
  for (const path of [
    '/home',
    '/home?view=wd',
    '/table',
    '/productsettings',
    '/subscription-and-billing',
    '/connect',
  ]) {
    await open(path);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await context.addCookies(session.cookies());
    await focusPage(page);
    const dialog = otherAccount(page);
    await expect(dialog, path).toContainText(tenant.owner.email);
  }
});

test('a page opens its stream of events anew when its own person is logged in again', async ({
  page,
  context,
  tenant,
  open,
  signUp,
}) => {
  const streams: string[] = [];
  page.on('request', (request) => request.url().includes('/api/sentinel/events') && streams.push(request.url()));
  await open('/home');
  await expect.poll(() => streams).toHaveLength(1);
  await signUp();
  await focusPage(page);
  const dialog = otherAccount(page);
  await expect(dialog).toBeVisible();

  await context.addCookies(tenant.session.cookies());
  await focusPage(page);
  await expect(dialog).toBeHidden();
  // The event stream was closed and opened anew, because the first one may have the session of the other person.
  await expect.poll(() => streams).toHaveLength(2);
});

/** The dialog that covers a page while another account is logged in in this browser. */
const otherAccount = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Another account is open in this browser' });

/** Lets a page notice who is logged in, as when a user returns to its tab. */
const focusPage = (page: Page): Promise<unknown> => page.evaluate(`window.dispatchEvent(new Event('focus'))`);
