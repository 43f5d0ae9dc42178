import type { Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

const path = '/productsettings';

const ignoreFirst = async (page: Page): Promise<void> => {
  await page
    .getByRole('checkbox', { name: /^Ignore .*: Tracked$/ })
    .first()
    .click();
  await page.getByText('1 unsaved change').waitFor();
};

const openRules = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Choose by rule' }).click();
};

export const trackingScenes: readonly Scene[] = [
  { name: 'tracking', path },
  { name: 'tracking-changed', path, prepare: ignoreFirst },
  { name: 'tracking-rule', path, prepare: openRules },
];
