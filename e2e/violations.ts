import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * What keeps somebody out of the page: by all rules in light colours, and in dark ones by those about colours, as
 * nothing else changes with them.
 */
export async function violations(page: Page): Promise<string[]> {
  await show(page, 'light');
  const light = await breaking(axe(page));
  await show(page, 'dark');
  const dark = await breaking(axe(page).withRules(['color-contrast', 'link-in-text-block']));
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/** What is well is not collected, and what is there for frames of other origins left out: a quarter of the time. */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

async function breaking(builder: AxeBuilder): Promise<string[]> {
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
