import type { Locator, Page } from '@playwright/test';
import type * as z from 'zod/mini';
import { promotionsBreakdown, salesBreakdown } from '@app/shared/contract/catalog.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import type { ProductSession } from '../scripts/sessions/product-session.ts';
import { expect, test } from './harness/fixtures.ts';
import { violations } from './screens/violations.ts';

interface ChartedProduct {
  productId: string;
  name: string;
}

const ask = async <Shape extends z.ZodMiniType>(session: ProductSession, shape: Shape, path: string) =>
  shape.parse(JSON.parse((await session.get(path)).text));

const charts = new WeakMap<ProductSession, Promise<ChartedProduct>>();

/** Finds one of the tenant's products that was sold with a promotion code. */
async function findChartedProduct(session: ProductSession): Promise<ChartedProduct> {
  const { products } = await ask(session, stateOfTheWorld.response, `${stateOfTheWorld.path}?init=true`);
  for (const { productId, productName, sales } of products) {
    if (sales.every((day) => day.promotionCodesUsedUnits === 0)) continue;
    const { promotions } = await ask(
      session,
      promotionsBreakdown.response,
      `${promotionsBreakdown.path}?productId=${productId}`,
    );
    if (promotions[0]) return { productId, name: productName };
  }
  throw new Error('Nothing was sold with a promotion code');
}

function charted({ session }: { session: ProductSession }): Promise<ChartedProduct> {
  const known = charts.get(session) ?? findChartedProduct(session);
  charts.set(session, known);
  return known;
}

const chartOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Sales chart' });
const finding = (page: Page): Locator => chartOf(page).getByText(/ sold in \d+ days/);

