import type { Page, Route } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { worldOf } from './harness/watched-product.ts';
import { installClock } from './screens/held-timers.ts';
import { waitUntilLoaded } from './screens/screens.ts';

// A normal window height, because a shift is measured in shares of the window.
test.use({ viewport: { width: 1280, height: 800 } });

const paths = ['/home', '/settings', '/productsettings', '/table'] as const;
const announcement = 'On Sunday evening we move to a new data centre';

test('no page jumps when a banner comes or goes while somebody reads it', async ({ page, open }) => {
  const notices = await announceOn(page);
  await installClock(page);
  const banner = page.getByRole('status').filter({ hasText: announcement });
  const shifts: { path: string; whenCome: Shifts; whenGone: Shifts }[] = [];
  for (const path of paths) {
    notices.announced = null;
    const noticesAddress = path === '/home' ? /stateoftheworld/ : /notices/;
    await notices.awaitFirst(noticesAddress, () => open(path));
    await waitUntilLoaded(page);
    await observeShifts(page);

    notices.announced = announcement;
    await page.clock.fastForward('01:01');
    await expect(banner).toBeInViewport();
    const whenCome = await shiftOf(page);
    notices.announced = null;
    await page.clock.fastForward('01:01');
    await expect(banner).toHaveCount(0);

    const whenGone = await shiftOf(page);
    shifts.push({ path, whenCome, whenGone });
  }

  // A page that is opened with a banner reserves a place for it and keeps the place when the banner disappears.
  notices.announced = announcement;
  await open('/home');
  await page.clock.fastForward('01:01');
  await expect(banner).toBeInViewport();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Email & Account Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email & Account Settings' })).toBeVisible();
  await expect(banner).toBeInViewport();
  await waitUntilLoaded(page);
  await observeShifts(page);
  notices.announced = null;
  await page.clock.fastForward('01:01');
  await expect(banner).toHaveCount(0);
  shifts.push({ path: 'from /home to /settings', whenCome: { value: 0, moved: [] }, whenGone: await shiftOf(page) });
  expect(shifts.filter(({ whenCome, whenGone }) => Math.max(whenCome.value, whenGone.value) > 0.02)).toEqual([]);
});

test('on a page too short to be scrolled a banner that comes late covers nothing, and nothing jumps', async ({
  page,
  open,
  tenant,
}) => {
  await page.setViewportSize({ width: 1280, height: 2400 });
  const notices = await announceOn(page);
  await installClock(page);
  // One product, because the rows of all could be higher than the window.
  const [product] = (await worldOf(tenant.session)).products;
  await notices.awaitFirst(/notices/, () => open(`/table?q=${product?.asin1}`));
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await waitUntilLoaded(page);
  await observeShifts(page);

  notices.announced = announcement;
  await page.clock.fastForward('01:01');
  const banner = page.getByRole('status').filter({ hasText: announcement });
  await expect(banner).toBeInViewport({ ratio: 1 });

  const { value, moved } = await shiftOf(page);
  expect(value, moved.join('\n')).toBeLessThan(0.02);
  const bannerTop = (await banner.boundingBox())?.y ?? 0;
  const contentEnd = await page.getByRole('row').last().boundingBox();
  expect(bannerTop).toBeGreaterThan((contentEnd?.y ?? Infinity) + (contentEnd?.height ?? 0));
  await page.getByRole('heading').first().click({ trial: true });
});

test('a page that stays open says within a minute that the service has ended, and that it is on again', async ({
  page,
  signUp,
}) => {
  await signUp();
  let changed = {};
  await page.route('**/api/auth/isauthenticated', async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, ...changed } });
  });
  await installClock(page);
  const banner = page.getByText('Your account has no payment method.');
  for (const path of ['/home', '/settings']) {
    changed = {};
    await page.goto(path);
    await waitUntilLoaded(page);
    await expect(banner).toHaveCount(0);

    changed = { paymentStatus: 1 };
    await page.clock.fastForward('01:01');

    await expect(banner).toBeVisible();
    changed = {};
    await page.clock.fastForward('01:01');
    await expect(banner).toHaveCount(0);
  }
});

