import type { Locator } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';

// A desktop screen of 1280 × 1024 pixels at 200 % zoom, which halves the viewport, with a mouse.
test.use({ viewport: { width: 640, height: 512 } });

test('at 200 % zoom of a desktop everything that it has is reachable, without sideways scroll', async ({
  page,
  open,
  pick,
}) => {
  const product = await pick();
  const fits = () =>
    expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
      .toBeLessThanOrEqual(0);
  await open('/home');
  await expect(page.locator('fieldset.segments')).toBeVisible();
  await fits();

  await page.getByRole('link', { name: /^Issues \d+$/ }).click();
  const card = page.getByRole('region', { name: 'Lost Buy Box' });
  await expect(card.getByText(/every \d+ min/)).toBeVisible();
  await card.getByRole('button', { name: 'Configure' }).click();
  await expect(card.getByText('Whitelist').first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Watchdogs' })
    .getByRole('link', { name: /FBM Stock/ })
    .click();
  await expect(page.getByRole('region', { name: 'FBM Stock' })).toBeInViewport();
  await fits();

  await page.getByRole('link', { name: /^Stock \d+$/ }).click();
  await expect(page.getByRole('button', { name: /^Default thresholds/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'ASIN, title or short name' }).fill(product.asin);
  const set = page.getByRole('button', { name: /^Set ?, thresholds of/ });
  await expect(set).toHaveCount(1);
  const row = page.getByRole('row').filter({ hasText: product.asin });
  const asin = await row.getByText(product.asin).boundingBox();
  const state = await row.getByRole('cell').first().boundingBox();
  expect((asin?.x ?? 0) + (asin?.width ?? 0)).toBeLessThanOrEqual(state?.x ?? 0);
  await set.click();
  await expect(page.getByRole('dialog', { name: /^Thresholds of/ }).getByLabel('Alert at days left')).toBeVisible();
  await page.keyboard.press('Escape');
  await fits();

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Keys' })).toBeVisible();
  for (const path of ['/table', '/productsettings', '/settings', '/subscription-and-billing']) {
    await open(path);
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('table')).first()).toBeVisible();
    await fits();
  }
});

test.describe('with the text of the browser at 200 %', () => {
  test.use({ viewport: { width: 1280, height: 1024 } });

  /** Returns the fields and buttons whose text is higher than they are, so that its lower part is cut off. */
  const cutControls = `[...document.querySelectorAll('select, input:not([type=checkbox]), .button, .segment')]
    .filter((one) => one.clientHeight > 0 && parseFloat(getComputedStyle(one).lineHeight) > one.offsetHeight)
    .map((one) => one.outerHTML.slice(0, 80))`;

  test('every page and the detail of a product fit into the window, and no control cuts its text off', async ({
    page,
    open,
    pick,
    sandbox,
  }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    const product = await pick();
    await sandbox.happen('listingSuspended', product);
    for (const [path, shown] of [
      ['/home', page.getByRole('heading', { level: 1 })],
      ['/home?view=pr2', page.getByRole('article').first()],
      [`/home?view=wd&q=${product.asin}`, page.getByRole('article', { name: `${product.name}, Listing Suspended` })],
      [`/home?view=wc&q=${product.asin}`, page.getByRole('article', { name: `${product.name}, Listing Suspended` })],
      ['/home?view=inv', page.getByRole('button', { name: /^Default thresholds/ })],
      ['/table', page.getByRole('table')],
      ['/productsettings', page.getByRole('table').first()],
      ['/settings', page.getByRole('heading', { name: 'Daily digest' }).or(page.getByText('Daily digest')).first()],
      ['/subscription-and-billing', page.getByRole('heading', { name: 'Daily Cost Breakdown' })],
      [`/home?q=${product.asin}#pdet-${product.productId}`, page.getByRole('region', { name: 'Open issues' })],
    ] as const) {
      await open(path);
      await expect(shown).toBeVisible();

      await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'), path).toBe(0);
      expect(await page.evaluate<string[]>(cutControls), path).toEqual([]);
    }
    const dialog = page.getByRole('dialog', { name: product.name });
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

    // The labels of the flight recorder stay in the room beside its lanes, each on a line of its own.
    const picture = page.getByRole('slider', { name: 'What was known, by time' });
    await expect(picture.locator('text').last()).toBeAttached();
    const { left, right } = await edgesOf(picture);
    const labels = await Promise.all((await picture.locator('text').all()).map(edgesOf));
    expect(labels.filter((label) => label.left < left || label.right > right)).toEqual([]);
    const lane = await edgesOf(picture.locator('.recorder__grid').first());
    const names = await Promise.all((await picture.locator('.recorder__lane').all()).map(edgesOf));
    expect(names.filter((name) => name.right > lane.left)).toEqual([]);
  });
});

const edgesOf = (element: Locator): Promise<{ readonly left: number; readonly right: number }> =>
  element.evaluate((shown) => {
    const { left, right } = shown.getBoundingClientRect();
    return { left: Math.ceil(left), right: Math.floor(right) };
  });
