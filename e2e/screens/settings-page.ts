import type { Locator, Page } from '@playwright/test';

/** The message that the settings show after a successful save. */
export const saved = 'Changes have been successfully changed';

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

/** Returns whether the page fits the width of the screen, without horizontal scrolling. */
export const fitsTheScreen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');

/** Returns the visible controls of these panels that are smaller than 44 pixels, the minimum on a phone. */
export async function tooSmallForThumbs(page: Page, panels: readonly string[]): Promise<string[]> {
  const small = await Promise.all(
    panels.map((name) =>
      panel(page, name)
        .locator('button:visible, select:visible, input:not([type=checkbox]):visible')
        .evaluateAll((controls) =>
          controls.flatMap((control) => {
            const { width, height } = control.getBoundingClientRect();
            const text = control.getAttribute('aria-label') ?? control.textContent;
            return Math.min(width, height) < 43.9 ? [`${text}: ${width} x ${height}`] : [];
          }),
        ),
    ),
  );
  return small.flat();
}
