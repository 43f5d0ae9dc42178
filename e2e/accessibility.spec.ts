import type { Page } from '@playwright/test';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { group, product as buildProduct, world } from '@app/shared/testing/world-builders.ts';
import { helpScenes } from '../scripts/shots/help-scenes.ts';
import { newsScenes } from '../scripts/shots/news-scenes.ts';
import type { Scene } from '../scripts/shots/photograph.ts';
import { salesChartScenes } from '../scripts/shots/sales-chart.ts';
import { settingsScenes } from '../scripts/shots/settings-scenes.ts';
import { expect, test } from './harness/fixtures.ts';
import { card, row } from './screens/screens.ts';
import { panel } from './screens/settings-page.ts';
import { violationsInBothColours } from './screens/violations.ts';

const configure = (title: string) => async (page: Page) => {
  await card(page, title).getByRole('button', { name: 'Configure' }).click();
  await card(page, title).locator('.configure').getByRole('button', { name: 'Close' }).waitFor();
  await card(page, title).locator('.configure .skeleton').waitFor({ state: 'detached' });
};
const showTab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).first().click();
const answering = (path: string, status: number) => async (page: Page) => {
  await page.route(path, (route) => route.fulfill({ status, json: { error: 'No', message: 'No', code: 'internal' } }));
  await page.reload();
  await page.getByRole('heading').first().waitFor();
};

/** Returns the scenes with these names. Throws if there is none with one of them. */
const named = (scenes: readonly Scene[], ...names: readonly string[]): readonly Scene[] =>
  names.map((name) => {
    const found = scenes.find((scene) => scene.name === name);
    if (!found) throw new Error(`There is no scene “${name}”`);
    return found;
  });

const views: readonly Scene[] = [
  { name: 'home', path: '/home' },
  { name: 'issues', path: '/home?view=wd' },
  { name: 'stock', path: '/home?view=inv' },
  { name: 'table', path: '/table' },
  { name: 'connect', path: '/connect' },
];
/** The menu with a kind that is not counted as the chosen one, which is marked by a word instead of its counts. */
const uncounted = (type: string, changed: object): Scene => ({
  name: `menu with ${type}`,
  path: '/home?view=wd',
  prepare: async (page) => {
    const groups = { [type]: group([], changed) };
    await page.route('**/api/sentinel/stateoftheworld**', (route) =>
      route.fulfill({ json: world({ products: [buildProduct('1')], watchDogs: groups }) }),
    );
    await page.reload();
    await page.locator('.dog__note').click();
    await page.locator('.dog[aria-current]').waitFor();
  },
});
/** Scenes with an opened dialog or menu. `npm run shots` checks all scenes. */
const opened: readonly Scene[] = [
  { name: 'whitelist', path: '/home?view=wd', prepare: configure('Number of Sellers') },
  {
    name: 'mute menu',
    path: '/home?view=wd',
    prepare: async (page) => {
      await showTab(/^OK/)(page);
      await page.getByRole('button', { name: /^Mute/ }).first().click();
    },
  },
  uncounted('price', { status: groupStatus.preview }),
  uncounted('prime', { alertsEnabled: false }),
  ...named(newsScenes, 'news'),
  ...named(helpScenes, 'help-contact-wrong'),
  // The journeys of the settings check the settings page itself, so only one of its scenes is checked here.
  ...named(settingsScenes, 'settings-password'),
];
const troubles: readonly Scene[] = [
  { name: 'error', path: '/home', prepare: answering('**/api/sentinel/stateoftheworld**', 404) },
  {
    name: 'loading',
    path: '/home',
    prepare: async (page) => {
      await page.route('**/api/sentinel/stateoftheworld**', () => undefined);
      await page.reload({ waitUntil: 'commit' });
      await page.locator('main').first().waitFor();
    },
  },
  {
    name: 'offline',
    path: '/home?view=wd',
    prepare: async (page) => {
      await page.route('**/watchdogtype/settings/**', (route) => route.fulfill({ status: 503, body: '' }));
      await card(page, 'Lost Buy Box').getByRole('button', { name: 'Configure' }).click();
      await page.getByText('You seem to be offline').waitFor();
    },
  },
];

