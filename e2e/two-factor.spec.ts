import type { Page } from '@playwright/test';
import { codeOfApp } from '../server/testing/http/authenticator-app.ts';
import { expect, test } from './harness/fixtures.ts';
import { logIn } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

const spanMs = 30_000;

/** The code of the next 30 s step, because the current code was used to set the app up. */
const nextCode = (secret: string): string => codeOfApp(secret, Date.now() + spanMs);

/** A passkey belongs to a host name and cannot be created for an IP address, so these journeys use localhost. */
const byName = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** Adds a virtual authenticator, which confirms every request without a touch. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Completes the dialogs that set up an authenticator app, up to the recovery codes. Returns the app's secret. */
async function setUpApp(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code of your app').fill(codeOfApp(secret, Date.now()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  return secret;
}

async function keepCodes(page: Page): Promise<void> {
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByLabel('I have kept them').check();
  await codes.getByRole('button', { name: 'Done' }).click();
}

test('an app and a passkey work as second steps, at login and on a page whose session has ended', async ({
  page,
  context,
  house,
  signUp,
}) => {
  const { owner } = await signUp();
  const url = byName(house.url);
  await addAuthenticator(page);
  await page.goto(`${url}/login`);
  await logIn(page, owner);
  await expect(page).toHaveURL(`${url}/connect`);
  await page.goto(`${url}/settings`);
  const panel = page.getByRole('region', { name: 'Second step at log-in' });
  await expect(panel.getByText('Off: your password alone logs you in')).toBeVisible();
  await panel.getByRole('button', { name: 'Set up' }).click();
  const secret = await setUpApp(page);
  await keepCodes(page);
  await panel.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  await expect(panel.getByText('Passkey: My laptop')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto(`${url}/logout`);
  await logIn(page, owner);
  await page.getByRole('button', { name: 'Use a code of your app instead' }).click();
  await page.getByLabel('Code of your app').fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Code of your app').fill(nextCode(secret));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${url}/connect`);

  await page.goto(`${url}/settings`);
  await expect(panel.getByText('10 of 10 left')).toBeVisible();
  const cookie = (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; ');
  await fetch(`${house.url}/api/auth/signout`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  // The event stream may already have opened the dialog, which would intercept a click with the pointer.
  await panel.getByRole('button', { name: /^New codes/ }).dispatchEvent('click');
  await panel.getByRole('button', { name: /^Confirm: new codes/ }).dispatchEvent('click');
  await page
    .getByRole('dialog', { name: 'Please log in again' })
    .getByLabel('Password', { exact: true })
    .fill(owner.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('dialog', { name: 'One more step' }).getByRole('button', { name: 'Use your passkey' }).click();
  await keepCodes(page);

  await panel.getByRole('button', { name: 'Remove (the authenticator app)' }).click();
  await panel.getByRole('button', { name: 'Confirm: remove (the authenticator app)' }).click();
  await expect(panel.getByRole('button', { name: 'Set up' })).toBeFocused();
});

test('a user who needs a second step sets it up before anything else', async ({ page, signUp }) => {
  await signUp();
  await page.route('**/api/auth/isauthenticated', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lacksTwoFactor: true } });
  });
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/twofactor$/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await setUpApp(page);
  await page.unroute('**/api/auth/isauthenticated');
  // The server falls silent just when the second step is set up: that must not be the end.
  await page.route('**/api/auth/isauthenticated', (route) => route.fulfill({ status: 503, body: '' }));
  await keepCodes(page);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your log-in is safe' })).toBeVisible();
  await page.unroute('**/api/auth/isauthenticated');
  await again.click();

  await expect(page).toHaveURL(/\/home$/);
});

test('a second step whose set-up was answered in an outage is not asked for again', async ({ page, signUp }) => {
  await signUp();
  await page.route('**/api/auth/isauthenticated', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lacksTwoFactor: true } });
  });
  await page.goto('/twofactor');
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await page.unroute('**/api/auth/isauthenticated');
  await page.route('**/api/auth/two-factor/app/confirm', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, body: '' });
  });
  await setUpApp(page);

  await expect(page.getByRole('heading', { name: 'Your log-in is safe' })).toBeVisible();
  await expect(page.getByText('its recovery codes did not arrive')).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('the request of a program is asked again after a second step was set up first', async ({ page, signUp }) => {
  await signUp();
  await page.route('**/api/auth/isauthenticated', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lacksTwoFactor: true } });
  });
  const request = '/oauth/authorize?client_id=nobody&redirect_uri=http://localhost/callback&state=0012e3';
  await page.goto(request);
  await expect(page).toHaveURL(/\/twofactor/);
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await setUpApp(page);
  await page.unroute('**/api/auth/isauthenticated');
  await keepCodes(page);

  await expect(page).toHaveURL(({ pathname }) => pathname === '/oauth/authorize');
  const asked = new URL(page.url()).searchParams;
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(new URL(request, page.url()).searchParams));
  // The page of the set-up has nothing more to do, so that it leads on too.
  await page.goto(request.replace('/oauth/authorize', '/twofactor'));
  await expect(page).toHaveURL(({ pathname }) => pathname === '/oauth/authorize');
});
