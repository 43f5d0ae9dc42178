import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Marketplace } from '../../src/external/marketplace/marketplace.ts';
import type { SellerAccess } from '../../src/external/marketplace/seller-access.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { startWorker, type Worker } from '../../src/worker.ts';
import { observingWorld, type ConnectedTenant } from '../../testing/observing/observing.ts';

/** Every call of the slow account waits for this promise, which settles after the test. */
let answered = Promise.resolve();
let answer = () => {};
let waiting = 0;

const world = observingWorld({
  marketplace: (real) => {
    const calls = Object.entries(real).map(([name, call]: [string, (access: Partial<SellerAccess>) => unknown]) => [
      name,
      async (access: Partial<SellerAccess>, ...more: unknown[]) => {
        if (access.sellingPartnerId === slow.sellingPartnerId) {
          waiting += 1;
          await answered;
        }
        return Reflect.apply(call, real, [access, ...more]);
      },
    ]);
    return Object.fromEntries(calls) as Marketplace;
  },
});
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
  answer();
  await worker.stop();
});

test('an account that waits for its answers delays only itself', async () => {
  await world.spoil({ fault: 'notificationsSilent' });
  ({ promise: answered, resolve: answer } = Promise.withResolvers<void>());
  waiting = 0;
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
  await expect.poll(flips).toEqual([{ to: 2 }]);
  expect(waiting).toBeGreaterThan(0);
});
