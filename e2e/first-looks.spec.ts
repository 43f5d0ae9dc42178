import type { WorldAnswer } from '../shared/src/contract/world.ts';
import { item } from '../shared/testing/world-builders.ts';
import { changeWorld } from './harness/changed-world.ts';
import { expect, test } from './harness/fixtures.ts';

test.use({ viewport: { width: 1280, height: 900 } });

/** Returns the world as it is before the watchdogs judge any product. */
const beforeFirstLooks = (world: WorldAnswer): WorldAnswer => ({
  ...world,
  watchDogs: Object.fromEntries(
    Object.entries(world.watchDogs).map(([type, group]) => [
      type,
      type === 'keyword' ? group : { ...group, items: Object.fromEntries(world.products.map(unjudged(type))) },
    ]),
  ),
});

const unjudged =
  (type: string) =>
  ({ productId, sellerId, marketplace }: WorldAnswer['products'][number]) =>
    [productId, item(`${type}-${productId}`, { status: 99, productId, sellerId, marketplace, date: null })] as const;

test('before the first looks are over nothing is called fine', async ({ page, open }) => {
  await changeWorld(page, beforeFirstLooks);
  await open('/home');

  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText(/^Still being checked: (\d+) of \1 products\.$/);
  await expect(page.getByText('Still being checked', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No open issues', { exact: true })).toHaveCount(0);

  await page.goto('/home?view=wd');
  await expect(page.getByRole('region', { name: 'Missing Image' })).toContainText(/Still being checked: (\d+) of \1/);
});

test('an account whose authorisation is lost is never part of an all-clear', async ({ page, open }) => {
  await changeWorld(page, (world) => ({
    ...world,
    watchDogs: Object.fromEntries(
      Object.entries(world.watchDogs).map(([type, group]) => [type, { ...group, items: {} }]),
    ),
    sellerAccounts: world.sellerAccounts.map((account) => ({ ...account, mayNeedReauthorization: true })),
  }));
  await open('/home');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing new is known.');
  await expect(page.getByText('No open issues', { exact: true })).toHaveCount(0);
});
