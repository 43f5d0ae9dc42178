import type { Locator } from '@playwright/test';
import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import { expect, test } from './harness/fixtures.ts';

/** Returns the number of pixels by which the content of an element is wider than the element. */
const overflowOf = (element: Locator): Promise<number> =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

/** Returns the number of lines of an element's text. */
const linesOf = (element: Locator): Promise<number> =>
  element.evaluate((shown) => {
    const range = shown.ownerDocument.createRange();
    range.selectNodeContents(shown);
    return range.getClientRects().length;
  });

/** Texts of the marketplace may hold words of any length, as an attribute with a list without spaces. */
const longWord = 'thermosflasche,edelstahl,auslaufsicher,'.repeat(4).replaceAll(',', '');

for (const width of [390, 1280]) {
  test(`words that are longer than a line stay within the page, with a width of ${width}`, async ({
    page,
    open,
    pick,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { productId } = await pick();
    const statusDetails = {
      message: longWord,
      from: longWord,
      to: longWord,
      evidence: [{ label: 'Item type keyword', value: longWord }],
    };
    const answer = world({
      products: [product(productId, { productName: longWord })],
      watchDogs: {
        productDetailsRecentChange: group([item(`productDetailsRecentChange-${productId}`, { statusDetails })]),
      },
    });
    await page.route('**/api/sentinel/stateoftheworld**', (route) => route.fulfill({ json: answer }));

    await open(`/home#pdet-${productId}`);
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Open issues' })).toContainText(longWord);
    expect(await overflowOf(page.getByRole('dialog'))).toBe(0);

    await page.goto('/table');
    await page.getByRole('button', { name: /^Show issues/ }).click();
    await expect(page.getByRole('article')).toContainText(longWord);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
}

for (const width of [320, 1280]) {
  test(`the detail of a product breaks no label and fits, with a width of ${width}`, async ({ page, open, pick }) => {
    await page.setViewportSize({ width, height: 900 });
    const { productId } = await pick();
    const message = 'Out of Stock, 1,234,567 units inbound';
    const evidence = [
      { label: 'Offers', value: '3' },
      { label: 'Buy box price', value: '$52.77' },
      { label: 'Seller', value: longWord },
    ];
    const statusDetails = { message, from: null, to: null, evidence };
    const answer = world({
      products: [product(productId, { inStockQty: 0, totalQty: 1_234_567, inboundQty: 1_234_567, ageHours: 900 })],
      watchDogs: { inventory: group([item(`inventory-${productId}`, { status: 2, statusDetails })]) },
    });
    await page.route('**/api/sentinel/stateoftheworld**', (route) => route.fulfill({ json: answer }));
    await open(`/home#pdet-${productId}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.product-facts')).toContainText(message);
    const labels = await dialog.getByRole('term').all();

    expect(labels.length).toBeGreaterThan(evidence.length);
    for (const label of labels) expect(await linesOf(label)).toBe(1);
    await expect(dialog.getByRole('button', { name: /^Mark seen/ })).toBeVisible();
    expect(await overflowOf(dialog)).toBe(0);
  });
}

test('names and amounts that are longer than a line stay within the settings and the billing page of a phone', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/identity/settings', async (route) => {
    const response = await route.fetch();
    const { sellerAccounts, ...settings } = await response.json();
    await route.fulfill({
      response,
      json: {
        ...settings,
        firstName: longWord,
        lastName: longWord,
        companyName: longWord,
        sellerAccounts: sellerAccounts.map((account: object) => ({ ...account, name: longWord, nickName: null })),
        emailAddresses: settings.emailAddresses.map((one: object) => ({ ...one, firstName: longWord })),
      },
    });
  });
  await page.route('**/api/billing/daily-cost-breakdown**', async (route) => {
    const response = await route.fetch();
    const { period, ...costs } = await response.json();
    await route.fulfill({ response, json: { ...costs, period: { ...period, toDateAmount: 123_456_789_012 } } });
  });
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');

  await open('/subscription-and-billing');
  await expect(page.getByText('$1,234,567,890.12').first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Users' })).toContainText(longWord);
  expect(await overflow()).toBe(0);

  await page.goto('/settings');
  await expect(page.getByRole('region', { name: 'Account Management' })).toContainText(longWord);
  expect(await overflow()).toBe(0);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog')).toContainText(longWord);
  expect(await overflowOf(page.getByRole('dialog'))).toBe(0);
});
