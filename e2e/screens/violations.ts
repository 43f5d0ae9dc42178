import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** CSS selectors of the parts of a page to check. An empty list means the whole page. */
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
 * Returns the accessibility violations of a page that is already shown in these colours. In dark colours only the
 * colour rules are checked, because nothing else differs from light colours.
 */
export const violationsIn = (page: Page, colorScheme: 'light' | 'dark', parts: Parts = []): Promise<string[]> =>
  listViolations(
    colorScheme === 'light' ? axe(page, parts) : axe(page, parts).withRules(['color-contrast', 'link-in-text-block']),
  );

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/**
 * Creates a checker that collects violations only and skips cross-origin frames, which takes a quarter of the usual
 * time.
 */
function axe(page: Page, parts: Parts): AxeBuilder {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  for (const part of parts) builder.include(part);
  return builder;
}

async function listViolations(builder: AxeBuilder): Promise<string[]> {
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
