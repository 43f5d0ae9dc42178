import type { Page } from '@playwright/test';
import type { WorldAnswer } from '../shared/src/contract/world.ts';
import { watchdogs } from '../shared/src/watchdogs/registry.ts';
import { item } from '../shared/testing/world-builders.ts';
import { changeWorld } from './harness/changed-world.ts';
import { expect, test } from './harness/fixtures.ts';
import { installClock } from './screens/held-timers.ts';

const evidence = [
  { label: 'Sold by', value: 'Castline Direct and 3 other sellers with lower prices' },
  { label: 'Sales, last 30 days', value: '4.2 a day' },
  { label: 'Expected, the last 3 days', value: '126 units' },
  { label: 'Fulfillable', value: '1,204 units' },
  { label: 'Seller A2RESELLER0001', value: 'has the buy box' },
];
const message =
  'You at $34.90, now Castline Direct at $31.49, since 05:12, and two more sellers below your price who ship with Prime';

type WorldProduct = WorldAnswer['products'][number];

const issueOf =
  (type: string) =>
  ({ productId, sellerId, marketplace }: WorldProduct) => {
    const from = 'Kitchen & Dining > Cookware > Skillets';
    const statusDetails = { message, from, to: 'Sports & Outdoors > Camping Cookware', evidence };
    return [productId, item(`${type}-${productId}`, { productId, sellerId, marketplace, statusDetails })] as const;
  };

/** Returns a world with two issues of every kind of watchdog, each with the longest texts. */
function fullOfIssues(world: WorldAnswer): WorldAnswer {
  const products = world.products.slice(0, 2);
  const groups = watchdogs.flatMap(({ type, hasOwnItems }) => {
    const group = world.watchDogs[type];
    return group && !hasOwnItems ? [[type, { ...group, items: Object.fromEntries(products.map(issueOf(type))) }]] : [];
  });
  return { ...world, watchDogs: { ...world.watchDogs, ...Object.fromEntries(groups) } };
}

/** Returns the parts of issue rows that are cut off or covered, and the rows that are higher than specified. */
const findCutOff = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('article.issue')].flatMap((row) => {
    const name = row.closest('section').id;
    const { top, bottom, left, right, height } = row.getBoundingClientRect();
    const cut = [...row.querySelectorAll('.issue__buttons :is(a, button), .whitelist-seller')].filter((button) => {
      const box = button.getBoundingClientRect();
      return box.top < top || box.bottom > bottom || box.left < left || box.right > right;
    });
    const text = row.querySelector('.issue__what').getBoundingClientRect();
    const halves = [...row.querySelectorAll('.issue__what > *')].filter((line) => {
      const box = line.getBoundingClientRect();
      return box.left < text.right && box.bottom > text.bottom + 1;
    });
    const worth = row.querySelector('.issue__worth')?.getBoundingClientRect();
    const isCovered = worth && worth.bottom > row.querySelector('.issue__buttons').getBoundingClientRect().top + 1;
    return [
      ...(isCovered ? [name + ' has buttons over its status'] : []),
      ...halves.map((line) => name + ' shows half of: ' + line.textContent.trim()),
      ...cut.map((button) => name + ': ' + button.textContent.trim()),
      ...(Math.round(height) > 131 ? [name + ' is ' + Math.round(height) + ' px high'] : []),
    ];
  })`);

test('from 640 to 1920 px every issue row shows its buttons within its 130 px, and nothing scrolls sideways', async ({
  page,
  open,
}) => {
  await changeWorld(page, fullOfIssues);
  await page.setViewportSize({ width: 640, height: 6000 });
  await open('/home?view=wd');
  const rows = page.locator('article.issue');
  await expect(rows).toHaveCount(2 * watchdogs.filter(({ hasOwnItems }) => !hasOwnItems).length);
  await expect(rows.last().getByRole('button', { name: /^Mark seen/ })).toBeAttached();

  for (const width of [640, 768, 900, 1024, 1180, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 6000 });
    await expect(page.locator('.alert-card__frequency').first()).toBeVisible();
    expect(await findCutOff(page), `at ${width} px`).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
});

test('the row of an item that goes to and fro says so until its silence ends', async ({ page, open }) => {
  await installClock(page);
  const calmUntil = new Date((await page.evaluate<number>('Date.now()')) + 600_000).toISOString();
  await changeWorld(page, (world) => {
    const [first, second] = world.products.map(issueOf('lostBuybox'));
    const group = world.watchDogs['lostBuybox'];
    // An answer with changes need not name these products. It says nothing about issues then, because an issue of an
    // earlier journey may have changed.
    if (!first || !second || !group) return { ...world, watchDogs: {} };
    const items = Object.fromEntries([[first[0], { ...first[1], calmUntil }], second]);
    return { ...world, watchDogs: { lostBuybox: { ...group, items } } };
  });
  await open('/home?view=wd');
  const rows = page.locator('article.issue');
  const sign = page.getByText('Goes to and fro');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ has: sign })).toHaveCount(1);

  await page.clock.fastForward('10:11');
  await expect(rows).toHaveCount(2);
  await expect(sign).toHaveCount(0);
});
