import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { startWorker, type Worker } from '../../src/worker.ts';
import { observingWorld, type ConnectedTenant } from '../../testing/observing/observing.ts';

const world = observingWorld();
const slow = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const other = { sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' } as const;
let slowOne: ConnectedTenant;
let otherOne: ConnectedTenant;
let worker: Worker;

beforeAll(async () => {
  slowOne = await world.settle(slow);
  otherOne = await world.settle(other);
});
afterAll(async () => {
  await world.sandbox.control('DELETE', '/sandbox/faults');
  await worker.stop();
});

/** Shorter than one slow answer, which takes 20 s. */
const patience = { timeout: 18_000 };

test('an account with slow answers delays only itself', async () => {
  await world.spoil({ fault: 'notificationsSilent' });
  await world.spoil({ fault: 'slow', sellerId: slow.sellingPartnerId, count: 1000, delayMs: 20_000 });
  const [product] = await world.rows(sql<{ asin: string; productId: string }>`
    select p.asin, p.product_id as "productId" from products p join listings l using (tenant_id, product_id)
     where p.tenant_id = ${otherOne.tenantId} and p.is_tracked and p.marketplace = 'US'
     group by p.product_id, p.asin having count(*) = 1 order by p.asin limit 1`);
  // The event happens before the sweeps, because while push counts as working the next sweep comes late.
  await world.happen({ type: 'listingSuspended', asin: product?.asin ?? '', marketplace: 'US' });
  const soon = new Date(world.clock.now().getTime() + 1000);
  // Makes all sweeps of the slow account due, and of the other account only the one that finds the change: its own
  // queue is not part of this test.
  await world.rows(sql`
    update sweeps set due_at = case when tenant_id = ${slowOne.tenantId} then 'epoch' else ${soon}::timestamptz end
     where source <> all ('{product-pages,search-pages}')
       and (tenant_id = ${slowOne.tenantId} or source = 'listings-items')`);
  const { judging } = world.ctx;
  const clock = { ...world.clock, pause: systemClock.pause };

  worker = await startWorker({ ...world.ctx, clock }, { judging, chores: [] });

  const flips = () =>
    world.rows(sql<{ to: number }>`
      select f.to_status as to from flips f
       where f.product_id = ${product?.productId ?? ''} and f.type = 'listingSuspended'`);
  await expect.poll(flips, patience).toEqual([{ to: 2 }]);
});
