import type { Locator, Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Sales chart' });
const press = (page: Page, name: string): Promise<void> =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();

/** The sales chart of a product: with its cursor, over 120 days, as tables, and with an invalid range. */
export const salesChartScenes = (productId: string): readonly Scene[] => {
  const path = `/home#saleschart-${productId}`;
  return [
    { name: 'sales-chart', path, prepare: showDay },
    { name: 'sales-chart-120-days', path, prepare: (page) => press(page, '120 days') },
    { name: 'sales-chart-tables', path, prepare: (page) => press(page, 'Tables') },
    { name: 'sales-chart-range-error', path, prepare: askTooMuch, isBrief: true },
  ];
};

async function showDay(page: Page): Promise<void> {
  const chart = dialogOf(page).getByRole('slider').first();
  await chart.focus();
  await chart.press('Home');
  for (let days = 0; days < 20; days += 1) {
    await chart.press('ArrowRight');
  }
}

async function askTooMuch(page: Page): Promise<void> {
  await dialogOf(page).getByLabel('From').fill('2026-01-01');
  await press(page, 'Go');
}
