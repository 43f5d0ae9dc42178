import type { Page } from '@playwright/test';

/**
 * Lets no timer of this length end on pages that are opened from now on, so that the speed of the machine does not
 * decide what a journey still finds.
 */
export async function holdTimers(page: Page, lengthMs: number): Promise<void> {
  await page.addInitScript(`for (const name of ['setTimeout', 'setInterval']) {
    const start = window[name].bind(window);
    window[name] = (act, lengthMs, ...values) => (lengthMs === ${lengthMs} ? 0 : start(act, lengthMs, ...values));
  }`);
}

/** Keeps the messages that offer an undo. The page takes them away after 10 seconds, sooner than a busy server answers. */
export const keepUndo = (page: Page): Promise<void> => holdTimers(page, 10_000);

/**
 * Lets a journey move the clock of the pages that are opened from now on. No deadline of a call ends on them: a call
 * under way while the clock jumps ahead would count as lost.
 */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  // The clock replaces the function when it is installed, and its script runs before those of the page.
  await page.addInitScript(`AbortSignal.timeout = () => new AbortController().signal;`);
}
