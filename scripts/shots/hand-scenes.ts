import type { Locator, Page } from '@playwright/test';
import { card } from '../../e2e/screens/screens.ts';
import type { Scene } from './photograph.ts';

const whitelisting = 'Number of Sellers';
const setup = (page: Page): Locator => page.getByRole('region', { name: 'Setup' });

const typeSeller =
  (address: string, isAdded: boolean) =>
  async (page: Page): Promise<void> => {
    await card(page, whitelisting).getByRole('button', { name: 'Configure' }).click();
    const panel = page.getByRole('form', { name: `Configure ${whitelisting}` });
    await panel.getByRole('textbox', { name: 'Whitelist' }).fill(address);
    if (isAdded) await panel.getByRole('button', { name: 'Add' }).click();
  };

/** Returns a step that opens the panel with this title below the table. */
const unfoldPanel = (title: string) => async (page: Page) => {
  await setup(page)
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click();
  await setup(page)
    .getByRole('link', { name: `Export ${title}` })
    .scrollIntoViewIfNeeded();
};

const setDefaults = async (page: Page): Promise<void> => {
  await setup(page)
    .getByRole('button', { name: /^Default thresholds/ })
    .click();
  const days = setup(page).getByRole('textbox', { name: /alert/i }).or(setup(page).getByRole('spinbutton')).first();
  await days.fill('14');
  await days.blur();
};

const openMenu = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Returns a step that swipes with the mouse button held down. The next scene releases the button. */
const swipeBy = (by: number) => async (page: Page) => {
  const box = await page.getByRole('article').first().boundingBox();
  if (!box) throw new Error('There is an alert');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 6 });
};

async function setThresholds(page: Page): Promise<void> {
  await page
    .getByRole('table', { name: 'Runway' })
    .getByRole('button', { name: /^(Set|[\d,]+ days)/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Alert at days left').fill('a week');
}

/** Scenes of manual input: whitelisted sellers, stock thresholds, and swiped alerts. */
export const handScenes: readonly Scene[] = [
  {
    name: 'whitelist-wrong',
    path: '/home?view=wd',
    cardOf: whitelisting,
    prepare: typeSeller('https://www.amazon.com/gp/help', false),
  },
  {
    name: 'whitelist-added',
    path: '/home?view=wd',
    cardOf: whitelisting,
    prepare: typeSeller('https://www.amazon.com/sp?seller=A2L77EE7U53NWQ', true),
  },
  ...['FBA Stock thresholds', 'FBM Stock thresholds', 'Sales volume thresholds'].map((title) => ({
    name: `stock-${title.toLowerCase().replaceAll(' ', '-')}`,
    path: '/home?view=inv',
    on: 'desktop' as const,
    prepare: unfoldPanel(title),
  })),
  { name: 'stock-defaults', path: '/home?view=inv', on: 'desktop', prepare: setDefaults },
  { name: 'stock-dialog', path: '/home?view=inv', on: 'desktop', prepare: setThresholds },
  { name: 'home-account-menu', path: '/home', on: 'desktop', prepare: openMenu('Account menu') },
  { name: 'home-state-filter', path: '/home?view=wd', on: 'desktop', prepare: openMenu('Filter') },
  {
    name: 'home-ok-tab',
    path: '/home?view=wd',
    on: 'desktop',
    prepare: (page) => page.getByRole('tab', { name: /^OK/ }).first().click(),
  },
  { name: 'inbox-swiped-right', path: '/home?view=wd', on: 'phone', prepare: swipeBy(110) },
  { name: 'inbox-swiped-left', path: '/home?view=wd', on: 'phone', prepare: swipeBy(-110) },
];
