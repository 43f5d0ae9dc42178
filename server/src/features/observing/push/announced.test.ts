import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { observingWorld, type ConnectedTenant } from '../../../../testing/observing/observing.ts';
import { openNotificationQueue, type NotificationQueue } from '../../../external/marketplace/notification-queue.ts';
import { rereadJob, type Reread } from '../jobs.ts';
import { reread } from './reread.ts';
import type { SweepKey } from '../sweeping/sweep-queries.ts';
import { consumeOnce } from './consume.ts';

let areReportsSlow = false;
const world = observingWorld({
  marketplace: (real) => ({
    getReport: async (...call) => (areReportsSlow ? { status: 'waiting', documentId: null } : real.getReport(...call)),
  }),
});
const america = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const { signal } = new AbortController();
let tenant: ConnectedTenant;
let queue: NotificationQueue;

beforeAll(async () => {
  tenant = await world.settle(america);
  if (!world.ctx.config.notifications) throw new Error('The sandbox has a queue');
  queue = openNotificationQueue(world.ctx.config.notifications);
});
afterAll(() => queue.close());

/** Dates everything known before a test two minutes back, so that new messages are newer. */
beforeEach(async () => {
  await world.rows(
    sql`update observations set observed_at = (observed_at at time zone 'UTC' - interval '2 minutes') at time zone 'UTC'`,
  );
  await world.rows(
    sql`update sweeps set confirmed_at = (confirmed_at at time zone 'UTC' - interval '2 minutes') at time zone 'UTC'`,
  );
  world.ctx.queue.take(rereadJob);
});

interface ListedProduct {
  readonly productId: string;
  readonly asin: string;
  readonly sku: string;
}

/**
 * Returns listings of tracked products. A listing that Amazon fulfils is the only listing of its product; a listing
 * that the seller ships is the second one of its product.
 */
const listed = (isFulfilledByAmazon: boolean) =>
  world.rows(sql<ListedProduct>`
    select p.product_id as "productId", p.asin, o.sku
      from products p
      join observations o using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId} and p.marketplace = 'US' and p.is_tracked and o.aspect = 'listing'
       and (o.facts -> 'isFulfilledByAmazon')::boolean = ${isFulfilledByAmazon}
       and (select count(*) from listings l
             where l.tenant_id = ${tenant.tenantId} and l.product_id = p.product_id) = ${isFulfilledByAmazon ? 1 : 2}
     order by p.asin`);

async function productAt(position: number, isFulfilledByAmazon = true): Promise<ListedProduct> {
  const product = (await listed(isFulfilledByAmazon))[position];
  if (!product) throw new Error('There are not that many');
  return product;
}

async function factsOf(aspect: string, { productId, sku }: ListedProduct): Promise<Record<string, unknown>> {
  const [row] = await world.rows(sql<{ facts: Record<string, unknown> }>`
    select o.facts from observations o where o.product_id = ${productId} and o.aspect = ${aspect} and o.sku in ('', ${sku})`);
  if (!row) throw new Error('Nothing was observed');
  return row.facts;
}

async function consumeUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await consumeOnce(world.ctx, queue, signal);
}

/** Takes messages until one has named the product for this source. Returns the rereads that name it. */
async function consumeNamed(product: ListedProduct, source: string): Promise<readonly Reread[]> {
  const named: Reread[] = [];
  await consumeUntil(async () => {
    const rereads = world.ctx.queue.take<Reread>(rereadJob);
    named.push(...rereads.filter((one) => one.source === source && one.productId === product.productId));
    return named.length > 0;
  });
  return named;
}

const happen = (type: string, { asin }: ListedProduct, more: object = {}) =>
  world.happen({ type, asin, marketplace: 'US', ...more });

