import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createKeyword, deactivateKeyword, muteItem } from '@app/shared/contract/triage.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { applyDelta } from '@app/shared/world/world-change.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { finishPass } from '../observing/sweeping/pass-queries.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { judgeDue } from '../judging/due.ts';
import { makeDue } from '../judging/due-queries.ts';
import { createJudging } from '../judging/ingest.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner);
});

const create = (keyword: string, absoluteThreshold?: number | null) =>
  owner.call(createKeyword, { body: { productId: product.productId, keyword, absoluteThreshold } });

const world = (state?: string) => owner.call(stateOfTheWorld, { query: { state } });

async function keywords() {
  const group = (await world()).watchDogs['keyword'];
  return Object.values(group?.items ?? {}).map(({ settings }) => settings.keyword);
}

/** Records one search result page on which the product has this position, or none. */
function find(keyword: string, position: number | null) {
  api.clock.advance(60_000);
  const seen = {
    productId: product.productId,
    aspect: 'searchRank',
    sku: keyword,
    observedAt: api.clock.now(),
  } as const;
  const judging = createJudging({ db: api.worker, clock: api.clock });
  return judging.ingest(owner.tenantId, [{ ...seen, facts: { keyword, position, seen: 150 } }]);
}

test('a keyword is trimmed and has no result until its first search', async () => {
  const { watchDogId } = await create('  cast iron   skillet ', 20);

  const item = (await world()).watchDogs['keyword']?.items[watchDogId];
  expect(item).toMatchObject({
    status: 99,
    productId: product.productId,
    settings: { keyword: 'cast iron skillet', absoluteThreshold: 20 },
  });
});

test.each([
  ['blank', undefined],
  ['null', null],
  ['0', 0],
  ['below 0', -5],
])('a threshold that is %s raises no alert', async (_, threshold) => {
  const { watchDogId } = await create('skillet', threshold);

  const item = (await world()).watchDogs['keyword']?.items[watchDogId];
  expect(item?.settings).toMatchObject({ absoluteThreshold: null });
});

test('a threshold above 150 is refused, and so is a phrase of spaces only', async () => {
  await expect(create('skillet', 151)).rejects.toMatchObject({ status: 400 });
  await expect(create(' \t ', 5)).rejects.toMatchObject({ status: 400, code: 'badRequest' });
  expect(await keywords()).toEqual([]);
});

test('a product has each phrase once, ignoring case and spaces', async () => {
  await create('Cast Iron');

  await expect(create(' cast  iron ')).rejects.toMatchObject({ code: 'keywordTaken' });
});

test('invisible characters and surrounding spaces of a pasted phrase do not count', async () => {
  const phrase = 'k'.repeat(200);
  await create(`\u200b ${phrase} `);

  expect(await keywords()).toContain(phrase);
});

test('a product has at most 8 keywords, even when many are created at once', async () => {
  const made = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => create(`skillet ${n}`)));

  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  expect(await keywords()).toHaveLength(8);
});

test('a keyword below its threshold raises an alert, each keyword separately', async () => {
  const near = await create('skillet', 20);
  const far = await create('pan', 20);

  await find('skillet', 3);
  await find('pan', 41);

  const items = (await world()).watchDogs['keyword']?.items;
  expect(items?.[near.watchDogId]).toMatchObject({ status: 0, settings: { keyword: 'skillet' } });
  expect(items?.[far.watchDogId]).toMatchObject({ status: 2 });
});

test('a muted keyword stays a keyword of its product', async () => {
  const { watchDogId } = await create('skillet', 20);
  await find('skillet', 3);

  await owner.call(muteItem, { params: { id: watchDogId }, body: { minutes: 60 } });

  expect((await world()).watchDogs['keyword']?.items[watchDogId]).toMatchObject({ muted: true, status: 0 });
});

test('a browser learns which keyword was removed, and a full answer omits it', async () => {
  const { watchDogId } = await create('skillet', 20);
  const before = await world();

  await owner.call(deactivateKeyword, { body: { watchDogId } });

  // The announcement of a change arrives a moment after its commit.
  await expect.poll(() => world(before.state).catch(() => null)).not.toBeNull();
  const delta = await world(before.state);
  expect(delta).toMatchObject({ full: false, removedWatchDogIds: [watchDogId] });
  expect(applyDelta(before, delta).watchDogs['keyword']?.items).toEqual({});
  expect((await world()).watchDogs['keyword']?.items).toEqual({});
});

test('a removed keyword can neither be removed again nor muted', async () => {
  const { watchDogId } = await create('skillet');
  await owner.call(deactivateKeyword, { body: { watchDogId } });

  await expect(owner.call(deactivateKeyword, { body: { watchDogId } })).rejects.toMatchObject({ status: 404 });
  const mute = owner.call(muteItem, { params: { id: watchDogId }, body: { minutes: 60 } });
  await expect(mute).rejects.toMatchObject({ status: 404 });
});

