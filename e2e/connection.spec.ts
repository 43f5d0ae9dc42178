import type { Locator, Page } from '@playwright/test';
import { csrf } from '@app/shared/contract/auth.ts';
import { expect, test } from './harness/fixtures.ts';
import { holdTimers } from './screens/held-timers.ts';
import { card, row, tab } from './screens/screens.ts';
import { worldOf } from './harness/watched-product.ts';
import type { WatchedProduct } from './harness/watched-product.ts';

const offline = 'You seem to be offline';

/** Opens the configuration panel of a watchdog, which requests the settings. */
const configure = (page: Page): Promise<void> =>
  card(page, 'Lost Buy Box').getByRole('button', { name: 'Configure' }).click();

async function refuseMutes(page: Page, { status, ...body }: { status: number; message: string; code: string }) {
  await page.route('**/watchdog/mute/**', (route) =>
    route.fulfill({ status, json: { error: 'Refused', requestId: 'r-1', ...body } }),
  );
}

async function mute(page: Page, product: WatchedProduct): Promise<Locator> {
  await page.goto(`/home?view=wd&q=${product.asin}`);
  await tab(page, 'Lost Buy Box', 'OK').click();
  const issue = row(page, product, 'Lost Buy Box');
  await issue.getByRole('button', { name: /^Mute/ }).click();
  await page.getByRole('menuitem', { name: '24 hours' }).click();
  return issue;
}

test('without a connection the page says that it is offline until the connection returns', async ({
  page,
  context,
  open,
}) => {
  await open('/home?view=wd');
  await expect(card(page, 'Lost Buy Box')).toBeVisible();
  await context.setOffline(true);
  await configure(page);

  // An answer that was sent before the connection was lost makes the page look online until its next request fails.
  await expect(async () => {
    await card(page, 'Lost Buy Box').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(offline)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
  await context.setOffline(false);

  await expect(page.getByText(offline)).toBeHidden();
});

test('a page that did not arrive without a connection is offered again when it returns', async ({
  page,
  open,
  pageErrors,
}) => {
  await open('/home');
  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
  await page.route(/\/assets\/SettingsScreen|\/api\//, (route) => route.abort());
  await page.getByRole('button', { name: 'Account menu' }).click();
  const lose = (part: string) => page.waitForEvent('requestfailed', (request) => request.url().includes(part));
  const lost = lose('SettingsScreen').then(() => lose(csrf.path));
  await page.getByRole('menuitem', { name: 'Email & Account Settings' }).click();
  await expect(page.getByText(offline)).toBeVisible();
  // Waits until the page has also failed to reach the API: the dialog appears when the connection is back.
  await lost;
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  const dialog = page.getByRole('dialog', { name: 'A part of the page did not load' });
  await dialog.getByRole('button', { name: 'Reload now' }).click();
  await expect(page.getByRole('heading', { name: 'Email & Account Settings' })).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test('answers with 500, 502, 503 and 504 count as being offline', async ({ page, open }) => {
  for (const status of [500, 502, 503, 504]) {
    await page.route('**/watchdogtype/settings/**', (route) =>
      route.fulfill({ status, body: '<html>Bad gateway</html>' }),
    );
    await open('/home?view=wd');
    await configure(page);

    await expect(page.getByText(offline), String(status)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unroute('**/watchdogtype/settings/**');
  }
});

test('any other error shows its message in the error modal, and the change is undone', async ({ page, pick }) => {
  const product = await pick();
  await refuseMutes(page, { status: 409, message: 'Somebody else has just changed this', code: 'conflict' });
  const issue = await mute(page, product);

  const modal = page.getByRole('dialog', { name: 'That did not work' });
  await expect(modal).toContainText('Somebody else has just changed this');
  await expect(modal).toContainText('Request r-1');
  await expect(page.getByText('The change was not saved')).toHaveCount(0);
  await modal.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(modal).toBeHidden();
  await expect(issue).toBeVisible();
});

test('a 429 shows no error modal', async ({ page, pick }) => {
  const product = await pick();
  await refuseMutes(page, { status: 429, message: 'Later', code: 'tooManyRequests' });
  await mute(page, product);

  await expect(page.getByText('The change was not saved')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the stored world of the last visit is shown at once', async ({ page, open }) => {
  await open('/home');
  await expect.poll(() => page.evaluate(`localStorage.getItem('watchpost.world') !== null`)).toBe(true);
  // The request is never answered, so that the page can only show the stored world.
  await page.route('**/api/sentinel/stateoftheworld**', () => undefined);
  await page.reload();

  await expect(page.getByRole('link', { name: /^Products [1-9]/ })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a change made before the event stream is open is shown when it opens', async ({
  page,
  sandbox,
  tenant,
  pick,
}) => {
  const { session } = tenant;
  const product = await pick();
  // The poll of each minute would show the change too.
  await holdTimers(page, 60_000);
  const opening = Promise.withResolvers<void>();
  await page.route('**/api/sentinel/events', async (route) => {
    await opening.promise;
    await route.continue();
  });
  await page.goto('/home?view=wd');
  await expect(card(page, 'Listing Suspended')).toBeVisible();
  await sandbox.happen('listingSuspended', product);
  await expect
    .poll(async () =>
      (await worldOf(session)).items.some((item) => item.productId === product.productId && item.status === 2),
    )
    .toBe(true);
  await expect(row(page, product, 'Listing Suspended')).toBeHidden();
  opening.resolve();

  await expect(row(page, product, 'Listing Suspended')).toBeVisible();
});