test('stock at Amazon is known as soon as it is announced, without a request', async () => {
  const product = await productAt(0);

  await happen('stockChanged', product, { fulfillable: 7, inbound: 5 });
  await consumeUntil(async () => (await factsOf('stock', product))['fulfillable'] === 7);

  const told = await factsOf('stock', product);
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()}
     where source = 'inventory-summaries' and tenant_id = ${tenant.tenantId}`);
  await world.runAllDue(({ source }) => source === 'inventory-summaries');
  expect(told).toMatchObject({ fulfillable: 7, inbound: 5 });
  // The sweep finds the same facts in another form of answer.
  expect(await factsOf('stock', product)).toEqual(told);
});

/** A SKU that the seller ships and offers in this many marketplaces. */
async function ownListing(places: number): Promise<ListedProduct> {
  const sold = await world.rows(sql<{ sku: string; places: number }>`
    select l.sku, count(*)::int as places from listings l where l.tenant_id = ${tenant.tenantId} group by 1`);
  const own = (await listed(false)).find(({ sku }) => sold.some((one) => one.sku === sku && one.places === places));
  if (!own) throw new Error(`No SKU is sold in ${places} marketplaces`);
  return own;
}

test('units that the seller ships are known as soon as they are announced, without a request, and a sweep finds the same', async () => {
  const product = await ownListing(1);
  const history = () =>
    world.rows(sql`
      select 1 from observation_history where aspect = 'listing' and product_id = ${product.productId} and sku = ${product.sku}`);

  await happen('ownStockChanged', product, { quantity: 5 });
  await consumeUntil(async () => (await factsOf('listing', product))['ownQuantity'] === 5);
  const asked = world.ctx.queue.take<Reread>(rereadJob).filter(({ sku }) => sku === product.sku);
  const known = await history();
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()} where source = 'listings-items' and tenant_id = ${tenant.tenantId}`);
  await world.runAllDue(({ source }) => source === 'listings-items');

  expect(asked).toEqual([]);
  expect(await factsOf('listing', product)).toMatchObject({ ownQuantity: 5, status: ['BUYABLE', 'DISCOVERABLE'] });
  expect(await history()).toEqual(known);
});

test.each([
  ['that differ by marketplace are read', 2, [30]],
  ['that end are read, and so are those that begin again', 1, [0, 30]],
])('units that the seller ships %s', async (_what, places, quantities) => {
  const product = await ownListing(places);

  for (const quantity of quantities) {
    await happen('ownStockChanged', product, { quantity });
    await reread(world.ctx, await consumeNamed(product, 'listings-items'), signal);

    expect(await factsOf('listing', product)).toMatchObject({ ownQuantity: quantity });
  }
});

test.each([
  ['searchSuppressed', 'listings-items', 'listing'],
  ['detailsChanged', 'catalog-items', 'catalog'],
  ['addToCartRemoved', 'listing-offers', 'offers'],
] as const)('after %s the product is asked for and its facts change', async (type, source, aspect) => {
  const product = await productAt(2);
  const before = await factsOf(aspect, product);

  await happen(type, product);
  await reread(world.ctx, await consumeNamed(product, source), signal);

  expect(await factsOf(aspect, product)).not.toEqual(before);
});

const isOfAmerica = ({ source, marketplace }: SweepKey) => source === 'suppressed-listings' && marketplace === 'US';

test('a report that is ready wakes the sweep that waits for it', async () => {
  const later = new Date(world.clock.now().getTime() + hourMs);
  const ofAmerica = sql`source = 'suppressed-listings' and marketplace = 'US' and tenant_id = ${tenant.tenantId}`;
  const sweep = async () =>
    (
      await world.rows(sql<{ dueAt: Date; isUnderWay: boolean }>`
        select due_at as "dueAt", pass_started_at is not null as "isUnderWay" from sweeps where ${ofAmerica}`)
    )[0];
  areReportsSlow = true;
  await world.rows(sql`update sweeps set due_at = ${world.clock.now()} where ${ofAmerica}`);
  await world.runAllDue(isOfAmerica);
  await world.rows(sql`update sweeps set due_at = ${later} where ${ofAmerica}`);
  const asleep = await sweep();

  await consumeUntil(async () => ((await sweep())?.dueAt ?? later) < later);
  areReportsSlow = false;
  await world.runAllDue(isOfAmerica);

  expect(asleep?.isUnderWay).toBe(true);
  expect((await sweep())?.isUnderWay).toBe(false);
});

test('an account that is deactivated is noted everywhere and raises the version of the world', async () => {
  const statuses = () =>
    world.rows(sql<{ status: string | null; version: string }>`
      select distinct m.account_status as status, t.world_version as version
        from seller_marketplaces m join tenants t using (tenant_id) where m.tenant_id = ${tenant.tenantId}`);
  const [before] = await statuses();

  await world.sandbox.control('POST', '/sandbox/account-status', {
    sellerId: america.sellingPartnerId,
    status: 'DEACTIVATED',
  });
  await consumeUntil(async () => (await statuses())[0]?.status === 'DEACTIVATED');
  const after = await statuses();

  expect(before?.status).toBeNull();
  expect(after).toHaveLength(1);
  expect(Number(after[0]?.version)).toBeGreaterThan(Number(before?.version));
});

