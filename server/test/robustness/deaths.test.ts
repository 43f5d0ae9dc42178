import { sql, type RawBuilder } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { runDue } from '../../src/features/observing/sweeping/running/run-due.ts';
import { findSource } from '../../src/features/observing/sources/registry.ts';
import type { SweepKey } from '../../src/features/observing/sweeping/sweep-queries.ts';
import { observingWorld, type ConnectedTenant } from '../../testing/observing/observing.ts';
import { ignoreDeath } from '../../testing/database/mortal-db.ts';
import { mortal } from '../../testing/observing/mortal.ts';

const world = observingWorld();
const america = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const { signal } = new AbortController();
/** Two tenants watch the same seller: the workers of one are killed, those of the other are not. */
let killed: ConnectedTenant;
let unharmed: ConnectedTenant;
let asin: string;
const keyword = 'gift for her';

beforeAll(async () => {
  killed = await world.settle(america);
  unharmed = await world.settle(america);
  for (const tenant of [killed, unharmed]) await prepare(tenant);
  const [product] = await world.rows(sql<{ asin: string }>`
    select p.asin
      from products p
      join listings l using (tenant_id, product_id)
     where p.tenant_id = ${killed.tenantId} and p.marketplace = 'US' and p.is_tracked
       and p.in_stock_qty > 0 and p.fba_fee_cents is not null
     group by p.asin having count(*) = 1
     order by p.asin limit 1`);
  asin = product?.asin ?? '';
});

/** Gives every source something to ask for, and runs each source once. */
async function prepare({ tenantId }: ConnectedTenant): Promise<void> {
  await sql`
    insert into watchdog_settings (tenant_id, type, settings, version)
    values (${tenantId}, 'productDetailsRecentChange', '{"alertForParentChanges": true}', 1),
           -- Alerts at the first check: a step that is redone is a second check, which the unharmed tenant does not get.
           (${tenantId}, 'subscribeAndSave', '{"sensitivity": "HIGH"}', 1)`.execute(world.ctx.db.global);
  await sql`
    insert into items (tenant_id, item_id, product_id, type, status, settings, version)
    select tenant_id, 'keyword-' || product_id, product_id, 'keyword', 99,
           jsonb_build_object('keyword', ${keyword}::text, 'absoluteThreshold', 20), 1
      from products where tenant_id = ${tenantId} and marketplace = 'US' and is_tracked
    returning 1`.execute(world.ctx.db.global);
  for (const source of ['discovery', ...Object.keys(changes)]) await passInPeace(tenantId, source);
}

const sweepsOf = (tenantId: string, source: string) => sql`tenant_id = ${tenantId} and source = ${source}`;

const unfinished = (of: RawBuilder<unknown>, since: Date) =>
  world.rows(sql<SweepKey>`
    select tenant_id as "tenantId", seller_account_id as "sellerAccountId", marketplace, source
      from sweeps where ${of} and (finished_at is null or finished_at < ${since})`);

/**
 * Limits of polling in milliseconds. Reports become ready by the marketplace's clock, so the test has to wait for them.
 */
const untilDelivered = { timeout: 200_000, interval: 30 };

async function passInPeace(tenantId: string, source: string): Promise<void> {
  const of = sweepsOf(tenantId, source);
  const since = world.clock.now();
  await vi.waitFor(async () => {
    for (const key of await unfinished(of, since)) {
      await makeDue(of);
      await runDue(world.ctx, key, signal);
    }
    expect(await unfinished(of, since)).toEqual([]);
  }, untilDelivered);
}

const makeDue = (of: RawBuilder<unknown>) =>
  world.rows(sql`update sweeps set due_at = ${world.clock.now()} where ${of}`);

/**
 * Kills the worker in the first transaction, then in the second, and so on, until a run completes. Returns the number
 * of kills.
 */
async function passThroughDeaths(tenantId: string, source: string): Promise<number> {
  const of = sweepsOf(tenantId, source);
  const since = world.clock.now();
  let deaths = 0;
  let transactions = 0;
  await vi.waitFor(async () => {
    for (const key of await unfinished(of, since)) {
      await makeDue(of);
      transactions += 1;
      const life = mortal(world, transactions);
      await runDue(life.ctx, key, signal).catch(ignoreDeath);
      if (life.isDead()) deaths += 1;
    }
    expect(await unfinished(of, since)).toEqual([]);
  }, untilDelivered);
  return deaths;
}

const factsOf = ({ tenantId }: ConnectedTenant, source: string) =>
  world.rows(sql`
    select p.marketplace, p.asin, o.aspect, o.sku, o.facts
      from observations o join products p using (tenant_id, product_id)
     where o.tenant_id = ${tenantId} and o.aspect = any (${[...(findSource(source)?.aspects ?? [])]}::text[])
     order by 1, 2, 3, 4`);

