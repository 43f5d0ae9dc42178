import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import { someoneWaits } from '../../../../../testing/database/database.ts';
import { observingWorld, type ConnectedTenant } from '../../../../../testing/observing/observing.ts';
import { probeAuthorizations } from '../../../sellers/standing/probe-authorizations.ts';
import { isRaised } from '../../../sellers/standing/alarms.ts';
import { deleteRefusals, wakeFailedSweeps } from '../../../sellers/standing/refusal-queries.ts';
import { rereadJob, type Reread } from '../../jobs.ts';
import { reread } from '../../push/reread.ts';
import { runDue } from './run-due.ts';
import { findDueSweeps } from '../sweep-queries.ts';

const india = { sellingPartnerId: 'A3CHV9LN8K4TRD', region: 'IN' } as const;
const sellerId = india.sellingPartnerId;
const here = 'IN';
const { signal } = new AbortController();
const hourMinutes = 60;
const world = observingWorld();
let tenant: ConnectedTenant;

beforeAll(async () => {
  tenant = await world.settle(india);
});

/** The waits are compared with the clock. */
beforeEach(() => world.clock.standStill());

/** Each test leaves an account without refused requests. */
afterEach(async () => {
  await world.sandbox.control('DELETE', '/sandbox/faults');
  await world.rows(sql`delete from request_refusals`);
  await world.rows(sql`
    update seller_accounts set may_need_reauthorization = false, probe_at = null, probe_failures = 0`);
});

/** A context without speed-up, so that no wait ends while a test runs. */
const calmly = () => ({ ...world.ctx, config: { ...world.ctx.config, checkSpeedup: 1 } });

/** Runs one slice of each due sweep of these sources. Returns their names. */
async function runDueOf(...sources: readonly string[]): Promise<readonly string[]> {
  const due = (await findDueSweeps(world.ctx.db.global, world.clock.now(), { most: 1000 })).filter(({ source }) =>
    sources.includes(source),
  );
  for (const key of due) await runDue(calmly(), key, signal);
  return due.map(({ source }) => source).toSorted();
}

const makeDue = (...sources: readonly string[]) =>
  world.rows(sql`
    update sweeps
       set due_at = ${world.clock.now()}, failures = 0, last_error = null, pass_started_at = null
     where source = any (${sources}::text[])`);

interface SweepRun {
  readonly failures: number;
  readonly lastError: string | null;
  readonly waitMs: number;
}

async function sweepOf(source: string): Promise<SweepRun> {
  const [row] = await world.rows(sql<{ failures: number; lastError: string | null; dueAt: Date }>`
    select s.failures, s.last_error as "lastError", s.due_at as "dueAt"
      from sweeps s
     where s.tenant_id = ${tenant.tenantId} and s.source = ${source} and s.marketplace in ('', ${here})`);
  if (!row) throw new Error(`There is no sweep ${source}`);
  return { ...row, waitMs: row.dueAt.getTime() - world.clock.now().getTime() };
}

const refusals = () =>
  world.rows(sql<{ operation: string; subject: string; failures: number; retryAt: Date }>`
    select r.operation, r.subject, r.failures, r.retry_at as "retryAt"
      from request_refusals r order by r.operation, r.subject`);

async function account() {
  const [row] = await world.rows(sql<{ isLost: boolean; probes: number; probeAt: Date | null }>`
    select a.may_need_reauthorization as "isLost", a.probe_failures as probes, a.probe_at as "probeAt"
      from seller_accounts a where a.tenant_id = ${tenant.tenantId}`);
  if (!row) throw new Error('The account is gone');
  return { ...row, waitMs: row.probeAt && row.probeAt.getTime() - world.clock.now().getTime() };
}

/** The number of requests of an operation by this seller that the sandbox has received. */
async function countRequests(operation: string): Promise<number> {
  const calls = (await world.sandbox.control('GET', '/sandbox/calls')) as readonly {
    readonly operation: string;
    readonly answered: number;
    readonly refused: number;
  }[];
  return calls.filter((one) => one.operation === operation).reduce((sum, one) => sum + one.answered + one.refused, 0);
}

const refuse = (operation: string) => world.spoil({ fault: '403', operation, sellerId, count: 1000 });
/** Makes the sandbox refuse the current access token once, and this many requests for another one. */
async function refuseTokens(fault: 'invalidGrant' | 'invalidClient', count: number): Promise<void> {
  await world.spoil({ fault: '403', sellerId });
  await world.spoil({ fault, sellerId, count });
}

