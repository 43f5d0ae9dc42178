import type { Browser, BrowserContext, Page } from '@playwright/test';
import { dismissHints } from '../../e2e/harness/hints.ts';
import { card } from '../../e2e/screens/screens.ts';
import { violationsIn } from '../../e2e/screens/violations.ts';
import { inRoot } from '../root.ts';

export interface Scene {
  /** The name of the picture. The screen and the colours are added to it. */
  readonly name: string;
  readonly path: string;
  /** Whether the picture contains the whole page instead of the visible part. */
  readonly isTall?: boolean;
  /** Whether the picture shows a loading state, so that nothing waits for the content. */
  readonly isLoading?: boolean;
  /** Photographs only the card of this watchdog. Phones have no cards. */
  readonly cardOf?: string;
  /** Photographs only the card of this watchdog, with its settings panel opened. */
  readonly panelOf?: string;
  /** The only screen on which the scene exists. */
  readonly on?: 'desktop' | 'phone';
  /** Runs before the page is opened, for example to mock answers of the server. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Runs on the page before the picture. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Whether `prepare` shows something that disappears by itself and has to be repeated for each colour. */
  readonly isBrief?: boolean;
}

interface PhotoSession {
  readonly url: string;
  readonly scenes: readonly Scene[];
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
}

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

const colorSchemes = ['light', 'dark'] as const;

/** Runs in the page: removes the stored world, so that the mocked data of one scene do not appear in the next. */
const forgetWorld = `{ if (location.protocol.startsWith('http')) localStorage.removeItem('watchpost.world'); }`;

/**
 * Runs in the page: waits until loading has stopped, fonts are ready and visible pictures are decoded, for at most 8
 * s.
 */
const settled = `Promise.race([new Promise((resolve) => setTimeout(resolve, 8000)), (async () => {
  for (let before = ''; ; ) {
    const now = performance.getEntriesByType('resource').length + ' ' + document.getElementsByTagName('*').length;
    const waiting = [...document.querySelectorAll('.skeleton')];
    if (now === before && !waiting.some((one) => one.getBoundingClientRect().top < innerHeight)) break;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await document.fonts.ready;
  const pictures = [...document.images];
  // Pictures that are out of sight in a scrolling list are not loaded.
  const seen = new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      resolve(entries.filter((entry) => entry.isIntersecting));
      observer.disconnect();
    });
    for (const picture of pictures) observer.observe(picture);
  });
  const shown = pictures.length === 0 ? [] : await seen;
  await Promise.all(shown.map(({ target }) => target.decode().catch(() => undefined)));
})()]).then(() => true)`;

/**
 * Photographs every scene on a wide screen and on a phone at the same time, in light and dark colours. Returns the
 * problems found.
 */
export async function photograph(browser: Browser, sitting: PhotoSession): Promise<readonly string[]> {
  const wrong = await Promise.all([photographOn(browser, 'desktop', sitting), photographOn(browser, 'phone', sitting)]);
  return wrong.flat();
}

async function photographOn(
  browser: Browser,
  screen: keyof typeof screens,
  { url, scenes, cookies }: PhotoSession,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const options = screens[screen];
  // Motion is reduced, because a colour transition outside the screen would never finish.
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce', locale: 'en-GB', baseURL: url });
  await context.addCookies(cookies);
  await dismissHints(context);
  const page = await context.newPage();
  for (const scene of scenes.filter((one) => screenOf(one) === undefined || screenOf(one) === screen)) {
    await page.setViewportSize(options.viewport);
    wrong.push(...(await takeInBothColours(page, scene, `${scene.name}-${screen}`)));
  }
  await context.close();
  return wrong;
}

const cardIn = ({ cardOf, panelOf }: Scene): string | undefined => cardOf ?? panelOf;
const screenOf = (scene: Scene): Scene['on'] => scene.on ?? (cardIn(scene) === undefined ? undefined : 'desktop');

/**
 * Opens the page once for both colours, because opening takes most of the time. A failure does not affect other
 * scenes.
 */
async function takeInBothColours(page: Page, scene: Scene, name: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  try {
    await page.emulateMedia({ colorScheme: 'light' });
    await arrange(page, scene);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    const room = page.viewportSize()?.width ?? width;
    if (width > room) wrong.push(`${width - room} px wider than the screen`);
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      if (scene.isBrief && colorScheme !== colorSchemes[0]) await scene.prepare?.(page);
      await page.evaluate(drawn);
      await shoot(page, scene, `${name}-${colorScheme}.png`);
      wrong.push(...(await violationsIn(page, colorScheme)).map((violation) => `${colorScheme}: ${violation}`));
    }
  } catch (error) {
    wrong.push(`no picture: ${error instanceof Error ? error.message : String(error)}`);
  }
  return wrong.map((what) => `${name}: ${what}`);
}

async function arrange(page: Page, { path, isTall, isLoading, panelOf, before, prepare }: Scene): Promise<void> {
  await page.unrouteAll();
  await page.mouse.up();
  await page.evaluate(forgetWorld);
  // A URL that differs only in its fragment would not reload the page.
  await page.goto('about:blank');
  await before?.(page);
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  await page.getByLabel(/^Loading your (products|alerts|stock)$/).waitFor({ state: 'detached' });
  if (/#(pdet|saleschart)-/.test(path)) await page.getByRole('dialog').or(page.locator('.toast')).first().waitFor();
  await page.evaluate(settled);
  await prepare?.(page);
  if (isLoading !== true) await page.evaluate(settled);
  if (panelOf !== undefined) {
    await card(page, panelOf).getByRole('button', { name: 'Configure' }).click();
  }
  if (isTall) {
    await stretch(page);
  }
}

async function shoot(page: Page, scene: Scene, file: string): Promise<void> {
  const picture = { path: inRoot('shots', file), animations: 'disabled' } as const;
  const title = cardIn(scene);
  await (title === undefined ? page.screenshot(picture) : card(page, title).screenshot(picture));
}

/** The limit of enlargements, because an element that is as tall as the screen would make the page grow endlessly. */
const mostStretches = 6;

/** Runs in the page: waits until the effects of the next frame have run. */
const drawn = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

/**
 * Enlarges the screen until the page fits, because distant parts are drawn only when visible, and may then be taller
 * than estimated.
 */
async function stretch(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  let last = 0;
  for (let times = 0; times < mostStretches; times += 1) {
    await page.evaluate(drawn);
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    if (height === last) break;
    last = height;
    await page.setViewportSize({ width, height });
    await page.evaluate(settled);
  }
}