test('messages that come twice and out of order lose nothing and double nothing', async () => {
  const products = [await productAt(3), await productAt(4), await productAt(5)];
  await world.spoil({ fault: 'notificationsDuplicated' });
  await world.spoil({ fault: 'notificationsReordered' });

  for (const fulfillable of [40, 30, 20]) {
    for (const product of products) await happen('stockChanged', product, { fulfillable, inbound: 0 });
  }
  await consumeUntil(async () => {
    const seen = await Promise.all(products.map((product) => factsOf('stock', product)));
    const rereads = world.ctx.queue.take<Reread>(rereadJob);
    // The clocks cannot tell which of these facts are newer, so the listings are read again, and that answer is right.
    await reread(world.ctx, rereads, signal);
    return seen.every(({ fulfillable }) => fulfillable === 20);
  });
  await world.sandbox.control('DELETE', '/sandbox/faults');

  const history = await world.rows(sql<{ fulfillable: number }>`
    select (h.facts -> 'fulfillable')::int as fulfillable from observation_history h
     where h.aspect = 'stock' and h.product_id = ${products[0]?.productId}
     order by h.observed_at desc`);
  expect(history[0]).toEqual({ fulfillable: 20 });
  const taken = await world.rows(sql<{ id: string }>`
    select notification_id as id from notifications_taken where tenant_id = ${tenant.tenantId}`);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
});

test('a message that cannot be read is removed from the queue, and the messages beside it are taken', async () => {
  const product = await productAt(6);
  const [account] = await world.rows(sql<{ id: string }>`
    select subscription_id as id from subscriptions
     where tenant_id = ${tenant.tenantId} and notification_type = 'BRANDED_ITEM_CONTENT_CHANGE'`);
  const message = (NotificationId: string, Payload: unknown) =>
    JSON.stringify({
      NotificationType: 'BRANDED_ITEM_CONTENT_CHANGE',
      EventTime: world.clock.now().toISOString(),
      NotificationMetadata: { NotificationId, SubscriptionId: account?.id },
      Payload,
    });
  const bodies = [
    '{',
    'null',
    message('odd', { Asin: [] }),
    message('good', { MarketplaceId: 'ATVPDKIKX0DER', Asin: product.asin }),
  ];
  const removed: string[] = [];

  await consumeOnce(
    world.ctx,
    {
      receive: () => Promise.resolve(bodies.map((body) => ({ id: body, body, receipt: body, deliveries: 1 }))),
      remove: ({ body }) => Promise.resolve(void removed.push(body)),
      hide: () => Promise.resolve(),
      keep: () => undefined,
      send: async () => undefined,
      countDeadLetters: async () => null,
      redrive: async () => null,
      close: () => undefined,
    },
    signal,
  );

  expect(removed.toSorted()).toEqual(bodies.toSorted());
  expect(world.ctx.queue.take<Reread>(rereadJob)).toMatchObject([
    { source: 'catalog-items', asin: product.asin, sku: '' },
  ]);
});

// This test is last because the marketplace's clock cannot be moved back.
test('orders make the feed of orders due soon, once for all of them', async () => {
  const later = new Date(world.clock.now().getTime() + hourMs);
  const ofFeed = sql`source = 'orders' and tenant_id = ${tenant.tenantId}`;
  const dueAt = async () =>
    (await world.rows(sql<{ at: Date }>`select due_at as at from sweeps where ${ofFeed}`))[0]?.at ?? later;
  await world.rows(sql`update sweeps set due_at = ${later} where ${ofFeed}`);

  await world.sandbox.control('POST', '/sandbox/clock', { advanceMinutes: 60 });
  await consumeUntil(async () => (await dueAt()) < later);
  const first = await dueAt();
  for (let more = 0; more < 3; more += 1) await consumeOnce(world.ctx, queue, AbortSignal.timeout(300));

  expect(first.getTime()).toBeLessThan(world.clock.now().getTime() + 5 * minuteMs);
  expect(await dueAt()).toEqual(first);
});
