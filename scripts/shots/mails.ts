import type { Browser, Page } from '@playwright/test';
import { sampleMails } from '../../server/testing/mails/sample-mails.ts';
import { inRoot } from '../root.ts';
import { say } from '../say.ts';

/** The design width of the mails, and the width of a phone. */
const widths = [600, 390];

/** Photographs every mail in light and dark colours. */
export async function photographMails(browser: Browser): Promise<void> {
  for (const width of widths) {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      deviceScaleFactor: width === 390 ? 2 : 1,
    });
    const page = await context.newPage();
    for (const [name, { html }] of sampleMails()) await takeMail(page, html, `mail-${name}-${width}`);
    await context.close();
  }
}

async function takeMail(page: Page, html: string, name: string): Promise<void> {
  await page.setContent(withPictures(html), { waitUntil: 'load' });
  const widest = Number(await page.evaluate('document.documentElement.scrollWidth'));
  if (widest > (page.viewportSize()?.width ?? 0)) say(`${name} is ${widest} px wide.`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: inRoot('shots', `${name}-${colorScheme}.png`), fullPage: true });
  }
}

/**
 * Replaces attached pictures, which a browser cannot load, by drawn pictures on white, which look like product
 * pictures.
 */
function withPictures(html: string): string {
  let shown = 0;
  return html.replaceAll(/"cid:[^"]*"/g, () => {
    shown += 1;
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#fff"/><circle cx="24" cy="24" r="14" fill="hsl(${shown * 90} 30% 35%)"/></svg>`;
    return `"data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}"`;
  });
}
