import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secondMs } from '@app/shared/base/time.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildTenant, openTestDb, type BuiltTenant } from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import type { SweepKey } from '../sweeping/sweep-queries.ts';
import { heedLateNews } from './push-queries.ts';

const database = testDatabase();
const second = (after: number): Date => new Date(Date.UTC(2026, 5, 15) + after * 1000);
let db: Db;
let tenant: BuiltTenant;
let key: SweepKey;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  const { tenantId, sellerAccountId } = tenant;
  key = { tenantId, sellerAccountId, marketplace: '', source: 'orders' };
});
afterAll(() => db.close());

/**
 * Returns the second at which the next pass is due, after a pass that began at the given second and ended one second
 * later. If no order was announced, the next pass is due after half an hour.
 */
async function dueAfter(passSecond: number, { news, waitSeconds }: { news: number | null; waitSeconds: number }) {
  const { tenantId, sellerAccountId } = tenant;
  return db.tenant(tenantId, async (tx) => {
    await sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
      values (${tenantId}, ${sellerAccountId}, '', 'orders', ${second(passSecond + 1800)})
          on conflict (tenant_id, seller_account_id, marketplace, source) do update set due_at = excluded.due_at`.execute(
      tx,
    );
    await sql`
      insert into subscriptions (
        tenant_id, seller_account_id, notification_type, subscription_id, created_at, last_event_at
      )
      values (${tenantId}, ${sellerAccountId}, 'ORDER_CHANGE', 'one', now(), ${news === null ? null : second(news)})
          on conflict (tenant_id, seller_account_id, notification_type) do update
         set last_event_at = excluded.last_event_at`.execute(tx);
    await heedLateNews(tx, key, {
      types: ['ORDER_CHANGE'],
      passStartedAt: second(passSecond),
      settlesMs: 150 * secondMs,
      dueAt: second(passSecond + 1 + waitSeconds),
    });
    const { rows } = await sql<{ dueAt: Date }>`
      select s.due_at as "dueAt" from sweeps s where s.tenant_id = ${tenantId} and s.source = 'orders'`.execute(tx);
    return ((rows[0]?.dueAt.getTime() ?? 0) - second(0).getTime()) / 1000;
  });
}

test.each([
  ['nothing was ever announced', null, 2800],
  ['the pass began when the latest news was answered already', 800, 2800],
  ['news came too shortly before the pass', 900, 1301],
  ['news came while it went on', 1000.5, 1301],
])('when %s, the next pass is due at second %i', async (_, news, dueAt) => {
  expect(await dueAfter(1000, { news, waitSeconds: 300 })).toBe(dueAt);
});

test('news of another type, and of another account of the tenant, makes no pass due', async () => {
  const { tenantId } = tenant;
  const before = await dueAfter(1000, { news: null, waitSeconds: 300 });
  await db.tenant(tenantId, async (tx) => {
    const other = await sql<{ id: string }>`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${tenantId}, ${tenant.sellerKey}, 'EU', 'Brightkeel', 'not a token', '123456', now(), now(), 0)
      returning seller_account_id as id`.execute(tx);
    await sql`
      insert into subscriptions (
        tenant_id, seller_account_id, notification_type, subscription_id, created_at, last_event_at
      )
      values (${tenantId}, ${tenant.sellerAccountId}, 'ANY_OFFER_CHANGED', 'two', now(), ${second(1000)}),
             (${tenantId}, ${other.rows[0]?.id}, 'ORDER_CHANGE', 'three', now(), ${second(1000)})`.execute(tx);
  });

  expect(await dueAfter(1000, { news: null, waitSeconds: 300 })).toBe(before);
});

test('with a speed-up that the marketplace does not share, one more pass suffices for one message', async () => {
  const passes = [10];
  for (let next = 10; next < 1800 && passes.length < 20;) {
    next = await dueAfter(next, { news: 0, waitSeconds: 10 });
    passes.push(next);
  }

  expect(passes).toEqual([10, 150, 1950]);
});
