/** Resolves when the page has nothing better to do, or after five seconds. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve);
  });

/** How long people look at a page before they go on to what is not on it. */
const lookMs = 2000;

/** Later than that: for what nobody can want at first, and what would be waited for when it is wanted. */
export async function whenLongIdle(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, lookMs);
  });
  await whenIdle();
}
