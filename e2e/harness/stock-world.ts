import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { group, item, product, world } from '@app/shared/testing/world-builders.ts';

/**
 * Answers the state of the world with `count` products. Product n has n units and sells one a day, and the stock of
 * every tenth product is below its threshold.
 */
export async function showManyProducts(page: Page, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => String(n + 1));
  const products = ids.map((id) =>
    product(id, {
      asin1: `B0${id.padStart(8, '0')}`,
      productName: `Product ${id}`,
      inStockQty: Number(id),
      totalQty: Number(id),
      ageHours: 48,
    }),
  );
  const settings = { keyword: null, absoluteThreshold: null, alertDays: 7, warningDays: 14, velocityLookbackDays: 30 };
  const items = ids.map((id) =>
    item(`inventory-${id}`, { status: Number(id) % 10 === 0 ? 1 : 0, settings, figures: { sold: 30, days: 30 } }),
  );
  const answer = world({ products, watchDogs: { inventory: group(items) } });
  // Marks the hints for large accounts as seen, because they would cover the page.
  await page.addInitScript(
    "for (const key of ['manyAsins', 'lightUi']) localStorage.setItem(`watchpost.onb.${key}`, 'yes');",
  );
  await page.route('**/api/sentinel/stateoftheworld**', (route) => route.fulfill({ json: answer }));
}

/** Returns the product names in the rows of the table that are in the document. */
export async function namesOf(page: Page): Promise<string[]> {
  const names = page.getByRole('table', { name: 'Runway' }).getByRole('rowheader').getByRole('button');
  await expect(names.first()).toBeVisible();
  return names.allTextContents();
}
