import { chromium } from '@playwright/test';
import { findChromium } from '../../../scripts/chromium.ts';
import type { ProductSession } from '../../../scripts/sessions/product-session.ts';

const loadWithinMs = 60_000;

/** The dashboard in a browser. */
export interface DashboardPage {
  /** Resolves to the time at which the text appears on the page, in milliseconds since 1970. */
  whenTextAppears(text: string): Promise<number>;
  close(): Promise<void>;
}

export async function openDashboardPage(url: string, session: ProductSession): Promise<DashboardPage> {
  const { executablePath, args, environment } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...environment } });
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } });
  await context.addCookies(session.cookies());
  const page = await context.newPage();
  await page.goto('/home');
  // The live region for news is attached once the first world is rendered.
  await page.locator('output').first().waitFor({ state: 'attached', timeout: loadWithinMs });
  return {
    whenTextAppears: async (text) => Number(await page.evaluate(waitForText(text))),
    close: () => browser.close(),
  };
}

const waitForText = (text: string): string => `new Promise((resolve) => {
  const look = () => {
    if (![...document.querySelectorAll('output')].some((one) => one.textContent.includes(${JSON.stringify(text)}))) return;
    observer.disconnect();
    resolve(performance.timeOrigin + performance.now());
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
})`;