test('an operation that is refused to an account waits longer and longer, and the others go on', async () => {
  await refuse('searchListingsItems');
  const waits: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await makeDue('listings-items', 'catalog-items', 'orders');
    await runDueOf('listings-items', 'catalog-items', 'orders');
    const { waitMs, lastError } = await sweepOf('listings-items');
    expect(lastError).toContain('searchListingsItems: status 403');
    waits.push(waitMs);
    world.clock.advance(waitMs / minuteMs + 0.1);
  }

  expect(await refusals()).toMatchObject([
    { operation: 'searchListingsItems', subject: marketplace(here).id, failures: 3 },
  ]);
  expect(await sweepOf('catalog-items')).toMatchObject({ failures: 0, lastError: null });
  expect(await sweepOf('orders')).toMatchObject({ failures: 0, lastError: null });
  expect((await account()).isLost).toBe(false);
  for (const [time, waitMs] of waits.entries()) {
    expect(waitMs).toBeGreaterThan(30_000 * 2 ** time - 5_000);
    expect(waitMs).toBeLessThanOrEqual(minuteMs * 2 ** time);
  }
});

test('a refused operation is not requested before its time, whichever source needs it', async () => {
  await refuse('searchOrders');
  await makeDue('orders');
  await runDueOf('orders');
  const before = await countRequests('searchOrders');

  await makeDue('orders', 'order-history');
  // The order history reads the feed of orders because it gets no report, so it needs the same operation.
  await world.rows(sql`
    update sweeps
       set pass_started_at = ${world.clock.now()}, cursor = '{ "step": { "feedToken": null } }'
     where source = 'order-history'`);
  await runDueOf('orders', 'order-history');

  expect(await countRequests('searchOrders')).toBe(before);
  expect(await refusals()).toMatchObject([{ operation: 'searchOrders', subject: '', failures: 1 }]);
  for (const source of ['orders', 'order-history']) {
    expect(await sweepOf(source)).toMatchObject({ lastError: expect.stringContaining('status 403') });
    expect((await sweepOf(source)).waitMs).toBeGreaterThan(20_000);
  }
});

const cutOff = ['catalog-items', 'inventory-summaries', 'listing-offers', 'listings-items'];
const refusedAll = ['searchCatalogItems', 'getInventorySummaries', 'getListingOffersBatch', 'searchListingsItems'];
const countRefused = async (): Promise<number> =>
  (await Promise.all(refusedAll.map(countRequests))).reduce((sum, count) => sum + count, 0);

test.each([
  ['refused', '403'],
  ['answered with an error', '500'],
])(
  'an account whose requests were all %s for an hour is open again some minutes later, by one request',
  async (_how, fault) => {
    for (const operation of refusedAll) await world.spoil({ fault, operation, sellerId, count: 10_000 });
    await makeDue(...cutOff);
    await world.rows(sql`update sweeps set failing_since = null`);
    for (let minute = 0; minute < hourMinutes; minute += 1) {
      await runDueOf(...cutOff);
      world.clock.advance(1);
    }
    const requests = await countRefused();
    await world.sandbox.control('DELETE', '/sandbox/faults');

    let minutes = 0;
    for (; (await failing()).length > 0 && minutes < hourMinutes; minutes += 1) {
      world.clock.advance(1);
      await runDueOf(...cutOff);
    }

    expect(minutes).toBeLessThanOrEqual(8);
    expect(await refusals()).toEqual([]);
    // A request that is answered with an error is attempted four times.
    expect(requests).toBeLessThan(600);
    world.log.splice(0);
  },
);

const failing = () => world.rows(sql`select 1 from sweeps where source = any (${cutOff}::text[]) and failures > 0`);

test('as soon as the operation is answered again, everything that waited for it is due', async () => {
  await refuse('searchListingsItems');
  await makeDue('listings-items', 'catalog-items');
  await runDueOf('listings-items', 'catalog-items');
  // The sweep of inventory summaries was postponed as well, and for longer.
  await world.rows(sql`
    update sweeps
       set failures = 1, due_at = ${world.clock.now()}::timestamptz + interval '3 hours'
     where source = 'inventory-summaries'`);
  const later = (await sweepOf('catalog-items')).waitMs;
  await world.sandbox.control('DELETE', '/sandbox/faults');
  world.clock.advance(2);

  expect(await runDueOf('listings-items')).toEqual(['listings-items']);

  expect(await refusals()).toEqual([]);
  expect(await sweepOf('listings-items')).toMatchObject({ failures: 0, lastError: null });
  expect((await sweepOf('inventory-summaries')).waitMs).toBeLessThanOrEqual(0);
  expect(later).toBeGreaterThan(0);
  expect((await sweepOf('catalog-items')).waitMs).toBeGreaterThan(0);
});

