import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withClient } from '../../scripts/postgres/database.ts';
import { observingWorld, type ConnectedTenant } from '../testing/observing/observing.ts';
import { systemClock } from './lib/clock.ts';
import { noFailures, startWorker } from './worker.ts';

const world = observingWorld();
const america = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const spare = { sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' } as const;

test('two workers share the work: an event at the marketplace becomes one flip, and both stop in order', async () => {
  const turns: string[] = [];
  const chores = (name: string) => [{ name, turn: async () => void turns.push(name) }];
  const { judging } = world.ctx;
  const ctx = { ...world.ctx, clock: { ...world.clock, pause: systemClock.pause } };
  const one = await startWorker(ctx, { judging, chores: chores('one') });
  const other = await startWorker(ctx, { judging, chores: chores('other') });
  const { tenantId } = await world.connect(spare);

  const undecided = () => world.rows(sql<{ n: number }>`select count(*)::int as n from items where status = 99`);
  const decided = () => world.rows(sql<{ n: number }>`select count(*)::int as n from items where status <> 99`);
  await expect.poll(async () => (await decided())[0]?.n ?? 0).toBeGreaterThan(0);
  await expect.poll(undecided).toEqual([{ n: 0 }]);
  const [product] = await world.rows(sql<{ asin: string }>`
    select p.asin from products p join listings l using (tenant_id, product_id)
     where p.tenant_id = ${tenantId} and p.is_tracked group by p.asin having count(*) = 1 order by p.asin limit 1`);
  await world.happen({ type: 'listingSuspended', asin: product?.asin ?? '', marketplace: 'US' });
  const flips = () =>
    world.rows(sql<{ asin: string; to: number }>`
      select p.asin, f.to_status as to from flips f join products p using (tenant_id, product_id)
       where f.type = 'listingSuspended'`);
  await expect.poll(flips).toEqual([{ asin: product?.asin, to: 2 }]);
  await Promise.all([one.stop(), other.stop()]);

  expect(await flips()).toHaveLength(1);
  expect(new Set(turns)).toEqual(new Set(['one', 'other']));
  const active = await world.rows(sql`select 1 from pgboss.job where state = 'active'`);
  expect(active).toEqual([]);
});

test('a tenant whose product is locked does not hold up the notifications of another', async () => {
  const [locked, other] = [await world.settle(america), await world.settle(spare)];
  // Postpones all sweeps, so that only notifications can find the events.
  await world.rows(sql`update sweeps set due_at = due_at + interval '10 days'`);
  const ctx = { ...world.ctx, clock: { ...world.clock, pause: systemClock.pause } };
  const worker = await startWorker(ctx, { judging: world.ctx.judging, chores: [] });
  const productOf = async ({ tenantId }: ConnectedTenant) => {
    const [product] = await world.rows(sql<{ productId: string; asin: string }>`
      select p.product_id as "productId", p.asin
        from products p
        join listings l using (tenant_id, product_id)
       where p.tenant_id = ${tenantId} and p.marketplace = 'US' and p.is_tracked
         and not exists (select from flips f where f.product_id = p.product_id)
       group by p.product_id, p.asin
      having count(*) = 1
       order by p.asin
       limit 1`);
    return { productId: product?.productId ?? '', asin: product?.asin ?? '' };
  };
  const [lockedProduct, otherProduct] = [await productOf(locked), await productOf(other)];
  const cut = ({ asin }: { asin: string }) => world.happen({ type: 'priceChanged', asin, marketplace: 'US', price: 5 });
  const flipsOf = ({ productId }: { productId: string }) =>
    world.rows(sql`select type from flips where product_id = ${productId} and type = 'price'`);
  await withClient(world.database.superuserUrl, async (client) => {
    await client.query('begin');
    await client.query('select from products where product_id = $1 for update', [lockedProduct.productId]);
    await cut(lockedProduct);
    await expect.poll(async () => (await world.rows(waitingForLock)).length).toBeGreaterThan(0);

    await cut(otherProduct);

    await expect.poll(() => flipsOf(otherProduct)).toHaveLength(1);
    expect(await flipsOf(lockedProduct)).toEqual([]);
    await client.query('commit');
  });
  await expect.poll(() => flipsOf(lockedProduct)).toHaveLength(1);
  await worker.stop();
});

test('a loop that succeeds does not hide the failures of another loop with the same work', async () => {
  const failures = noFailures();
  const failed = Promise.withResolvers<void>();
  const succeeded = Promise.withResolvers<void>();
  const fail = async () => {
    failed.resolve();
    throw new Error('This loop fails');
  };
  const succeed = async () => {
    await failed.promise;
    succeeded.resolve();
  };
  const chores = [fail, succeed].map((turn) => ({ name: 'shared work', turn }));
  const ctx = { ...world.ctx, clock: { ...world.clock, pause: systemClock.pause } };
  const worker = await startWorker(ctx, { judging: world.ctx.judging, chores, failures });

  await succeeded.promise;
  await worker.stop();

  expect(failures.loops).toEqual(new Map([['shared work', expect.any(Number)]]));
  expect(new Set(world.log.splice(0).map(({ loop }) => loop))).toEqual(new Set(['shared work']));
});

const waitingForLock = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
