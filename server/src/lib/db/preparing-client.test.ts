import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { buildTenant, openTestDb } from '../../../testing/database/factories.ts';
import type { Db, Executor } from './db.ts';

const database = testDatabase();

async function inOneConnection(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openTestDb(url);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

test('only a statement with the mark is prepared, and only once', async () => {
  await inOneConnection(database.workerUrl, async (db) => {
    const kept = await db.snapshot(randomUUID(), async (one) => {
      for (const number of [1, 2]) {
        await sql`
          /* prepared */
          select ${number}::int as "marked"`.execute(one);
        await sql`select ${number}::int as "unmarked"`.execute(one);
      }
      return sql<{ statement: string }>`select p.statement from pg_prepared_statements p`.execute(one);
    });

    expect(kept.rows.map(({ statement }) => /"(\w+)"/.exec(statement)?.[1])).toEqual(['marked']);
  });
});

const visible = async (tx: Executor) => {
  const { rows } = await sql<{ tenantId: string }>`
    /* prepared */
    select t.tenant_id as "tenantId"
      from tenants t
     where ${true}::boolean`.execute(tx);
  return rows.map(({ tenantId }) => tenantId);
};

test('a prepared statement shows each tenant its own rows alone', async () => {
  const tenantIds: string[] = [];
  await inOneConnection(database.workerUrl, async (db) => {
    for (const sellerKey of ['ONE', 'OTHER']) tenantIds.push((await buildTenant(db, { sellerKey })).tenantId);
  });

  await inOneConnection(database.apiUrl, async (db) => {
    // PostgreSQL plans a prepared statement for its actual values five times before it considers a generic plan.
    for (let turn = 0; turn < 12; turn += 1) {
      for (const tenantId of tenantIds) expect(await db.tenant(tenantId, visible)).toEqual([tenantId]);
    }
    expect(await visible(db.global)).toEqual([]);
  });
});
