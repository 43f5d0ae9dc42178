/** Resolves when the browser is idle, or after five seconds. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve);
  });

/** The time for which people usually look at a page before they move on to parts that the page does not show yet. */
const lookMs = 2000;

/**
 * Resolves when the browser is idle after `lookMs`: for code that no page needs at first, but that would cause a wait
 * if it were loaded only when needed.
 */
export async function whenLongIdle(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, lookMs);
  });
  await whenIdle();
}
