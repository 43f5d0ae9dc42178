import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openNotificationQueue, type NotificationQueue } from '../../src/external/marketplace/notification-queue.ts';
import { heedClockJump } from '../../src/features/observing/sweeping/clock-jump.ts';
import { rereadJob, type Reread } from '../../src/features/observing/jobs.ts';
import { consumeOnce } from '../../src/features/observing/push/consume.ts';
import { reread } from '../../src/features/observing/push/reread.ts';
import { runDue } from '../../src/features/observing/sweeping/running/run-due.ts';
import { findDueSweeps, type SweepKey } from '../../src/features/observing/sweeping/sweep-queries.ts';
import { observingWorld, type ConnectedTenant } from '../../testing/observing/observing.ts';

const world = observingWorld();
const america = { sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' } as const;
const { signal } = new AbortController();
let tenant: ConnectedTenant;
let queue: NotificationQueue;
let asins: readonly string[];

beforeAll(async () => {
  tenant = await world.settle(america);
  if (!world.ctx.config.notifications) throw new Error('The sandbox has a queue');
  queue = openNotificationQueue(world.ctx.config.notifications);
  const products = await world.rows(sql<{ asin: string }>`
    select p.asin
      from products p
      join listings l using (tenant_id, product_id)
      join observations o using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId} and p.marketplace = 'US' and p.is_tracked and p.in_stock_qty > 0
       and o.aspect = 'offers' and o.facts @? '$.offers[*] ? (@.isMine == true && @.isBuyBoxWinner == true)'
     group by p.asin having count(distinct l.sku) = 1
     order by p.asin`);
  asins = products.map(({ asin }) => asin);
});
afterAll(() => queue.close());

/** One event per product, the kind that reports it, and the event that undoes it. */
const happenings = [
  { type: 'buyBoxLost', kind: 'lostBuybox', undo: { type: 'buyBoxWon' } },
  { type: 'listingSuspended', kind: 'listingSuspended', undo: { type: 'listingRestored' } },
  { type: 'imageRemoved', kind: 'imageMissing', undo: { type: 'imageRestored' } },
  { type: 'searchSuppressed', kind: 'searchBan', undo: { type: 'searchRestored' } },
  {
    type: 'stockChanged',
    kind: 'inventory',
    more: { fulfillable: 0 },
    undo: { type: 'stockChanged', fulfillable: 99 },
  },
] as const;

const sources = new Set(['listing-offers', 'listings-items', 'catalog-items', 'inventory-summaries']);
const isMeant = ({ tenantId, source }: SweepKey) => tenantId === tenant.tenantId && sources.has(source);

const expected = () => happenings.map(({ kind }, index) => `${asins[index]} ${kind}`).toSorted();

async function happen(): Promise<void> {
  for (const [index, { type, ...event }] of happenings.entries()) {
    const more = 'more' in event ? event.more : {};
    await world.happen({ type, asin: asins[index] ?? '', marketplace: 'US', ...more });
  }
}

/** At this speed-up every period has passed after this many minutes. */
const aWhile = 2;

async function sweep(): Promise<void> {
  world.clock.advance(aWhile);
  await world.runAllDue(isMeant);
}

/** Runs each due sweep once, since an account that is cut off is probed until the storm is over. */
async function sweepOnce(): Promise<void> {
  world.clock.advance(aWhile);
  const due = await findDueSweeps(world.ctx.db.global, world.clock.now(), { most: 100 });
  for (const key of due.filter(isMeant)) await runDue(world.ctx, key, signal);
}

let lastFlip = '0';
/** Products and kinds that became red since the test began, one entry per flip. */
async function turnedRed(): Promise<readonly string[]> {
  const rows = await world.rows(sql<{ name: string }>`
    select p.asin || ' ' || f.type as name
      from flips f join products p using (tenant_id, product_id)
     where f.tenant_id = ${tenant.tenantId} and f.to_status = 2 and f.flip_id > ${lastFlip}
     order by 1`);
  return rows.map(({ name }) => name);
}

beforeEach(async () => {
  const [row] = await world.rows(sql<{ id: string }>`select coalesce(max(flip_id), 0) as id from flips`);
  lastFlip = row?.id ?? '0';
});
afterEach(async () => {
  await world.sandbox.control('DELETE', '/sandbox/faults');
  for (const [index, { undo }] of happenings.entries())
    await world.happen({ ...undo, asin: asins[index] ?? '', marketplace: 'US' });
  await sweep();
  await takeAll();
  world.log.splice(0);
});

/** Consumes the whole queue and runs everything that the messages cause. */
async function takeAll(): Promise<number> {
  let taken = 0;
  const counting = {
    ...queue,
    receive: async (until: AbortSignal) => {
      const messages = await queue.receive(AbortSignal.any([until, AbortSignal.timeout(3000)]));
      taken += messages.length;
      return messages;
    },
  };
  for (let before = -1; before !== taken;) {
    before = taken;
    await consumeOnce(world.ctx, counting, signal);
  }
  await reread(world.ctx, world.ctx.queue.take<Reread>(rereadJob), signal);
  return taken;
}

test.each(['429', '500', 'malformed', 'emptyBody', 'emptyObject'])(
  'a storm of %s on every operation delays events, and neither loses nor doubles any',
  async (fault) => {
    await world.spoil({ fault, sellerId: america.sellingPartnerId, count: 400 });
    await happen();

    await sweepOnce();
    const during = await turnedRed();
    await world.sandbox.control('DELETE', '/sandbox/faults');
    await sweep();
    await sweep();

    expect(during).not.toEqual(expected());
    expect(await turnedRed()).toEqual(expected());
  },
);

test('notifications that arrive twice and out of order report each change once', async () => {
  await world.spoil({ fault: 'notificationsDuplicated' });
  await world.spoil({ fault: 'notificationsReordered' });
  await world.rows(
    sql`update observations set observed_at = (observed_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'`,
  );
  await world.rows(sql`update sweeps set confirmed_at = confirmed_at - interval '1 day'`);

  await happen();
  const taken = await takeAll();
  const told = await turnedRed();
  await sweep();

  expect(taken).toBeGreaterThanOrEqual(2 * happenings.length);
  expect(told).toEqual(expected());
  expect(await turnedRed()).toEqual(expected());
});

test('a clock that jumps ahead by a day doubles nothing', async () => {
  await happen();
  await sweep();
  world.clock.advance(24 * 60);

  await world.runAllDue(isMeant);
  await world.runAllDue(isMeant);

  expect(await turnedRed()).toEqual(expected());
});

test('a clock that jumps back by an hour loses and doubles nothing', async () => {
  const before = world.clock.now();
  world.clock.advance(-60);
  await happen();

  await heedClockJump(world.ctx);
  await sweep();

  expect(world.clock.now().getTime()).toBeLessThan(before.getTime());
  expect(await turnedRed()).toEqual(expected());
});