const flipsOf = ({ tenantId }: ConnectedTenant) =>
  world.rows(sql<{ asin: string; type: string }>`
    select p.marketplace, p.asin, f.type, f.to_status as to, count(*)::int as times
      from flips f join products p using (tenant_id, product_id)
     where f.tenant_id = ${tenantId}
     group by 1, 2, 3, 4
     order by 1, 2, 3, 4`);

const soldBy = ({ tenantId }: ConnectedTenant) =>
  world.rows(sql`
    select p.marketplace, p.asin, d.day, d.units, d.orders
      from sales_days d join products p using (tenant_id, product_id)
     where d.tenant_id = ${tenantId}
     order by 1, 2, 3`);

/** For each source, the event before a pass and the kinds that have to report it. */
const changes: Readonly<Record<string, { readonly event?: object; readonly kinds?: readonly string[] }>> = {
  'catalog-items': { event: { type: 'imageRemoved' }, kinds: ['imageMissing'] },
  'parent-items': { event: { type: 'parentDetailsChanged', value: 'Another' }, kinds: ['productDetailsRecentChange'] },
  'listing-offers': { event: { type: 'buyBoxLost' }, kinds: ['lostBuybox'] },
  'fees-estimates': { event: { type: 'fbaFeeChanged', amount: 9.99 }, kinds: ['fbaFeeChange'] },
  'replenishment-offers': { event: { type: 'subscribeAndSaveLost' }, kinds: ['subscribeAndSave'] },
  'suppressed-listings': { event: { type: 'searchSuppressed' } },
  'seller-feedback': {
    event: { type: 'feedbackReceived', rating: 1, comment: 'Broken' },
    kinds: ['badSellerFeedback'],
  },
  'fee-preview': { event: { type: 'packageChanged' } },
  'product-pages': { event: { type: 'reviewPosted', rating: 1, title: 'Bad', body: 'Broke' }, kinds: ['badReview'] },
  'search-pages': { event: { type: 'searchRankChanged', keyword, position: 40 } },
  'order-fees': {},
  'listings-items': { event: { type: 'listingSuspended' }, kinds: ['listingSuspended'] },
  'inventory-summaries': { event: { type: 'stockChanged', fulfillable: 0, inbound: 0 }, kinds: ['inventory'] },
};

test.each(Object.entries(changes))(
  'a worker that is killed at each step of %s loses nothing and reports nothing twice',
  async (source, change) => {
    const { event, kinds = [] } = change;
    if (event) await world.happen({ ...event, type: typeOf(event), asin, marketplace: 'US' });

    const deaths = await passThroughDeaths(killed.tenantId, source);
    await passInPeace(unharmed.tenantId, source);

    expect(deaths).toBeGreaterThan(2);
    expect(await factsOf(killed, source)).toEqual(await factsOf(unharmed, source));
    const flips = await flipsOf(killed);
    expect(flips).toEqual(await flipsOf(unharmed));
    const told = kinds.map((type) => expect.objectContaining({ asin, type }));
    expect(flips).toEqual(expect.arrayContaining(told));
  },
);

const typeOf = (event: object): string => ('type' in event ? String(event.type) : '');

test('a worker that is killed at each step of the orders counts each order once', async () => {
  const before = await soldBy(killed);
  await world.sandbox.control('POST', '/sandbox/clock', { advanceMinutes: 180 });
  world.clock.advance(180);

  const deaths = await passThroughDeaths(killed.tenantId, 'orders');
  await passInPeace(unharmed.tenantId, 'orders');

  expect(deaths).toBeGreaterThan(2);
  const sold = await soldBy(killed);
  expect(sold).not.toEqual(before);
  expect(sold).toEqual(await soldBy(unharmed));
});

test.each(['discovery', 'order-history', 'subscriptions'])(
  'a worker that is killed at each step of %s finds the same as an undisturbed one',
  async (source) => {
    const deaths = await passThroughDeaths(killed.tenantId, source);
    await passInPeace(unharmed.tenantId, source);

    expect(deaths).toBeGreaterThan(2);
    expect(await whatIsSold(killed)).toEqual(await whatIsSold(unharmed));
  },
);

const whatIsSold = async (tenant: ConnectedTenant) => ({
  products: await world.rows(sql`
    select asin, marketplace, is_active, is_tracked, name from products where tenant_id = ${tenant.tenantId} order by 1, 2`),
  listings: await world.rows(sql`
    select sku, marketplace, is_active from listings where tenant_id = ${tenant.tenantId} order by 1, 2`),
  subscribed: await world.rows(sql`
    select notification_type as type from subscriptions where tenant_id = ${tenant.tenantId} order by 1`),
  sold: await soldBy(tenant),
  flips: await flipsOf(tenant),
});
