import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  openTestDb,
  unwatched,
  type BuiltTenant,
} from '../../../../testing/database/factories.ts';
import type { Db, Tx } from '../../../lib/db/db.ts';
import { lockItems } from './load-queries.ts';

const database = testDatabase();
let worker: Db;
let api: Db;
let tenant: BuiltTenant;
let productId: string;

beforeAll(async () => {
  worker = openTestDb(database.workerUrl);
  api = openTestDb(database.apiUrl);
  tenant = await buildTenant(worker);
  productId = await buildProduct(worker, { tenant, judging: unwatched });
  await worker.tenant(tenant.tenantId, (tx) =>
    sql`
      insert into items (tenant_id, item_id, product_id, type, status, issue_status, revision, changed_at, version)
      select ${tenant.tenantId}, 'keyword-' || ${productId} || '-' || n, ${productId}, 'keyword', 0, 0, 1, now(), 1
        from generate_series(1, 5000) as n
          on conflict do nothing`.execute(tx),
  );
  await withClient(database.superuserUrl, (client) => client.query('analyze items'));
});
afterAll(() => Promise.all([worker.close(), api.close()]));

/** Counts the rows of items that the transaction has read. */
async function countRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(s.seq_tup_read, 0) + coalesce(s.idx_tup_fetch, 0) as count
      from pg_stat_xact_user_tables s
     where s.relname = 'items'`.execute(tx);
  return Number(rows[0]?.count);
}

test('an item is found by its id without reading the others, also where row-level security applies', async () => {
  const itemId = `keyword-${productId}-7`;

  for (const db of [worker, api]) {
    const { found, read } = await db.tenant(tenant.tenantId, async (tx) => ({
      found: await lockItems(tx, tenant.tenantId, { itemIds: [itemId] }),
      read: await countRead(tx),
    }));

    expect(found.map((item) => item.itemId)).toEqual([itemId]);
    expect(read).toBeLessThan(10);
  }
});