test('a phrase that is watched again starts without history, under a new id', async () => {
  const first = await create('skillet', 20);
  await find('skillet', 41);
  await owner.call(deactivateKeyword, { body: { watchDogId: first.watchDogId } });

  const again = await create('skillet', 20);
  expect(again.watchDogId).not.toBe(first.watchDogId);
  expect((await world()).watchDogs['keyword']?.items[again.watchDogId]).toMatchObject({ status: 99 });

  await find('skillet', 41);
  expect((await world()).watchDogs['keyword']?.items[again.watchDogId]).toMatchObject({ status: 2 });
});

/** Returns the sweep for phrases that have never been searched. */
async function newSearches(change = sql`due_at = s.due_at`) {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ dueAt: Date; passStartedAt: Date | null }>`
      insert into sweeps as s (tenant_id, seller_account_id, marketplace, source, due_at)
      values (${owner.tenantId}, ${product.sellerAccountId}, 'US', 'new-search-pages', '2030-01-01')
          on conflict (tenant_id, seller_account_id, marketplace, source) do update set ${change}
      returning due_at as "dueAt", pass_started_at as "passStartedAt"`.execute(tx),
  );
  return rows[0];
}

test('a phrase that is watched again is searched at once, even if a result of the earlier watch arrived late', async () => {
  const first = await create('skillet', 20);
  await owner.call(deactivateKeyword, { body: { watchDogId: first.watchDogId } });
  await find('skillet', 41);
  await newSearches();

  await create('skillet', 20);

  const left = await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      select 1
        from observations o
       where o.tenant_id = ${owner.tenantId} and o.product_id = ${product.productId} and o.aspect = 'searchRank'`.execute(
      tx,
    ),
  );
  expect(left.rows).toEqual([]);
  expect((await newSearches())?.dueAt).toEqual(api.clock.now());
});

test('a pass that may be past the phrase starts again from its beginning', async () => {
  await newSearches();
  const passStartedAt = api.clock.now();
  await newSearches(sql`pass_started_at = ${passStartedAt}`);

  await create('a phrase that comes first', 20);

  const key = {
    tenantId: owner.tenantId,
    sellerAccountId: product.sellerAccountId,
    marketplace: 'US',
    source: 'new-search-pages',
  } as const;
  const dueAt = new Date('2031-01-01');
  await api.worker.tenant(owner.tenantId, (tx) =>
    finishPass(tx, key, { passStartedAt, now: passStartedAt, dueAt, everyMs: 1 }),
  );
  expect(await newSearches()).toEqual({ dueAt: api.clock.now(), passStartedAt: null });
});

test('an item number of a kind with one item per product is not found', async () => {
  const id = `price-${product.productId}-1`;

  await expect(owner.call(muteItem, { params: { id }, body: { minutes: 60 } })).rejects.toMatchObject({ status: 404 });
});

test('keywords of a product that is tracked again are judged by the ranks that were seen meanwhile', async () => {
  const pan = await create('pan', 20);
  const skillet = await create('skillet', 20);
  await find('pan', 3);
  await find('skillet', 3);
  await setTracked(false);
  await find('pan', 41);
  await find('skillet', 42);

  await setTracked(true);
  await judgeDue({ db: api.worker, clock: api.clock });

  const items = (await world()).watchDogs['keyword']?.items;
  expect(items?.[pan.watchDogId]?.status).toBe(2);
  expect(items?.[skillet.watchDogId]?.status).toBe(2);
});

test('a removed keyword is never due again', async () => {
  const { watchDogId } = await create('pan', 20);
  await find('pan', 41);
  await owner.call(deactivateKeyword, { body: { watchDogId } });

  await setTracked(false);
  await setTracked(true);
  const due = { tenantId: owner.tenantId, productIds: [product.productId], at: api.clock.now() };
  await api.worker.tenant(owner.tenantId, (tx) => makeDue(tx, due));

  const { rows } = await sql`
    select i.again_at as "againAt" from items i where i.item_id = ${watchDogId}`.execute(api.worker.global);
  expect(rows).toEqual([{ againAt: null }]);
});

function setTracked(isTracked: boolean) {
  const { tenantId } = owner;
  return api.worker.tenant(tenantId, async (tx) => {
    await sql`update products set is_tracked = ${isTracked} where product_id = ${product.productId}`.execute(tx);
    if (!isTracked) return;
    const start = { tenantId, productIds: [product.productId], version: await nextWorldVersion(tx, tenantId) };
    await createJudging({ db: api.worker, clock: api.clock }).startWatching(tx, start);
  });
}
