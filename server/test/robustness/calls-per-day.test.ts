import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNotificationQueue, type NotificationQueue } from '../../src/external/marketplace/notification-queue.ts';
import { rereadJob, type Reread } from '../../src/features/observing/jobs.ts';
import { consumeOnce } from '../../src/features/observing/push/consume.ts';
import { reread } from '../../src/features/observing/push/reread.ts';
import type { SweepKey } from '../../src/features/observing/sweeping/sweep-queries.ts';
import { observingWorld, type ConnectedTenant } from '../../testing/observing/observing.ts';

/** The test runs without a speed-up, so that a day takes its normal number of calls. */
const world = observingWorld({ speedup: 1 });
const america = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const { signal } = new AbortController();
let tenant: ConnectedTenant;
let queue: NotificationQueue;
let counter: SQSClient;

/** Sources with notifications, by the operation that they call. */
const operations = ['getListingOffersBatch', 'searchListingsItems', 'getInventorySummaries'];
const announced = new Set(['listing-offers', 'listings-items', 'inventory-summaries', 'subscriptions']);
const isOf = (sources: ReadonlySet<string>) => (key: SweepKey) =>
  key.tenantId === tenant.tenantId && sources.has(key.source);

/** Moves the clocks of the sandbox and of the server. */
async function pass(minutes: number): Promise<void> {
  await world.sandbox.control('POST', '/sandbox/clock', { advanceMinutes: minutes });
  world.clock.advance(minutes);
}

beforeAll(async () => {
  tenant = await world.connect(america);
  if (!world.ctx.config.notifications) throw new Error('The sandbox has a queue');
  const { notifications } = world.ctx.config;
  queue = openNotificationQueue(notifications);
  counter = new SQSClient({
    endpoint: notifications.endpoint,
    region: notifications.awsRegion,
    ...(notifications.credentials && { credentials: notifications.credentials }),
  });
  const unseen = () =>
    world.rows(sql`
      select 1 from sweeps
       where tenant_id = ${tenant.tenantId} and source = any (${[...announced]}::text[]) and finished_at is null`);
  const beginnings = new Set(['discovery', 'order-history', ...announced]);
  for (let minute = 0; minute < 60; minute += 1) {
    await world.runAllDue(isOf(beginnings));
    if ((await tracked()) > 0 && (await unseen()).length === 0) return;
    await pass(1);
  }
  throw new Error('The seller was not discovered');
});
afterAll(() => {
  queue.close();
  counter.destroy();
});

async function tracked(): Promise<number> {
  const [row] = await world.rows(sql<{ n: number }>`
    select count(*)::int as n from products where tenant_id = ${tenant.tenantId} and is_tracked`);
  return row?.n ?? 0;
}

async function messagesWaiting(): Promise<number> {
  const { notifications } = world.ctx.config;
  const command = new GetQueueAttributesCommand({
    QueueUrl: notifications?.queue,
    AttributeNames: ['ApproximateNumberOfMessages'],
  });
  const { Attributes } = await counter.send(command);
  return Number(Attributes?.['ApproximateNumberOfMessages']);
}

/** Consumes all notifications and runs the rereads that they cause. */
async function takeAll(): Promise<void> {
  while ((await messagesWaiting()) > 0) await consumeOnce(world.ctx, queue, signal);
  await reread(world.ctx, world.ctx.queue.take<Reread>(rereadJob), signal);
}

/** Messages of every type about listings that nobody watches prove that push works. */
const proveEachType = () =>
  world.rows(sql`
    update subscriptions set last_event_at = ${world.clock.now()} where tenant_id = ${tenant.tenantId}`);

interface Calls {
  readonly operation: string;
  readonly answered: number;
}

/** Number of answered calls of the counted operations. */
async function answeredSoFar(): Promise<number> {
  const calls = (await world.sandbox.control('GET', '/sandbox/calls')) as readonly Calls[];
  return calls.filter(({ operation }) => operations.includes(operation)).reduce((sum, call) => sum + call.answered, 0);
}

let price = 20;
/** Minutes between two steps, short enough for buckets with one token to refill. */
const quarterHour = [1, 1, 1, 1, 11];
/**
 * Runs for some hours, with a price change of ours every two hours. Returns the calls per ASIN and day: all of them,
 * and those of sweeps only, without rereads caused by notifications.
 */
async function callsPerDay(hours: number, { isPushOn = true } = {}): Promise<{ all: number; planned: number }> {
  const [product] = await world.rows(sql<{ asin: string }>`
    select asin from products where tenant_id = ${tenant.tenantId} and marketplace = 'US' and is_tracked and is_active
     order by asin limit 1`);
  await world.sandbox.control('DELETE', '/sandbox/calls');
  let rereads = 0;
  for (let quarter = 0; quarter < hours * 4; quarter += 1) {
    price += 1;
    if (quarter % 8 === 0)
      await world.happen({ type: 'priceChanged', asin: product?.asin ?? '', marketplace: 'US', price });
    const before = await answeredSoFar();
    if (isPushOn) {
      await takeAll();
      await proveEachType();
    }
    rereads += (await answeredSoFar()) - before;
    for (const minutes of quarterHour) {
      await world.runAllDue(isOf(announced));
      await pass(minutes);
    }
  }
  const perDay = (calls: number, asins: number): number => (calls / asins) * (24 / hours);
  const [all, asins] = [await answeredSoFar(), await tracked()];
  return { all: perDay(all, asins), planned: perDay(all - rereads, asins) };
}

// A small account with several marketplaces, whose batches are not full. The number of calls by sweeps is constant;
// the number caused by notifications depends on the changes that the seller makes that day. A larger account needs
// fewer calls per ASIN.
test('with push an ASIN takes at most one call a day, and the full pace returns when push stops', async () => {
  // Handles the initial notifications, after which push counts as working.
  await callsPerDay(2);

  const withPush = await callsPerDay(24);
  await pass(5 * 60);
  await world.runAllDue(isOf(announced));
  const silent = await callsPerDay(2, { isPushOn: false });

  const paces = await world.rows(sql<{ source: string; minutes: number }>`
    select distinct source, (cursor ->> 'everyMs')::int / 60000 as minutes
      from sweeps where tenant_id = ${tenant.tenantId} and source = any (${[...announced]}::text[]) order by 1`);

  expect(paces).toMatchObject([
    { source: 'inventory-summaries', minutes: 90 },
    { source: 'listing-offers', minutes: 15 },
    { source: 'listings-items', minutes: 10 },
    { source: 'subscriptions', minutes: 24 * 60 },
  ]);
  expect(await tracked()).toBeLessThanOrEqual(100);
  expect(withPush.planned).toBeGreaterThan(0);
  expect(withPush.planned).toBeLessThanOrEqual(0.5);
  expect(withPush.all).toBeLessThanOrEqual(1);
  expect(silent.all).toBeGreaterThan(withPush.all * 3);
});
