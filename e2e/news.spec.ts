import type { Locator, Page } from '@playwright/test';
import { openTestBrowser } from '../scripts/testing/push-endpoint.ts';
import { hintIds, hintKey } from '../web/src/features/onboarding/hint-ids.ts';
import {
  grantNotifications,
  pushTo,
  putBehind,
  raisedBy,
  usePushService,
  workerOf,
} from './screens/browser-notifications.ts';
import { row } from './screens/screens.ts';
import { expect, test } from './harness/fixtures.ts';
import type { WatchedProduct } from './harness/watched-product.ts';

const bell = (page: Page): Locator => page.getByRole('button', { name: 'Recent Notifications' });
const reel = (page: Page): Locator => page.getByRole('dialog', { name: 'Recent Notifications' });
const newsOf = (page: Page, { name }: WatchedProduct): Locator =>
  reel(page).getByRole('link').filter({ hasText: name }).filter({ hasText: 'Listing suspended' });
const desktopSwitch = (page: Page): Locator => reel(page).getByRole('switch', { name: 'Desktop notifications' });

test('the bell lists new alerts, leads to their products and can be cleared', async ({ page, sandbox, open, pick }) => {
  const product = await pick();
  await open('/home');
  await bell(page).click();
  await expect(reel(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await sandbox.happen('listingSuspended', product);

  await expect(bell(page)).toHaveText(/^[1-9]\d* new/);
  await bell(page).click();
  await expect(newsOf(page, product)).toContainText('Alert');
  await expect(newsOf(page, product)).toContainText('New');
  await newsOf(page, product).click();
  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
  await page.keyboard.press('Escape');

  await bell(page).click();
  await expect(newsOf(page, product)).toBeVisible();
  await expect(newsOf(page, product)).not.toContainText('New');
  await reel(page).getByRole('button', { name: 'Clear list' }).click();
  await expect(newsOf(page, product)).toHaveCount(0);
  await expect(reel(page)).toBeFocused();
  await page.reload();
  await bell(page).click();
  await expect(desktopSwitch(page)).toBeVisible();
  await expect(newsOf(page, product)).toHaveCount(0);
});

test('a page without the dashboard lists the same notifications, and they count as seen there', async ({
  page,
  sandbox,
  open,
  pick,
}) => {
  const product = await pick();
  await open('/home?view=wd');
  await sandbox.happen('listingSuspended', product);
  // Other pages load the notifications once, so the alert has to exist before. The bell's count does not tell that,
  // because alerts of earlier journeys are new in this browser too.
  await expect(row(page, product, 'Listing Suspended')).toBeVisible();
  await expect(bell(page)).toHaveText(/^[1-9]\d* new/);

  await page.goto('/settings');
  await bell(page).click();
  await expect(newsOf(page, product)).toContainText('New');
  await page.keyboard.press('Escape');
  await bell(page).click();
  await expect(newsOf(page, product)).not.toContainText('New');
  await page.keyboard.press('Escape');

  await page.goto('/home');
  await bell(page).click();
  await expect(newsOf(page, product)).toBeVisible();
  await expect(newsOf(page, product)).not.toContainText('New');
});

test('only one of several hidden tabs shows the alert, and a click on it opens the product', async ({
  page,
  context,
  sandbox,
  ownerOf,
  pick,
}) => {
  await grantNotifications(context);
  // A tenant that knows nothing of earlier journeys: their undone events count as improvements, and with more than
  // three of them the notification would be about all.
  const tenant = await ownerOf('hidden-tabs');
  const product = await pick(tenant);
  await page.goto('/home');
  await bell(page).click();
  await desktopSwitch(page).click();
  await expect(desktopSwitch(page)).toBeChecked();
  await page.keyboard.press('Escape');
  const second = await context.newPage();
  await second.goto('/home');
  await bell(second).waitFor();
  const raisedIn = async (tab: Page) => (await raisedBy(tab)).filter(({ body }) => isOf(product, body));
  const raised = async () => [...(await raisedIn(page)), ...(await raisedIn(second))];

  const seen = await pick(tenant);
  await putBehind(second);
  await sandbox.happen('listingSuspended', seen);
  await bell(page).click();
  await expect(newsOf(page, seen)).toBeVisible();
  await page.keyboard.press('Escape');
  await putBehind(page);
  await sandbox.happen('listingSuspended', product);

  await expect.poll(raised).toEqual([expect.objectContaining({ title: 'Alert: listing suspended' })]);
  expect((await raisedBy(page)).filter(({ body }) => isOf(seen, body))).toEqual([]);
  const teller = (await raisedIn(page)).length > 0 ? page : second;
  await teller.evaluate(
    `raised.find(({ body }) => body.startsWith(${JSON.stringify(beginningOf(product))})).dispatchEvent(new Event('click'))`,
  );
  await expect(teller.getByRole('dialog', { name: product.name })).toBeVisible();
});

test('a browser is notified while Watchpost is closed, and no longer after logging out', async ({
  page,
  context,
  house,
  sandbox,
  open,
  pick,
}) => {
  const browser = await openTestBrowser(sandbox.url);
  await grantNotifications(context);
  await usePushService(context, browser);
  const product = await pick();
  await open('/home');
  await bell(page).click();
  await desktopSwitch(page).click();
  await expect(reel(page)).toContainText('also when Watchpost is closed');
  const worker = await workerOf(context);
  const deliver = await pushTo(context, house.url);
  await page.goto('about:blank');

  await sandbox.happen('listingSuspended', product);
  const pushed = async () => (await browser.messages()).filter(({ payload }) => payload.includes(product.productId));
  await expect.poll(pushed).toHaveLength(1);
  const payload = (await pushed())[0]?.payload ?? '';
  await deliver(payload);
  await expect.poll(() => worker.evaluate('shown.map(({ title }) => title)')).toEqual(['Alert: listing suspended']);
  await worker.evaluate('openFor(shown[0])');
  expect(await worker.evaluate('opened')).toEqual([`/home#pdet-${product.productId}`]);

  for (const tag of ['a', 'b', 'c']) {
    await deliver(JSON.stringify({ ...JSON.parse(payload), tag }));
  }
  await expect.poll(() => worker.evaluate('shown.map(({ title }) => title)')).toHaveLength(3);
  await deliver(JSON.stringify({ ...JSON.parse(payload), tag: 'd' }));
  await expect.poll(() => worker.evaluate('shown.map(({ title }) => title)')).toEqual(['4 alerts']);

  await page.goto('/home');
  await bell(page).waitFor();
  await worker.evaluate(`openFor({ close() {}, data: { productId: ${JSON.stringify(product.productId)} } })`);
  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate(`localStorage.getItem('test.subscribed')`)).toBeNull();
});

const hint = (page: Page): Locator => page.locator('section.hint');

async function dismissAllBut(page: Page, kept: string): Promise<void> {
  const others = hintIds.filter((id) => id !== kept).map((id) => `watchpost.${hintKey(id)}`);
  await page.evaluate(
    `localStorage.clear(); for (const key of ${JSON.stringify(others)}) localStorage.setItem(key, 'yes');`,
  );
}

test.describe('hints', () => {
  test.use({ withHints: true });

  test('appear one at a time beside their element, and stay away once dismissed', async ({ page, open }) => {
    await open('/home');
    await expect(hint(page)).toHaveCount(1);
    const first = await hint(page).getByRole('heading').innerText();
    await hint(page)
      .getByRole('button', { name: /Got it|Not now/ })
      .click();
    await expect(hint(page)).toHaveCount(0);
    await page.reload();
    await expect(hint(page)).toHaveCount(1);
    await expect(hint(page).getByRole('heading')).not.toHaveText(first);

    for (const [id, path] of Object.entries({ wdtabs: '/home?view=wd', mainmenu: '/home' })) {
      await dismissAllBut(page, id);
      await page.goto('about:blank');
      await page.goto(path);
      await expect(hint(page), id).toBeVisible();
      // The hint is repeatedly placed beside its element, which moves while the page is loading.
      await expect.poll(() => overlaps(page), id).toBe(false);
    }
    await hint(page).getByRole('button', { name: 'Dismiss all' }).click();
    await page.reload();
    await bell(page).waitFor();
    await expect(hint(page)).toHaveCount(0);
  });

  test('ask the browser for the notification permission', async ({ page, context, open }) => {
    await grantNotifications(context);
    await open('/home');
    await expect(hint(page)).toContainText('Desktop notifications');
    await hint(page).getByRole('button', { name: 'Turn on notifications' }).click();

    await expect(hint(page)).toHaveCount(0);
    await bell(page).click();
    await expect(desktopSwitch(page)).toBeChecked();

    await dismissAllBut(page, 'mainmenu');
    await page.goto('/home?view=wd');
    await expect(hint(page)).toContainText('e-mails for assistants');
    await hint(page).getByRole('button', { name: 'Open the settings' }).click();
    await expect(page).toHaveURL(/\/settings$/);
  });
});

/** Whether a hint covers the element that it explains. */
const overlaps = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const [a, b] = [document.querySelector('.hint'), document.querySelector('[data-hinted]')].map((one) => one.getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  })()`);

/** Returns the beginning of a product name, because notifications truncate long names. */
const beginningOf = ({ name }: WatchedProduct): string => name.slice(0, 75);
const isOf = (product: WatchedProduct, body: string): boolean => body.startsWith(beginningOf(product));
