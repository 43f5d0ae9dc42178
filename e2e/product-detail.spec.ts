import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { markMessage } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

const recorder = (page: Page): Locator => page.getByRole('region', { name: 'Flight recorder' });
const events = (page: Page): Locator => page.getByRole('region', { name: 'Events', exact: true });

test('the detail shows the history of a product as a chart and as a table', async ({ page, open, pick, sandbox }) => {
  const product = await pick();
  await open(`/home#pdet-${product.productId}`);
  await expect(page.getByRole('dialog', { name: product.name })).toContainText(product.asin);
  await expect(events(page)).toBeVisible();

  await sandbox.happen('listingSuspended', product);

  const issues = page.getByRole('region', { name: 'Open issues' });
  await expect(issues).toContainText('Listing Suspended');
  await page.reload();
  await expect(events(page)).toContainText('Listing suspended');
  await recorder(page).getByRole('button', { name: 'Table' }).click();
  const newest = recorder(page).getByRole('row').nth(1);
  await expect(newest.getByRole('cell').nth(1)).toHaveText(/^(You|Another seller|Nobody)/);
  await recorder(page).getByRole('button', { name: '7 days' }).click();
  await expect(recorder(page).getByRole('row')).toHaveCount(8);

  const cycle = issues.getByRole('button', { name: /^Status .*Listing Suspended/ });
  for (const next of ['seen', 'in progress', 'done']) {
    await expect(cycle).toHaveAttribute('title', new RegExp(next, 'i'));
    await cycle.click();
  }
  await expect(cycle).toHaveCount(0);
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
});