// In sequence, the tests of this file would take as long as all other tests together.
test.describe.configure({ mode: 'parallel' });
// Rows far from the viewport are not drawn, and one viewport of rows is enough for the check.
test.use({ viewport: { width: 1280, height: 900 } });

/** Returns the accessibility violations of these scenes, each with the name of its scene. */
async function wrongIn(page: Page, scenes: readonly Scene[]): Promise<string[]> {
  test.slow();
  const wrong: string[] = [];
  for (const { name, path, prepare } of scenes) {
    await test.step(name, async () => {
      // A URL that differs only in its fragment would not reload the page.
      await page.goto('about:blank');
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await page.getByLabel(/^Loading your (products|alerts|stock)$/).waitFor({ state: 'detached' });
      await prepare?.(page);
      wrong.push(...(await violationsInBothColours(page)).map((violation) => `${name}: ${violation}`));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
  return wrong;
}

test('the logged-out pages are accessible', async ({ page }) => {
  const scenes = ['/login', '/signup', '/verifyemail#nothing'].map((path) => ({ name: path, path }));
  expect(await wrongIn(page, scenes)).toEqual([]);
});

for (const [what, scenes] of Object.entries({ views, opened })) {
  test(`the states of the dashboard are accessible: ${what}`, async ({ page, open }) => {
    await open('/home');
    expect(await wrongIn(page, scenes)).toEqual([]);
  });
}

test('error states are accessible', async ({ page, open, pageErrors }) => {
  await open('/home');
  expect(await wrongIn(page, troubles)).toEqual([]);
  pageErrors.length = 0;
});

test('an open product, its sales and its issues are accessible', async ({ page, sandbox, pick }) => {
  const product = await pick();
  await page.goto('/home?view=wd');
  await sandbox.happen('listingSuspended', product);
  await row(page, product, 'Listing Suspended').waitFor();
  const scenes = [
    { name: 'wide', path: `/home?view=wd&q=${product.asin}` },
    { name: 'compact', path: `/home?view=wc&q=${product.asin}` },
    { name: 'product', path: `/home#pdet-${product.productId}` },
    ...salesChartScenes(product.productId).slice(0, 1),
  ];
  expect(await wrongIn(page, scenes)).toEqual([]);
});

test('what gets the focus by key is not covered by the bars at the ends of the window', async ({ page, open }) => {
  await open('/home');
  const covered: string[] = [];
  for (const path of ['/settings', '/productsettings', '/home?view=inv']) {
    await page.goto(path);
    await page.getByRole('button', { name: /^(Save|Import FBA Stock thresholds)$/ }).waitFor();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 60; press += 1) {
        await page.keyboard.press(key);
        const name = await page.evaluate<string | null>(coveredFocus);
        if (name !== null) covered.push(`${path}, ${key}: ${name}`);
      }
    }
  }
  expect(covered).toEqual([]);
});

test('a link to a section of the settings leads the Tab key there', async ({ page, open }) => {
  await open('/settings');
  const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Access tokens' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#tokens$/);
  await page.keyboard.press('Tab');
  await expect(panel(page, 'Access tokens').getByRole('button', { name: 'Create token' })).toBeFocused();
});

/** Evaluates to the name of the focused element if another element covers its centre, and otherwise to null. */
const coveredFocus = `(() => {
  const focused = document.activeElement;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  const isCovered = focused !== document.body && over !== null && !over.contains(focused) && !focused.contains(over);
  return isCovered ? focused.ariaLabel ?? focused.textContent : null;
})()`;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true });

  test('the dashboard is accessible', async ({ page, open }) => {
    await open('/home');
    const scenes = [...named(views, 'home', 'issues'), ...named(newsScenes, 'news'), ...named(helpScenes, 'help-menu')];
    expect(await wrongIn(page, scenes)).toEqual([]);
  });
});
