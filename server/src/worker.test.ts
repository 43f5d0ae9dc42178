import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { observingWorld } from '../testing/observing/observing.ts';
import { systemClock } from './lib/clock.ts';
import { startWorker } from './worker.ts';

const world = observingWorld();
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