test("the first sweep that succeeds after an outage ends the waits of the account's other sweeps", async () => {
  await makeDue('catalog-items', 'orders');
  const later = new Date(world.clock.now().getTime() + hourMinutes * minuteMs);
  await world.rows(sql`update sweeps set failures = 9 where source in ('catalog-items', 'listings-items')`);
  await world.rows(sql`update sweeps set due_at = ${later} where source in ('listings-items', 'orders')`);

  await runDueOf('catalog-items');

  expect((await sweepOf('listings-items')).waitMs).toBeLessThanOrEqual(0);
  expect((await sweepOf('orders')).waitMs).toBeGreaterThan(0);
});

test('a sweep that is postponed while the operation is answered elsewhere is due like the others', async () => {
  await refuse('searchListingsItems');
  await makeDue('listings-items');
  await runDueOf('listings-items');
  await makeDue('listings-items');
  const key = { ...tenant, marketplace: here, source: 'listings-items' };
  let putOff = Promise.resolve();

  await world.ctx.db.tenant(tenant.tenantId, async (tx) => {
    await deleteRefusals(tx, tenant);
    await wakeFailedSweeps(tx, tenant, world.clock.now());
    putOff = runDue(calmly(), key, signal);
    await someoneWaits(world.database);
  });
  await putOff;

  expect(await sweepOf('listings-items')).toMatchObject({ failures: 1 });
  expect((await sweepOf('listings-items')).waitMs).toBeLessThanOrEqual(0);
});

