import type { Page, Route } from '@playwright/test';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import { card } from '../../e2e/screens/screens.ts';
import type { Scene } from './photograph.ts';

const worldCalls = '**/api/sentinel/stateoftheworld**';

/** Reloads the page without its stored copy of the world, which the page would otherwise show immediately. */
async function comeAnew(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.route(worldCalls, (route) => void answer(route));
  await page.evaluate(`localStorage.removeItem('watchpost.world')`);
  await page.reload({ waitUntil: 'commit' });
}

const withWorld = (state: ReturnType<typeof world>) => async (page: Page) => {
  await comeAnew(page, (route) => route.fulfill({ json: state }));
  await page.getByRole('heading').first().waitFor();
};

const refusing = (status: number) => (route: Route) =>
  route.fulfill({ status, json: { error: 'No', message: 'The answer could not be made', code: 'internal' } });

async function loading(page: Page): Promise<void> {
  await comeAnew(page, () => undefined);
  await page.getByLabel('Loading your products').waitFor();
}

async function failing(page: Page): Promise<void> {
  await comeAnew(page, refusing(404));
  await page.getByRole('heading').first().waitFor();
}

async function offline(page: Page): Promise<void> {
  await page.route('**/api/sentinel/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await page.getByText('You seem to be offline').waitFor();
}

/** Shows a change that the server refuses. The page must not show a refusal as being offline. */
async function refused(page: Page): Promise<void> {
  await page.route('**/watchdog/**', refusing(409));
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  await page
    .getByRole('button', { name: isPhone ? /^(Mark )?[Dd]one/ : 'Mark seen' })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

async function loggedOut(page: Page): Promise<void> {
  await page.route('**/api/sentinel/**', (route) =>
    route.fulfill({ status: 401, headers: { 'WWW-Authenticate': 'Session' }, json: { code: 'unauthorized' } }),
  );
  await page.reload();
  await page.getByRole('dialog').waitFor();
}

const kinds = ['lostBuybox', 'bestSellerBadge', 'inventory'] as const;
const calm = product('1', { productName: 'Cast-iron skillet 26 cm', asin1: 'B09M3QT7LD', ageHours: 900 });
const noItems = { lostBuybox: group([]), price: group([]), inventory: group([]) };

/** The watchdogs that cannot work with a page-data provider that has prices but no reviews or badges. */
const unread = Object.fromEntries(
  (['badReview', 'topReview', 'starRatingRecentChange', 'bestSellerBadge'] as const).map((kind) => [
    kind,
    group([], { message: 'Needs a page-data provider that shows reviews and badges', checkFrequencyMinutes: 0 }),
  ]),
);

/** Returns a world of five thousand products, every third of which has an issue. */
function manyIssues(): ReturnType<typeof world> {
  const ids = Array.from({ length: 5000 }, (_, n) => String(n + 1));
  const products = ids.map((id) =>
    product(id, { productName: `Product with a name as long as they are ${id}`, asin1: `B0${id.padStart(8, '0')}` }),
  );
  const items = ids.map((id) => item(`lostBuybox-${id}`, { status: Number(id) % 3 === 0 ? 2 : 0 }));
  return world({ products, watchDogs: { lostBuybox: group(items) } });
}

/** Shows a short page to which a banner is added while somebody reads it. */
async function announceLate(page: Page): Promise<void> {
  const announcement = 'On Sunday evening we move to a new data centre';
  await page.route('**/api/sentinel/notices*', (route) => route.fulfill({ json: { announcement, accountErrors: [] } }));
  await page.clock.fastForward('01:01');
  await page.getByText(announcement).waitFor();
}

const lost = (id: string, given: Partial<WorldItem> = {}): WorldItem => {
  const message = 'The buy box went from you at $34.90 to seller A2UKR47RHS0DCY at $31.49';
  const statusDetails = { message, from: 'You $34.90', to: 'A2UKR47RHS0DCY $31.49', evidence: [] };
  return item(`lostBuybox-${id}`, { statusDetails, ...given });
};

/**
 * A world with two issues: the item of the first changes so often that its messages are held, the item of the second
 * does not.
 */
const restless = world({
  products: [calm, product('2', { productName: 'Kettle', asin1: 'B09M3QT7LE', ageHours: 900 })],
  watchDogs: { ...noItems, lostBuybox: group([lost('1', { calmUntil: '2100-01-01T00:00:00.000Z' }), lost('2')]) },
});

const narrow = (page: Page) => page.setViewportSize({ width: 640, height: 900 });

/** Unusual states of the dashboard. */
export const stateScenes: readonly Scene[] = [
  { name: 'state-loading', path: '/home', isLoading: true, prepare: loading },
  { name: 'state-error', path: '/home', prepare: failing },
  { name: 'state-offline', path: '/home', prepare: offline },
  { name: 'state-refused', path: '/home?view=wd', prepare: refused },
  { name: 'state-logged-out', path: '/home', isLoading: true, prepare: loggedOut },
  { name: 'state-empty', path: '/home', prepare: withWorld(world({ products: [] })) },
  { name: 'state-calm', path: '/home', prepare: withWorld(world({ products: [calm], watchDogs: noItems })) },
  {
    name: 'state-calm-issues',
    path: '/home?view=wd',
    prepare: withWorld(world({ products: [calm], watchDogs: noItems })),
  },
  {
    name: 'state-suppressed',
    path: '/home?view=wd',
    prepare: withWorld(
      world({
        products: [calm],
        watchDogs: Object.fromEntries(kinds.map((kind) => [kind, group([], { alertsEnabled: false })])),
      }),
    ),
  },
  {
    name: 'state-without-reviews',
    path: '/home?view=wd',
    prepare: withWorld(world({ products: [calm], watchDogs: unread })),
  },
  {
    name: 'state-late-banner',
    path: '/table?q=kettle',
    before: (page) => page.clock.install(),
    prepare: announceLate,
  },
  { name: 'state-to-and-fro', path: '/home?view=wd', prepare: withWorld(restless) },
  { name: 'state-narrow', path: '/home', on: 'desktop', prepare: narrow },
  { name: 'state-narrow-issues', path: '/home?view=wd', on: 'desktop', prepare: narrow },
  { name: 'state-narrow-table', path: '/table', on: 'desktop', prepare: narrow },
  { name: 'state-much', path: '/home', prepare: withWorld(manyIssues()) },
  { name: 'state-much-issues', path: '/home?view=wd', prepare: withWorld(manyIssues()) },
  { name: 'state-nothing-found', path: '/home?q=nothing-is-called-that' },
  {
    name: 'state-broken-panel',
    path: '/home?view=wd',
    panelOf: 'Star Rating Change',
    prepare: (page) => page.route('**/watchdogtype/settings/**', refusing(404)),
  },
  {
    name: 'state-info-tab',
    path: '/home?view=wd',
    on: 'desktop',
    prepare: (page) => card(page, 'Lost Buy Box').getByRole('tab', { name: /^Info/ }).click(),
  },
];
