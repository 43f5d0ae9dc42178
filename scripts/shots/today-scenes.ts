import type { Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

/**
 * Scenes of today's issues: collapsed and expanded, with selected issues, and with done issues. Phones have other
 * controls for some of these states.
 */
export const todayScenes: readonly Scene[] = [
  { name: 'home-scrolled', path: '/home', prepare: (page) => page.evaluate('window.scrollTo(0, 900)') },
  { name: 'issues-unfolded', path: '/home?view=wd', prepare: unfold },
  { name: 'issues-selected', path: '/home?view=wd', prepare: pickTwo },
  {
    name: 'issues-done',
    path: '/home?view=wd',
    prepare: (page) => page.getByRole('tab', { name: 'Done' }).first().click(),
  },
];

async function unfold(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Unfold today' });
  if (await button.isVisible()) {
    await button.click();
  }
}

async function pickTwo(page: Page): Promise<void> {
  for (const key of ['j', 'x', 'j', 'x']) {
    await page.keyboard.press(key);
  }
}
