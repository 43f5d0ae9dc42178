import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page, Response } from '@playwright/test';

export interface Interaction {
  readonly name: string;
  /** Performs one user action. */
  readonly act: (page: Page) => Promise<unknown>;
  /** Resolves when the action has taken effect on the page. */
  readonly done: (page: Page) => Promise<unknown>;
}

/** A page of the product with the interactions that are measured on it. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** The selector of an element that is present when the page can be used. */
  readonly ready: string;
  /** Whether the next visit starts with a stored copy of the world. */
  readonly cachesWorld: boolean;
  /** The time until the page has done its deferred work, such as storing its copy of the world. */
  readonly settleMs: number;
  /** The interactions, in an order in which each starts from the state left by the previous one. */
  readonly interactions: readonly Interaction[];
}

export interface PageOptions {
  readonly url: string;
  readonly cookies: readonly { name: string; value: string; url: string }[];
  /** Local storage keys that mark hints as dismissed. */
  readonly dismissed: readonly string[];
  /** CPU throttling factor. */
  readonly throttle: number;
  /** The selector of an element that is present when the page can be used. The time of its first paint is recorded. */
  readonly ready: string;
  readonly beforeLoad?: (page: Page) => Promise<unknown>;
}

interface SlowPage {
  readonly page: Page;
  /** Resolves to the milliseconds from the navigation until the page was ready. */
  readonly ready: Promise<number>;
  /** Returns the gzipped size of all JavaScript fetched so far. */
  readonly scriptBytes: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/**
 * Keeps the browser from loading product pictures, which are external and not part of the measurement. Intercepting
 * requests instead would delay each request of the page.
 */
export const withoutPictures = '--host-resolver-rules=MAP *.media-amazon.com ~NOTFOUND';

/** CPU throttling factor that simulates a cheap laptop. */
export const laptop = 4;

/** Opens a page with CPU throttling that records the duration of each interaction until the next frame. */
export async function openSlowPage(browser: Browser, given: PageOptions): Promise<SlowPage> {
  const { url, cookies, dismissed, throttle, ready, beforeLoad } = given;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  // Rendering thousands of rows with throttling on a busy machine can take more than the default timeout.
  context.setDefaultTimeout(120_000);
  await context.addCookies([...cookies]);
  await context.addInitScript(noteInteractions(dismissed));
  await context.addInitScript(noteReady(ready));
  const page = await context.newPage();
  await beforeLoad?.(page);
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const isReady = awaitReady(page);
  await page.goto(url);
  return {
    page,
    ready: isReady,
    scriptBytes: async () => {
      const bodies = await Promise.all(scripts.map((response) => response.body()));
      return bodies.reduce((bytes, body) => bytes + gzipSync(body).length, 0);
    },
    close: () => context.close(),
  };
}

/**
 * Script that runs in the page and records event durations; browsers report 16 ms or more. Only events with an
 * interaction id count: pointer events caused by a page change under a resting pointer are dated to its last move.
 */
const noteInteractions = (dismissed: readonly string[]): string => `{
  for (const key of ${JSON.stringify(dismissed)}) localStorage.setItem(key, 'yes');
  const noted = (window.noted = []);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) noted.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}`;

/** The name of the performance mark that the page sets when it has painted the element that makes it ready. */
export const readyMark = 'watchpost ready';

/**
 * Returns a script that records, in the page, when the page is ready, and tells it on the console. Asking the page from
 * outside would run a script of 330 kB in it, which takes a tenth of a start.
 */
const noteReady = (selector: string): string => `{
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => console.debug('${readyMark}', performance.mark('${readyMark}').startTime)),
    );
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true });
}`;

/** Waits for the next load of the page, which has not begun. Resolves to the milliseconds until it is ready. */
export async function awaitReady(page: Page): Promise<number> {
  const told = await page.waitForEvent('console', (message) => message.text().startsWith(readyMark));
  return Number(told.text().slice(readyMark.length));
}

/**
 * Moves the pointer, waits and presses. Playwright's click is not used, because it queries the element under the
 * pointer at each event, which delays the events on a slow page.
 */
export async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to press');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(restMs);
  await page.mouse.down();
  await page.waitForTimeout(pressMs);
  await page.mouse.up();
}

export const pressKey = (page: Page, key: string): Promise<void> => page.keyboard.press(key, { delay: pressMs });

/** Time between pressing and releasing. */
const pressMs = 80;

/** Pause before the page is queried, because queries take main thread time. */
const restMs = 100;

/** Returns the longest event of an interaction in ms until the next frame; at least 16, the shortest reported time. */
export async function timeInteraction(page: Page, { act, done }: Interaction): Promise<number> {
  await page.evaluate('void (window.noted.length = 0)');
  await act(page);
  await page.waitForTimeout(restMs);
  await done(page);
  // Performance entries arrive after the frame to which they refer.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))');
  const longest = await page.evaluate('Math.max(16, ...window.noted)');
  return Number(longest);
}

export const countNodes = (page: Page): Promise<number> =>
  page.evaluate<number>("document.querySelectorAll('*').length");
