import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * What keeps somebody out of the page: by all rules in light colours, and in dark ones by those about colours, as
 * nothing else changes with them.
 */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await show(page, colorScheme);
    found.push(...(await violationsIn(page, colorScheme)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** The same of a page that is shown in these colours. */
export const violationsIn = (page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> =>
  breaking(colorScheme === 'light' ? axe(page) : axe(page).withRules(['color-contrast', 'link-in-text-block']));

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