test('a listing that push has named while its operation is refused is left to the next sweep', async () => {
  const [listing] = await world.rows(sql<Reread>`
    select ${tenant.tenantId} as "tenantId", ${tenant.sellerAccountId} as "sellerAccountId", l.marketplace,
           'listings-items' as source, p.product_id as "productId", p.asin, l.sku
      from listings l join products p using (tenant_id, product_id)
     where p.is_tracked and l.marketplace = ${here} order by l.sku limit 1`);
  if (!listing) throw new Error('There is no listing');
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()}::timestamptz + interval '12 hours', failures = 0
     where source = 'listings-items'`);
  await refuse('searchListingsItems');

  await reread({ ...calmly(), queue: world.ctx.queue }, [listing], signal);
  const once = await countRequests('searchListingsItems');
  await reread({ ...calmly(), queue: world.ctx.queue }, [listing], signal);

  expect(await countRequests('searchListingsItems')).toBe(once);
  expect(world.ctx.queue.take(rereadJob)).toEqual([]);
  expect((await sweepOf('listings-items')).waitMs).toBeLessThanOrEqual(0);
  expect(await runDueOf('listings-items')).toEqual(['listings-items']);
  expect((await sweepOf('listings-items')).waitMs).toBeGreaterThan(0);
});

const isApplicationRefused = () => isRaised(world.ctx.db.global, 'applicationRefused', world.clock.now());

test('an application that Login with Amazon refuses alarms the operator once, and no account rests because of it', async () => {
  await world.rows(sql`delete from operator_alarms`);
  expect(await isApplicationRefused()).toBe(false);
  await refuseTokens('invalidClient', 1);
  await makeDue('catalog-items');
  await runDueOf('catalog-items');

  const errors = world.log.splice(0).filter(({ level }) => level >= 50);
  const msg = expect.stringMatching(/^Login with Amazon refuses this application/);
  expect(errors).toMatchObject([{ msg, alarm: 'applicationRefused' }]);
  expect(await isApplicationRefused()).toBe(true);
  expect((await account()).isLost).toBe(false);
  expect(await refusals()).toEqual([]);
  world.clock.advance(1);
  expect(await runDueOf('catalog-items')).toEqual(['catalog-items']);
  expect(await sweepOf('catalog-items')).toMatchObject({ failures: 0, lastError: null });
});

test('an account whose authorisation is lost rests: it makes no request but the probe', async () => {
  await refuseTokens('invalidGrant', 1);
  await makeDue('catalog-items', 'orders');
  await runDueOf('catalog-items');
  expect(await account()).toMatchObject({ isLost: true, probes: 0 });
  await world.sandbox.control('DELETE', '/sandbox/calls');
  world.clock.advance(24 * hourMinutes);

  expect(await findDueSweeps(world.ctx.db.global, world.clock.now(), { most: 1000 })).toEqual([]);
  const [listing] = await world.rows(sql<Reread>`
    select ${tenant.tenantId} as "tenantId", ${tenant.sellerAccountId} as "sellerAccountId", ${here} as marketplace,
           'listings-items' as source, p.product_id as "productId", p.asin, '' as sku
      from products p where p.marketplace = ${here} limit 1`);
  await reread({ ...calmly(), queue: world.ctx.queue }, listing ? [listing] : [], signal);

  expect(await world.sandbox.control('GET', '/sandbox/calls')).toEqual([]);
});

test('a lost authorisation is probed after a quarter of an hour, then less and less often', async () => {
  await refuseTokens('invalidGrant', 100);
  await makeDue('catalog-items');
  await runDueOf('catalog-items');
  const waits: number[] = [];
  for (let time = 0; time < 9; time += 1) {
    const { waitMs } = await account();
    waits.push(waitMs ?? 0);
    await probeAuthorizations(calmly());
    expect((await account()).probes).toBe(time);
    world.clock.advance((waitMs ?? 0) / minuteMs + 0.1);
    await probeAuthorizations(calmly());
    expect((await account()).probes).toBe(time + 1);
  }

  for (const [time, waitMs] of waits.entries()) {
    const longest = Math.min(6 * 60, 20 * 2 ** time) * minuteMs;
    expect(waitMs).toBeLessThanOrEqual(longest);
    expect(waitMs).toBeGreaterThan(longest / 2 - 5_000);
  }
});

test('a probe that finds the authorisation good again ends the rest, and all postponed sweeps are due', async () => {
  await refuse('searchListingsItems');
  await makeDue('listings-items');
  await runDueOf('listings-items');
  await world.sandbox.control('DELETE', '/sandbox/faults');
  await refuseTokens('invalidGrant', 2);
  await makeDue('catalog-items', 'orders');
  await runDueOf('catalog-items');
  await world.rows(sql`update sweeps set due_at = ${world.clock.now()}::timestamptz + interval '9 hours'
     where source = 'subscriptions'`);
  world.clock.advance(hourMinutes);
  await probeAuthorizations(calmly());
  expect((await account()).isLost).toBe(true);
  world.clock.advance(hourMinutes);

  await probeAuthorizations(calmly());

  expect(await account()).toMatchObject({ isLost: false, probes: 0, probeAt: null });
  expect(await refusals()).toEqual([]);
  const due = await findDueSweeps(world.ctx.db.global, world.clock.now(), { most: 1000 });
  expect(due.map(({ source }) => source)).toEqual(
    expect.arrayContaining(['catalog-items', 'listings-items', 'subscriptions']),
  );
  await runDueOf('catalog-items', 'listings-items');
  expect(await sweepOf('catalog-items')).toMatchObject({ failures: 0, lastError: null });
  expect(await sweepOf('listings-items')).toMatchObject({ failures: 0, lastError: null });
});

test('a probe without an answer is no proof, and is repeated like the first one', async () => {
  await refuseTokens('invalidGrant', 1);
  await makeDue('catalog-items', 'orders');
  await runDueOf('catalog-items');
  world.log.splice(0);
  await world.spoil({ fault: 'invalidClient', sellerId });
  world.clock.advance(hourMinutes);

  await probeAuthorizations(calmly());

  const told = world.log.splice(0).filter(({ level }) => level < 50);
  expect(told).toMatchObject([{ level: 40, msg: 'a lost authorisation could not be probed' }]);
  const { isLost, probes, waitMs } = await account();
  expect({ isLost, probes }).toEqual({ isLost: true, probes: 0 });
  expect(waitMs).toBeLessThanOrEqual(20 * minuteMs);
});

test('an account that was marked before there were probes is probed at once', async () => {
  await world.rows(sql`update seller_accounts set may_need_reauthorization = true, probe_at = null`);

  await probeAuthorizations(calmly());

  expect((await account()).isLost).toBe(false);
});
