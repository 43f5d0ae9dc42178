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

test('in a transaction a prepared statement has one plan, and other statements are planned for their values', async () => {
  await inOneConnection(database.workerUrl, async (db) => {
    const modes = await db.tenant(randomUUID(), async (one) => {
      const found: string[] = [];
      const note = async (mark: string) => {
        const { rows } = await sql<{ mode: string }>`
          ${sql.raw(mark)} select current_setting('plan_cache_mode') as mode where ${1}::int = 1`.execute(one);
        found.push(rows[0]?.mode ?? '');
      };
      for (const mark of ['/* prepared */', '', '', '/* prepared */', '/* prepared */']) await note(mark);
      return found;
    });
    const { rows: plans } = await sql<{ plans: string }>`
      select generic_plans || ' of ' || generic_plans + custom_plans as plans
        from pg_prepared_statements`.execute(db.global);
    const { rows: after } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(
      db.global,
    );

    const [once, forItsValues] = ['force_generic_plan', 'auto'];
    expect(modes).toEqual([once, forItsValues, forItsValues, once, once]);
    expect(plans).toEqual([{ plans: '3 of 3' }]);
    expect(after).toEqual([{ mode: 'auto' }]);
  });
});

test('after a statement that failed the next transaction plans prepared statements once', async () => {
  await inOneConnection(database.workerUrl, async (db) => {
    const fails = db.tenant(randomUUID(), (one) => sql`select ${0}::int, 1 / ${0}::int`.execute(one));
    await expect(fails).rejects.toThrow('division by zero');

    const { rows } = await db.tenant(randomUUID(), (one) =>
      sql<{ mode: string }>`
        /* prepared */
        select current_setting('plan_cache_mode') as mode where ${1}::int = 1`.execute(one),
    );

    expect(rows).toEqual([{ mode: 'force_generic_plan' }]);
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
