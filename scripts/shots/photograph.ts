import type { Browser, BrowserContext, Page } from '@playwright/test';
import { dismissHints } from '../../e2e/hints.ts';
import { card } from '../../e2e/screens.ts';
import { violationsIn } from '../../e2e/violations.ts';
import { inRoot } from '../root.ts';

export interface Scene {
  /** Of the picture; the screen and the colours are added. */
  readonly name: string;
  readonly path: string;
  /** All of the page in one picture, not only what fits the screen. */
  readonly isTall?: boolean;
  /** What comes is not waited for: the picture is of the waiting. */
  readonly isLoading?: boolean;
  /** The watchdog whose card alone is on the picture. Phones have no cards. */
  readonly cardOf?: string;
  /** The same with its panel opened. */
  readonly panelOf?: string;
  /** The only screen that has it. */
  readonly on?: 'desktop' | 'phone';
  /** What is done before the page is opened: answers of the server that are made up. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** What is done on the page before the picture. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** What that shows goes by itself: it is done again for each colour. */
  readonly isBrief?: boolean;
}

interface Sitting {
  readonly url: string;
  readonly scenes: readonly Scene[];
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
}

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

const colorSchemes = ['light', 'dark'] as const;

/** In the page, if it is one of ours: what the last scene has made up is not the world of the next. */
const forgetWorld = `{ if (location.protocol.startsWith('http')) localStorage.removeItem('watchpost.world'); }`;

/** In the page: nothing more comes, fonts are there, and every picture shown; what never comes is not waited for. */
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
  // What a list of its own has out of sight is not fetched.
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

/** Every scene on a wide screen and, meanwhile, on a phone, in light and dark colours. Resolves to what is wrong with them. */
export async function photograph(browser: Browser, sitting: Sitting): Promise<readonly string[]> {
  const wrong = await Promise.all([photographOn(browser, 'desktop', sitting), photographOn(browser, 'phone', sitting)]);
  return wrong.flat();
}

async function photographOn(
  browser: Browser,
  screen: keyof typeof screens,
  { url, scenes, cookies }: Sitting,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const options = screens[screen];
  // No colour is on its way to another: those outside the screen would be for ever.
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

/** The page is opened once, as the way there is most of the time. What cannot be photographed leaves out no other. */
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
  // Addresses that differ in what follows # would stay on the page.
  await page.goto('about:blank');
  await before?.(page);
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  await page.getByLabel('Loading your products').waitFor({ state: 'detached' });
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

/** What is as tall as the screen would grow for ever. */
const mostStretches = 6;

/** In the page: what is drawn after the next picture has had its turn. */
const drawn = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

/** What is far down is drawn only when it is on the screen, and may then be taller than was thought: until it fits. */
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
