import { beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { muteItem } from '@app/shared/contract/triage.ts';
import { stateOfTheWorld, suppressedAlerts } from '@app/shared/contract/world.ts';
import { countWorld } from '@app/shared/world/counts.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { catalogFacts } from '../../../testing/database/factories.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { createJudging } from '../judging/ingest.ts';
import { saveTenantFeatures } from '../judging/settings/tenant-features-queries.ts';
import type { TenantFeatures } from '../judging/settings/tenant-features.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;
let epochs = 0;

beforeEach(async () => {
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner);
});

const set = (features: Partial<TenantFeatures>) =>
  api.worker.tenant(owner.tenantId, async (tx) => {
    const epoch = `epoch${(epochs += 1)}`;
    await nextWorldVersion(tx, owner.tenantId);
    await saveTenantFeatures(tx, owner.tenantId, { suppressedTypes: [], groupStatuses: {}, ...features, epoch });
  });

async function loseImage(): Promise<void> {
  api.clock.advance(60_000);
  const judging = createJudging({ db: api.worker, clock: api.clock });
  const seen = { productId: product.productId, aspect: 'catalog', sku: '', observedAt: api.clock.now() } as const;
  await judging.ingest(owner.tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
}

const world = (state?: string) => owner.call(stateOfTheWorld, { query: { state } });

async function mails(): Promise<number> {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ count: string }>`select count(*) from deliveries d where d.tenant_id = ${owner.tenantId}`.execute(tx),
  );
  return Number(rows[0]?.count ?? 0);
}

test('an alert of a kind that is on is mailed and counted', async () => {
  await loseImage();

  const now = await world();
  expect(now.watchDogs['imageMissing']).toMatchObject({ status: 0, alertsEnabled: true });
  expect(countWorld(now)).toMatchObject({ uncheckedAlerts: 1 });
  expect(await mails()).toBe(1);
});

test('a kind in preview shows its alerts, but neither counts nor mails them', async () => {
  await set({ groupStatuses: { imageMissing: 20 } });
  await loseImage();

  const now = await world();
  expect(now.watchDogs['imageMissing']).toMatchObject({
    status: 20,
    items: { [product.productId]: { status: 2 } },
  });
  expect(countWorld(now)).toMatchObject({ uncheckedAlerts: 0 });
  expect(await mails()).toBe(0);
});

test('a hidden kind is neither shown, counted nor mailed', async () => {
  await set({ groupStatuses: { imageMissing: 21 } });
  await loseImage();

  const now = await world();
  expect(now.watchDogs['imageMissing']).toMatchObject({ status: 21, items: {} });
  expect(now.notifications).toEqual([]);
  expect(await mails()).toBe(0);
});

test('a kind outside the plan is named as in the alert settings, without items and mails', async () => {
  await set({ suppressedTypes: ['imageMissing', 'lostBuybox'] });
  await loseImage();

  expect(await owner.call(suppressedAlerts, {})).toEqual(['IMAGE_MISSING', 'LOST_BUYBOX']);
  const now = await world();
  expect(now.watchDogs['imageMissing']).toMatchObject({ status: 0, alertsEnabled: false, items: {} });
  expect(now.notifications).toEqual([]);
  expect(await mails()).toBe(0);
});

test.each([
  ['in preview', { groupStatuses: { imageMissing: 20 } }],
  ['outside the plan', { suppressedTypes: ['imageMissing'] }],
])('an alert of a kind %s is not mailed at the end of a mute either', async (_which, features) => {
  await set(features);
  await owner.call(muteItem, { params: { id: `imageMissing-${product.productId}` }, body: { minutes: 1440 } });

  await loseImage();

  expect(await mails()).toBe(0);
});

test('a kind added to the plan shows at once what was found in the meantime', async () => {
  await set({ suppressedTypes: ['imageMissing'] });
  await loseImage();
  const before = await world();

  await set({});

  await expect.poll(() => world(before.state).catch(() => null)).not.toBeNull();
  const now = await world(before.state);
  expect(now).toMatchObject({ full: true });
  expect(now.watchDogs['imageMissing']?.items[product.productId]).toMatchObject({ status: 2 });
});

test('without a provider of pages, the kinds that need one state this and stay initializing', async () => {
  const { watchDogs } = await world();

  expect(watchDogs['badReview']).toMatchObject({
    message: 'Needs a page-data provider',
    items: { [product.productId]: { status: 99 } },
  });
  expect(watchDogs['price']).toMatchObject({ message: null });
});