test('a click on the sales of a card opens the chart, and back closes it', async ({ page, open, tenant }) => {
  const { name } = await charted(tenant);
  await open(`/home?q=${encodeURIComponent(name)}`);

  // Compares the text with the answer that the page received, because new orders arrive all the time.
  const answered = page.waitForResponse((response) => response.url().includes(salesBreakdown.path));
  await page.getByRole('button', { name: 'sales chart' }).first().click();
  const { sales } = salesBreakdown.response.parse(await (await answered).json());

  const sold = sales.reduce((sum, day) => sum + (day.soldUnitsThisVariation ?? 0), 0);
  expect(sold).toBeGreaterThan(0);
  await expect(chartOf(page)).toContainText(name);
  await expect(finding(page)).toContainText(`${sold} sold in 30 days`);
  await expect(chartOf(page).getByRole('slider')).toHaveCount(2);
  expect(page.url()).toContain('#saleschart-');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the product detail leads to the chart, and the chart back to the detail', async ({ page, open, tenant }) => {
  const { productId, name } = await charted(tenant);
  await open(`/home#pdet-${productId}`);

  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Sales chart' }).click();
  await expect(finding(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(page.getByRole('button', { name: 'Sales chart', exact: true })).toBeVisible();
  expect(page.url()).toContain(`#pdet-${productId}`);
});

test('a browser whose language is no valid tag shows the chart', async ({ page, open, tenant }) => {
  const { productId } = await charted(tenant);
  const language = `Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })`;
  await page.addInitScript(language);
  await open(`/home#saleschart-${productId}`);

  await expect(finding(page)).toBeVisible();
  await expect(chartOf(page).getByRole('slider')).toHaveCount(2);
});

test('Go shows the range of dates, and an invalid range shows an error for a while', async ({ page, open, tenant }) => {
  const { productId } = await charted(tenant);
  await open(`/home#saleschart-${productId}`);
  await chartOf(page).getByRole('button', { name: 'Tables' }).click();
  const rows = chartOf(page).getByRole('region', { name: 'Sales' }).getByRole('rowheader');
  await expect(rows).toHaveCount(30);
  const dayOf = (row: number) => rows.nth(row).locator('time').getAttribute('datetime');
  const [newest, oldest] = [(await dayOf(1)) ?? '', (await dayOf(7)) ?? ''];

  await chartOf(page).getByLabel('From').fill(oldest);
  await chartOf(page).getByLabel('To').fill(newest);
  await chartOf(page).getByRole('button', { name: 'Go', exact: true }).click();
  await expect(rows).toHaveCount(7);
  expect(await dayOf(0)).toBe(newest);

  await chartOf(page).getByLabel('From').fill('2026-01-01');
  await chartOf(page).getByRole('button', { name: 'Go', exact: true }).click();
  const error = chartOf(page).getByText('A range can have 120 days at most');
  await expect(error).toBeVisible();
  await expect(rows).toHaveCount(7);
  await expect(error).toHaveCount(0);
});

test('a date of which only a part was typed shows an error, and the range stays', async ({ page, open, tenant }) => {
  const { productId } = await charted(tenant);
  await open(`/home#saleschart-${productId}`);
  const range = chartOf(page).getByRole('button', { name: '60 days' });
  await range.click();
  await chartOf(page).getByLabel('From').press('3');
  await chartOf(page).getByRole('button', { name: 'Go', exact: true }).click();

  await expect(chartOf(page).getByText('Please enter whole dates, or none')).toBeVisible();
  await expect(range).toHaveAttribute('aria-pressed', 'true');
});

test('promotion codes are in the legend with their totals and can be hidden', async ({ page, open, tenant }) => {
  const { productId } = await charted(tenant);
  const answered = page.waitForResponse((response) => response.url().includes(promotionsBreakdown.path));
  await open(`/home#saleschart-${productId}`);
  const { promotions } = promotionsBreakdown.response.parse(await (await answered).json());
  const [best] = promotions;
  const code = best?.code.slice(0, 25) ?? '';
  const entry = chartOf(page).getByRole('list', { name: 'Promotion codes' }).getByRole('button').first();

  expect(code).not.toBe('');
  await expect(entry).toContainText(code);
  await expect(entry).toContainText(String(best?.totalUnits));
  const chart = chartOf(page).getByRole('slider').last();
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(code));
  await entry.click();

  await expect(entry).toHaveAttribute('aria-pressed', 'false');
  await expect(chart).not.toHaveAttribute('aria-valuetext', new RegExp(code));
});

test('arrow keys move through the days of both charts', async ({ page, open, tenant }) => {
  const { productId } = await charted(tenant);
  const answered = page.waitForResponse((response) => response.url().includes(salesBreakdown.path));
  await open(`/home#saleschart-${productId}`);
  const { sales: days } = salesBreakdown.response.parse(await (await answered).json());
  // The last day with final figures. Soon after midnight at the marketplace, yesterday is not final yet either.
  const lastFinal = days.findLastIndex(({ final }) => final);
  const [sales, promotions] = [chartOf(page).getByRole('slider').first(), chartOf(page).getByRole('slider').last()];
  await sales.focus();

  for (let day = days.length - 1; day > lastFinal; day -= 1) {
    await page.keyboard.press('ArrowLeft');
    await expect(sales).toHaveAttribute('aria-valuetext', /Not final/);
  }
  await page.keyboard.press('ArrowLeft');

  await expect(sales).toHaveAttribute('aria-valuenow', String(lastFinal));
  await expect(promotions).toHaveAttribute('aria-valuenow', String(lastFinal));
  await expect(sales).not.toHaveAttribute('aria-valuetext', /Not final/);
});

test('another colour scheme redraws the chart, which is accessible in both', async ({ page, open, tenant }) => {
  const { productId } = await charted(tenant);
  await open(`/home#saleschart-${productId}`);
  await finding(page).waitFor();
  await page.locator('.chart canvas').first().waitFor();
  const drawn = () => page.evaluate<string>(`document.querySelector('.chart canvas').toDataURL()`);
  const light = await drawn();

  await page.emulateMedia({ colorScheme: 'dark' });

  await expect.poll(drawn).not.toBe(light);
  expect(await violations(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });

  test('the chart fits the screen, and a tap shows the day', async ({ page, open, tenant }) => {
    const { productId } = await charted(tenant);
    await open(`/home#saleschart-${productId}`);
    await finding(page).waitFor();

    const slider = chartOf(page).getByRole('slider').first();
    // Repeats the tap, because the chart ignores taps until it knows its width.
    await expect(async () => {
      await slider.tap({ position: { x: 120, y: 80 } });
      await expect(chartOf(page).locator('.chart__tip')).toContainText(/Sold|This variation/, { timeout: 2000 });
    }).toPass();
    expect(await page.evaluate<boolean>(`document.querySelector('dialog').scrollWidth <= innerWidth`)).toBe(true);
  });
});