test('the arrow keys move one cursor through all lanes, and elsewhere lead to the next product', async ({
  page,
  open,
}) => {
  // With `problems=false` the order of the products does not change when their issues change.
  await open('/home?problems=false');
  await page.locator('.card__name').first().click();
  const place = page.getByRole('dialog').getByText(/^1 of /);
  await expect(place).toBeVisible();
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 }).locator('[aria-live]');
  const isAnotherHeading = await markMessage(heading);
  const name = await heading.innerText();
  const lanes = recorder(page).getByRole('slider');

  await lanes.focus();
  await page.keyboard.press('Home');
  const first = await lanes.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect(lanes).not.toHaveAttribute('aria-valuetext', first ?? '');
  await expect(place).toBeVisible();

  const phrase = page.getByRole('textbox', { name: 'Search phrase' });
  await phrase.fill('moon boots');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog').getByText(/^2 of /)).toBeVisible();
  // Screen readers announce the next product, because the text of a region that stays has changed.
  await expect(heading).not.toHaveText(name);
  expect(await isAnotherHeading()).toBe(false);
  // A phrase that was typed for one product would be added to the next one.
  await expect(phrase).toHaveValue('');
  await page.keyboard.press('ArrowLeft');
  await expect(place).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('if the history does not load, the rest of the detail stays, and it can be requested again', async ({
  page,
  open,
  pick,
}) => {
  const { productId, asin } = await pick();
  const timeline = /\/api\/product\/timeline\//;
  await page.route(timeline, (route) => route.fulfill({ status: 503, body: '' }));
  await open(`/home#pdet-${productId}`);

  await expect(recorder(page)).toContainText('What was recorded did not load');
  // An outage is no defect, and has the sign of stale data.
  await expect(recorder(page).getByRole('alert').locator('.sign--stale')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(asin);
  await page.unroute(timeline);
  await recorder(page).getByRole('button', { name: 'Try again' }).click();
  await expect(recorder(page).getByRole('slider')).toBeVisible();
});

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`on ${device} nothing below the history of a product moves when it has loaded`, async ({ page, open, pick }) => {
    const { productId } = await pick();
    await page.setViewportSize(viewport);
    const [code, data] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await holdUntil(page, { url: /\/FlightRecorder-.*\.js/, released: code.promise });
    await holdUntil(page, { url: /\/api\/product\/timeline\//, released: data.promise });
    await open(`/home#pdet-${productId}`);
    const below = page.getByRole('region', { name: 'Keywords', exact: true });
    await expect(below).toBeVisible();
    const place = await topOf(below);

    code.resolve();
    await expect(recorder(page)).toBeVisible();
    const whileLoading = await topOf(below);
    data.resolve();
    await expect(recorder(page).getByRole('slider')).toBeVisible();

    expect([whileLoading, await topOf(below)]).toEqual([place, place]);
  });
}

interface Hold {
  readonly url: RegExp;
  readonly released: Promise<void>;
}

const holdUntil = (page: Page, { url, released }: Hold): Promise<unknown> =>
  page.route(url, async (route) => {
    await released;
    await route.continue();
  });

const topOf = (part: Locator): Promise<number> => part.evaluate((element) => element.getBoundingClientRect().top);

test('on a phone the history is below the facts, with controls large enough for a thumb', async ({
  page,
  open,
  pick,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { productId } = await pick();
  await open(`/home#pdet-${productId}`);

  await expect(recorder(page).getByRole('slider')).toBeVisible();
  const [width, content] = await page.evaluate<[number, number]>(
    '[document.querySelector("dialog").clientWidth, document.querySelector("dialog").scrollWidth]',
  );
  expect(content).toBeLessThanOrEqual(width);
  // The panels of the home page have no side borders on a phone; the panels of the product detail keep their borders.
  await expect(page.locator('.home__main > .panel').first()).toHaveCSS('border-left-width', '0px');
  await expect(page.getByRole('dialog').locator('.panel').first()).toHaveCSS('border-left-width', '1px');
});

/** Delays every animation frame, as on a busy computer. */
const slowPictures = `{
  const soon = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => soon(() => setTimeout(() => act(performance.now()), 150));
}`;

test('closing a detail leads to the page below it and no further, even with late frames and repeated closing', async ({
  page,
  open,
}) => {
  await page.addInitScript(slowPictures);
  await open('/home');
  const dialog = page.getByRole('dialog');
  for (const presses of [1, 2, 3]) {
    await page.locator('.card__name').first().click();
    await expect(dialog).toBeVisible();
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.locator('.card__name').first()).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

test('a detail opened while the filter is being typed stays open', async ({ page, open, pick }) => {
  const { asin, name } = await pick();
  await open('/home');
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(asin);
  await page.locator('.card__name', { hasText: name }).first().click();

  await expect(page).toHaveURL(new RegExp(`q=${asin}#pdet-`));
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`q=${asin}$`));
});

test('cards stay below a pressed pointer when the filter takes effect, so that the click opens the detail', async ({
  page,
  open,
  pick,
}) => {
  const { asin } = await pick();
  await open('/home');
  await page.locator('.card__name').first().hover();
  await page.mouse.down();
  // The end of an issue may have moved the cards before the press.
  const name = await page.locator('.card__name:hover').innerText();
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(asin);
  await expect(page).toHaveURL(new RegExp(`q=${asin}$`));
  await page.mouse.up();

  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  // While the dialog is open, the field below it takes no keys.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.card__name')).toHaveCount(1);

  // Simulates a press on a scrollbar: the browser sends `pointerdown`, but no `pointerup` at its end.
  await page.evaluate('document.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))');
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill('');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.locator('.card__name')).toHaveCount(1);
  await page.mouse.move(20, 20);
  await expect(page.locator('.card__name').nth(1)).toBeVisible();
});

test('a link to a product that is not tracked any more says so', async ({ page, open }) => {
  for (const hash of ['pdet-999999999', 'saleschart-999999999']) {
    await open(`/home#${hash}`);

    const dialog = page.getByRole('dialog', { name: 'This product is not watched' });
    await expect(dialog).toContainText('Product Tracking Settings');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('a click on the status in the product details sets the next one', async ({ page, open, pick, sandbox }) => {
  const product = await pick();
  await open(`/home#pdet-${product.productId}`);
  await sandbox.happen('listingSuspended', product);
  const status = page.getByRole('region', { name: 'Open issues' }).getByRole('button', { name: /^Status/ });

  await expect(status).toHaveText('New');
  await status.click();
  await expect(status).toHaveText(/^Seen/);
  await status.click();
  await expect(status).toHaveText(/^In progress/);
});
