import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { heedPauses } from '../src/features/judging/pauses.ts';
import { dueAdvertisingJob, dueJob, duePagesJob, type Reread } from '../src/features/observing/jobs.ts';
import { consumeOnce } from '../src/features/observing/push/consume.ts';
import { makeSubscribingDue } from '../src/features/observing/push/push-queries.ts';
import { reread } from '../src/features/observing/push/reread.ts';
import { planDue } from '../src/features/observing/sweeping/plan.ts';
import { runDue } from '../src/features/observing/sweeping/running/run-due.ts';
import type { SweepKey } from '../src/features/observing/sweeping/sweep-queries.ts';
import { probeAuthorizations } from '../src/features/sellers/standing/probe-authorizations.ts';
import { observingWorld, type ConnectedTenant } from '../testing/observing/observing.ts';
import { setService } from '../testing/service.ts';

const india = { sellingPartnerId: 'A3CHV9LN8K4TRD', region: 'IN' } as const;
/** The requests to the marketplace since the start of a test. */
const asked: string[] = [];
const world = observingWorld({
  marketplace: (real) => ({
    searchListingsItems(...call) {
      asked.push('listings');
      return real.searchListingsItems(...call);
    },
    confirmAuthorization(...call) {
      asked.push('authorization');
      return real.confirmAuthorization(...call);
    },
  }),
});
const { signal } = new AbortController();
let tenant: ConnectedTenant;

beforeAll(async () => {
  tenant = await world.settle(india);
});
beforeEach(async () => {
  await serve(true);
  await heed();
  await world.runAllDue(isListings);
  await planned();
  asked.length = 0;
});

const isListings = ({ source }: SweepKey) => source === 'listings-items';
const serve = (isServed: boolean) => setService(world.ctx.db.global, tenant.tenantId, isServed);
const heed = () => heedPauses(world.ctx);

async function turnOff(): Promise<void> {
  await serve(false);
  await heed();
}

async function turnOn(): Promise<void> {
  await serve(true);
  await heed();
}

const notUsed = { work: () => Promise.reject(new Error('Not used')), stop: () => Promise.resolve() };

const plan = () => planDue(world.ctx, { ...world.ctx.queue, ...notUsed });

/** The sources whose sweeps the planner sends to the queue. */
async function planned(): Promise<readonly string[]> {
  await plan();
  const sent = [dueAdvertisingJob, dueJob, duePagesJob].flatMap((job) => world.ctx.queue.take<SweepKey>(job));
  return [...new Set(sent.map(({ source }) => source))].toSorted();
}

const listingsSweep = () =>
  world
    .rows(sql<SweepKey>`
      select s.tenant_id as "tenantId", s.seller_account_id as "sellerAccountId", s.marketplace, s.source
        from sweeps s
       where s.tenant_id = ${tenant.tenantId}
         and s.source = 'listings-items'`)
    .then(([key]) => key ?? Promise.reject(new Error('There is a sweep')));

const listing = () =>
  world
    .rows(sql<Reread & { status: readonly string[] }>`
      select p.tenant_id as "tenantId", p.seller_account_id as "sellerAccountId", p.marketplace, p.asin, o.sku,
             p.product_id as "productId", 'listings-items' as source, o.facts -> 'status' as status
        from observations o
        join products p using (tenant_id, product_id)
       where o.tenant_id = ${tenant.tenantId}
         and o.aspect = 'listing'
         and p.is_tracked
         and (select count(*) from listings l where l.tenant_id = p.tenant_id and l.product_id = p.product_id) = 1
       order by p.asin
       limit 1`)
    .then(([row]) => row ?? Promise.reject(new Error('There is a listing')));

const allSources = async () =>
  (
    await world.rows(sql<{ source: string }>`
      select distinct s.source from sweeps s where s.tenant_id = ${tenant.tenantId} order by 1`)
  ).map(({ source }) => source);

test('nothing is planned while the service is off, however late, and everything at once when it is back on', async () => {
  await turnOff();
  world.clock.advance((7 * dayMs) / minuteMs);
  expect(await planned()).toEqual([]);

  await turnOn();
  expect(await planned()).toEqual(await allSources());
});

test('the planner looks every 5 s while nothing is due, or when a sweep is, and four times a second while one is', async () => {
  world.clock.standStill();
  const unhurried = { ...world.ctx, config: { ...world.ctx.config, checkSpeedup: 1 } };
  const rest = () => planDue(unhurried, { ...world.ctx.queue, ...notUsed });
  await turnOff();
  expect([await rest(), await plan()]).toEqual([5000, 1000]);

  await turnOn();
  expect(await rest()).toBe(250);
  await planned();
  await world.rows(sql`update sweeps set due_at = ${new Date(world.clock.now().getTime() + 2000)}`);
  expect(await rest()).toBe(2000);
});

test('everything is due after a pause that was shorter than the checks are apart', async () => {
  await turnOff();
  await turnOn();

  expect(await planned()).toEqual(await allSources());
});

test('a sweep that is due is not planned even before the worker has noticed that the service is off', async () => {
  world.clock.advance((7 * dayMs) / minuteMs);
  await serve(false);

  expect(await planned()).toEqual([]);
});

test('the start of a worker makes nothing due of a tenant whose service is off', async () => {
  await turnOff();
  await makeSubscribingDue(world.ctx.db.global, world.clock.now());

  const due = await world.rows(sql`
    select 1 from sweeps s where s.tenant_id = ${tenant.tenantId} and s.due_at <= ${world.clock.now()}`);
  expect(due).toEqual([]);
});

