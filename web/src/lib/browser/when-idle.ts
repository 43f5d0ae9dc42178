/** Resolves when the browser is idle, or after five seconds. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve);
  });

/** The time people look at a page before they go on to parts that it does not show. */
const lookMs = 2000;

/** Resolves after that time and when idle: for parts that nobody needs at first, but would have to wait for later. */
export async function whenLongIdle(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, lookMs);
  });
  await whenIdle();
}
