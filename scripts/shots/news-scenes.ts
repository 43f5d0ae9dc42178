import type { Page } from '@playwright/test';
import { hintKey, type HintId } from '../../web/src/features/onboarding/hint-ids.ts';
import type { Scene } from './photograph.ts';

async function openReel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Recent Notifications' }).click();
  await page.getByRole('switch', { name: 'Desktop notifications' }).waitFor();
}

async function openEmptyReel(page: Page): Promise<void> {
  await openReel(page);
  await page.getByRole('button', { name: 'Clear list' }).click();
}

/** The dismissal is taken back, and the page touched as if it had been drawn anew. */
const showHint = (id: HintId) => async (page: Page) => {
  await page.evaluate(
    `localStorage.removeItem(${JSON.stringify(`watchpost.${hintKey(id)}`)}); document.body.append(document.createComment(''));`,
  );
  await page.locator('section.hint').waitFor();
};

/** Phones have no cards whose tabs could be explained. */
const showTabsHint = async (page: Page) => {
  await ((page.viewportSize()?.width ?? 0) > 767 ? showHint('wdtabs')(page) : undefined);
};

/** What is new since somebody looked, nothing at all, and what is explained to newcomers. */
export const newsScenes: readonly Scene[] = [
  { name: 'news', path: '/home', prepare: openReel },
  { name: 'news-empty', path: '/home', prepare: openEmptyReel },
  { name: 'hint', path: '/home', prepare: showHint('mainmenu') },
  { name: 'hint-issues', path: '/home?view=wd', prepare: showTabsHint },
];