test('a reminder that one person has closed is still shown to another one who uses the same browser', async ({
  page,
  signUp,
}) => {
  const reminder = page.getByRole('status').filter({ hasText: 'Please verify your e-mail address.' });
  await signUp({ email: 'first-at-this-browser@watchpost.test' });
  await page.goto('/settings');
  const next = page.locator('#content').getByRole('link').first();
  await expect(next).toBeVisible();
  await reminder.getByRole('button', { name: 'Close' }).click();
  await expect(reminder).toHaveCount(0);
  await expect(next).toBeFocused();

  await signUp({ email: 'second-at-this-browser@watchpost.test' });
  await page.goto('/settings');

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(reminder).toBeVisible();
});

/** The parameters by which a first load of the world and its later polls differ. */
const loadParameters = ['init', 'state', 'packed', 'parts'];

interface Notices {
  announced: string | null;
  /** Opens a page and waits for the first answer with its notices, whose banner may move the content. */
  readonly awaitFirst: (address: RegExp, open: () => Promise<void>) => Promise<void>;
}

/**
 * Replaces the announcement in the server's answers by `announced`. Everything else stays as in the first answer,
 * because an issue of an earlier journey may end while the page is watched, and its row would leave the list, or a
 * source may be late, and its marketplace would be marked as stale.
 */
async function announceOn(page: Page): Promise<Notices> {
  const answered: string[] = [];
  const notices: Notices = {
    announced: null,
    awaitFirst: async (address, open) => {
      answered.length = 0;
      await open();
      await expect.poll(() => answered).toContainEqual(expect.stringMatching(address));
    },
  };
  const answers = new Map<string, Promise<object>>();
  const ask = (route: Route, url: string): Promise<object> => {
    const asked = route.fetch({ url }).then(async (response) => (await response.json()) as object);
    answers.set(url, asked);
    return asked;
  };
  const announce = async (route: Route) => {
    const url = new URL(route.request().url());
    // Without these parameters the answer is the whole world, which the page accepts as the answer to a poll too.
    for (const parameter of loadParameters) url.searchParams.delete(parameter);
    const answer = (await answers.get(url.href)) ?? (await ask(route, url.href));
    if (!('announcement' in answer)) return route.fulfill({ json: answer });
    await route.fulfill({ json: { ...answer, announcement: notices.announced } });
    answered.push(url.pathname);
  };
  await page.route(/\/api\/sentinel\/(stateoftheworld\?|notices|freshness)/, announce);
  return notices;
}

interface Shifts {
  readonly value: number;
  /** The elements that have moved, with their former and new places, for the message of a failed assertion. */
  readonly moved: readonly string[];
}

/** Records the layout shifts that no input of the user has caused, and their sum. */
const observeShifts = (page: Page): Promise<void> =>
  page.evaluate(`
    window.shifted = { value: 0, moved: [] };
    const isOf = (rect) => rect.y + '+' + rect.height;
    const add = (entries) => {
      for (const { value, hadRecentInput, sources } of entries) {
        if (hadRecentInput) continue;
        shifted.value += value;
        for (const { node, previousRect, currentRect } of sources)
          shifted.moved.push([node?.outerHTML?.slice(0, 80) ?? node?.textContent, isOf(previousRect), isOf(currentRect)].join(' '));
      }
    };
    window.shifts = new PerformanceObserver((list) => add(list.getEntries()));
    window.takeShifts = () => add(window.shifts.takeRecords());
    window.shifts.observe({ type: 'layout-shift' });
  `);

/**
 * Returns the layout shifts so far. Waits for one animation frame first, because Playwright finds an element in view
 * only after a frame.
 */
async function shiftOf(page: Page): Promise<Shifts> {
  await expect(page.getByRole('banner')).toBeInViewport();
  return page.evaluate<Shifts>('window.takeShifts(); window.shifted');
}
