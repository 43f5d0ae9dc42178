import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Selectors of parts of a page; none for the whole page. */
type Parts = readonly string[];

/**
 * Returns the accessibility violations of a page, or of its parts, in light colours. `npm run shots` checks all states
 * in both.
 */
export const violations = (page: Page, parts: Parts = []): Promise<string[]> => violationsIn(page, 'light', parts);

/** Returns the accessibility violations of a page, or of its parts, in light and in dark colours. */
export async function violationsInBothColours(page: Page, parts: Parts = []): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await show(page, colorScheme);
    found.push(...(await violationsIn(page, colorScheme, parts)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/**
 * The violations of a page that is already shown in these colours: for light colours by all rules, and for dark colours
 * by the colour rules only, because nothing else changes with the colours.
 */
export const violationsIn = (page: Page, colorScheme: 'light' | 'dark', parts: Parts = []): Promise<string[]> =>
  listViolations(
    colorScheme === 'light' ? axe(page, parts) : axe(page, parts).withRules(['color-contrast', 'link-in-text-block']),
  );

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/** Collects violations only and skips frames of other origins, which takes a quarter of the time. */
function axe(page: Page, parts: Parts): AxeBuilder {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  for (const part of parts) builder.include(part);
  return builder;
}

async function listViolations(builder: AxeBuilder): Promise<string[]> {
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