test('a job that was sent before the service was turned off asks nothing, and one sent afterwards does', async () => {
  const key = await listingsSweep();
  world.clock.advance(60);
  await serve(false);
  await runDue(world.ctx, key, signal);
  expect(asked).toEqual([]);

  await turnOn();
  await runDue(world.ctx, key, signal);
  expect(asked).toContain('listings');
});

test('a pass that was under way begins anew after the pause', async () => {
  const key = await listingsSweep();
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()}, pass_started_at = ${world.clock.now()}, cursor = '{"after": "~"}'
     where tenant_id = ${tenant.tenantId} and source = 'listings-items'`);
  await turnOff();
  world.clock.advance(60);
  const returnedAt = world.clock.now();
  await turnOn();
  await runDue(world.ctx, key, signal);

  const [row] = await world.rows(sql<{ confirmedAt: Date }>`
    select s.confirmed_at as "confirmedAt" from sweeps s
     where s.tenant_id = ${tenant.tenantId} and s.source = 'listings-items'`);
  expect(asked).toContain('listings');
  expect(row?.confirmedAt.getTime()).toBeGreaterThanOrEqual(returnedAt.getTime());
});

/** A message of the marketplace that the quantity of the listing has changed. */
async function announce(id: string) {
  const removed: string[] = [];
  const { asin, sku } = await listing();
  const body = JSON.stringify({
    NotificationType: 'LISTINGS_ITEM_STATUS_CHANGE',
    EventTime: world.clock.now().toISOString(),
    NotificationMetadata: { NotificationId: id },
    Payload: { SellerId: india.sellingPartnerId, MarketplaceId: 'A21TJRUUN4KGV', Asin: asin, Sku: sku, Status: [] },
  });
  await consumeOnce(
    world.ctx,
    {
      receive: () => Promise.resolve([{ id, body, receipt: id, deliveries: 1 }]),
      remove: async ({ receipt }) => void removed.push(receipt),
      hide: () => Promise.resolve(),
      keep: () => undefined,
      send: async () => undefined,
      countDeadLetters: async () => null,
      redrive: async () => null,
      close: () => undefined,
    },
    signal,
  );
  const [note] = await world.rows(sql`
    select 1 from notifications_taken n where n.tenant_id = ${tenant.tenantId} and n.notification_id like ${`${id} %`}`);
  return { isRemoved: removed.includes(id), isTaken: note !== undefined };
}

test('a notification is removed from the queue and ignored while the service is off', async () => {
  await turnOff();
  expect(await announce('while off')).toEqual({ isRemoved: true, isTaken: false });
  expect(world.log).toEqual([]);

  await turnOn();
  expect(await announce('while on')).toEqual({ isRemoved: true, isTaken: true });
});

test('push counts as silent after a pause, because its messages were ignored', async () => {
  await world.rows(sql`
    update subscriptions set last_event_at = ${world.clock.now()} where tenant_id = ${tenant.tenantId}`);
  await turnOff();
  await turnOn();

  expect(
    await world.rows(sql`
      select 1 from subscriptions s where s.tenant_id = ${tenant.tenantId} and s.last_event_at is not null`),
  ).toEqual([]);
});

test('a listing that push has named before is not asked for while the service is off', async () => {
  const named = await listing();
  await serve(false);
  await reread(world.ctx, [named], signal);
  expect(asked).toEqual([]);

  await turnOn();
  await reread(world.ctx, [named], signal);
  expect(asked).toEqual(['listings']);
});

test.each([
  ['before the worker has noticed', () => serve(false)],
  ['after it', turnOff],
])(
  'a lost authorisation is not probed while the service is off, %s, and at once when it is back on',
  async (_when, off) => {
    await world.rows(sql`
    update seller_accounts set may_need_reauthorization = true, probe_at = ${world.clock.now()}
     where tenant_id = ${tenant.tenantId}`);
    await off();
    world.clock.advance((7 * dayMs) / minuteMs);
    await probeAuthorizations(world.ctx);
    expect(asked).toEqual([]);

    await turnOn();
    await probeAuthorizations(world.ctx);
    expect(asked).toEqual(['authorization']);
  },
);

test('changes during the pause are found afterwards, and nothing else alerts', async () => {
  const { asin, productId, marketplace } = await listing();
  const since = world.clock.now();
  await turnOff();
  await world.happen({ type: 'listingSuspended', asin, marketplace });
  world.clock.advance(30);
  await turnOn();

  await world.runAllDue(isListings);

  const flips = await world.rows(sql<{ productId: string; type: string }>`
    select f.product_id as "productId", f.type from flips f
     where f.tenant_id = ${tenant.tenantId} and f.at >= ${since}`);
  expect(flips).toContainEqual({ productId, type: 'listingSuspended' });
  expect(flips.filter((flip) => flip.productId !== productId)).toEqual([]);
});

test('the first set-up of a seller account waits while the service is off', async () => {
  const fresh = await world.connect({ sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' });
  await setService(world.ctx.db.global, fresh.tenantId, false);
  await heed();
  const isFresh = ({ tenantId }: SweepKey) => tenantId === fresh.tenantId;
  expect(await world.runAllDue(isFresh)).toEqual([]);

  await setService(world.ctx.db.global, fresh.tenantId, true);
  await heed();
  expect((await world.runAllDue(isFresh)).map(({ source }) => source)).toContain('discovery');
});
