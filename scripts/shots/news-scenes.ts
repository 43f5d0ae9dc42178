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

/** Returns a step that removes the stored dismissal of a hint and changes the page, so that the hint is drawn again. */
const showHint = (id: HintId) => async (page: Page) => {
  await page.evaluate(
    `localStorage.removeItem(${JSON.stringify(`watchpost.${hintKey(id)}`)}); document.body.append(document.createComment(''));`,
  );
  await page.locator('section.hint').waitFor();
};

/** Shows the hint about tabs. Phones have no cards with tabs, so it is not shown there. */
const showTabsHint = async (page: Page) => {
  await ((page.viewportSize()?.width ?? 0) > 767 ? showHint('wdtabs')(page) : undefined);
};

/** Scenes with new notifications, with none, and with hints for new users. */
export const newsScenes: readonly Scene[] = [
  { name: 'news', path: '/home', prepare: openReel },
  { name: 'news-empty', path: '/home', prepare: openEmptyReel },
  { name: 'hint', path: '/home', prepare: showHint('mainmenu') },
  { name: 'hint-issues', path: '/home?view=wd', prepare: showTabsHint },
];
