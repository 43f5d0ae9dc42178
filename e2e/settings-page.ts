import type { Locator, Page } from '@playwright/test';

/** What the page says when everything is saved. */
export const saved = 'Changes have been successfully changed';

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

/** Nothing is wider than the screen. */
export const fitsTheScreen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');

/** Buttons and choices of these panels that are less than 44 pixels high or wide, of which a phone has none. */
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
