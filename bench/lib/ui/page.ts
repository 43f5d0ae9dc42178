import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page } from '@playwright/test';

export interface Interaction {
  readonly name: string;
  /** Does one thing that a person does. */
  readonly act: (page: Page) => Promise<unknown>;
  /** Until then the page is at work. */
  readonly done: (page: Page) => Promise<unknown>;
}

interface Opening {
  readonly url: string;
  readonly cookies: readonly { name: string; value: string; url: string }[];
  /** Keys of the local storage that say "seen already". */
  readonly dismissed: readonly string[];
  /** How much slower than this machine. */
  readonly throttle?: number;
}

interface Slow {
  readonly page: Page;
  /** Gzipped bytes of all JavaScript that was fetched so far. */
  readonly scriptBytes: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** A cheap laptop beside this machine. */
const laptop = 4;

/** A page on a slower computer, which notes how long each interaction took until the next picture. */
export async function openSlowPage(browser: Browser, given: Opening): Promise<Slow> {
  const { url, cookies, dismissed, throttle = laptop } = given;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  // A page that draws thousands of rows on a slow and busy computer takes its time.
  context.setDefaultTimeout(120_000);
  await context.addCookies([...cookies]);
  await context.addInitScript(noteInteractions(dismissed));
  // Pictures of products are elsewhere; nobody waits for them.
  await context.route(/media-amazon/, (route) => route.abort());
  const page = await context.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.goto(url);
  return {
    page,
    scriptBytes: async () => {
      const bodies = await Promise.all(scripts);
      return bodies.reduce((bytes, body) => bytes + gzipSync(body).length, 0);
    },
    close: () => context.close(),
  };
}

/**
 * Runs in the page; 16 ms is the shortest that browsers report. Presses and keys, which the browser gives an id; what comes
 * of a pointer that rests while the page changes under it has the age of its last move.
 */
const noteInteractions = (dismissed: readonly string[]): string => `{
  for (const key of ${JSON.stringify(dismissed)}) localStorage.setItem(key, 'yes');
  const noted = (window.noted = []);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) noted.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}`;

/**
 * As a hand does it, the pointer is there before it presses. Playwright's own click looks what lies under the pointer at
 * each event, on a slow page for as long as the answer takes.
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

/** As long as fingers take. */
const pressMs = 80;

/** So long the page is left alone: to ask it how it is takes its time too. */
const restMs = 100;

/** The longest event of an interaction in ms, from the press to the next picture; what is not reported took below 16. */
export async function timeInteraction(page: Page, { act, done }: Interaction): Promise<number> {
  await page.evaluate('void (window.noted.length = 0)');
  await act(page);
  await page.waitForTimeout(restMs);
  await done(page);
  // Entries come after the picture that they are about.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))');
  const longest = await page.evaluate('Math.max(16, ...window.noted)');
  return Number(longest);
}

export const countNodes = (page: Page): Promise<number> =>
  page.evaluate<number>("document.querySelectorAll('*').length");
