import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { AmongTenants } from './among-tenants.ts';
import { openDb, withPlugin, type Executor } from './db.ts';
import { dbLimits } from './limits.ts';
import { ReachableTenants } from './reachable-tenants.ts';
import { NodeUnavailable } from './unavailable.ts';

const database = testDatabase();
const [near, far] = [randomUUID(), randomUUID()];
const nodes = new Map<string, number>([
  [near, 1],
  [far, 2],
]);

/** Stands in for the catalogue of Citus, and plants a tenant with a login on each of two nodes. */
beforeAll(() =>
  withClient(database.superuserUrl, async (client) => {
    await client.query('create table pg_dist_placement as select 1::bigint as shardid, 1 as groupid union select 2, 2');
    await client.query(
      "create table pg_dist_partition as select 'tenants'::regclass as logicalrelid, 'h'::\"char\" as partmethod",
    );
    await client.query(
      `create function get_shard_id_for_distribution_column(regclass, uuid) returns bigint language sql
         as $$ select case when $2 = '${near}' then 1 else 2 end::bigint $$`,
    );
    await client.query('grant select on pg_dist_placement, pg_dist_partition to public');
    for (const tenantId of nodes.keys()) {
      await client.query(
        `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
         values ($1, '', 'brand', '', now(), now())`,
        [tenantId],
      );
      await client.query(`insert into logins (email, tenant_id, email_address_id) values ($1::text, $1::uuid, 1)`, [
        tenantId,
      ]);
    }
  }),
);

const away = new NodeUnavailable(new Error('connection to the remote node failed'));

function openCluster() {
  const db = openDb({
    url: database.workerUrl,
    maxConnections: 2,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  onTestFinished(() => db.close());
  let silent: number | null = null;
  let isFrozen = false;
  const isAway = (tenantIds: readonly string[]): boolean =>
    tenantIds.some((tenantId) => nodes.get(tenantId) === silent);
  const refuse = (tenantIds: readonly string[]): void => {
    if (isAway(tenantIds)) throw away;
  };
  const left: string[] = [];
  const reachable = new ReachableTenants({
    prober: db.global,
    async probe(tenantId) {
      if (isFrozen && isAway([tenantId])) await new Promise(() => undefined);
      refuse([tenantId]);
    },
    leave: (leftOut) => void left.push(...leftOut),
  });
  const asked: (readonly string[])[] = [];
  /** Reads the tenants as Citus does: the statement fails if it asks for a tenant whose node is away. */
  const find = async (executor: Executor): Promise<readonly string[]> => {
    const { rows } = await sql<{ tenantId: string }>`
      select t.tenant_id as "tenantId" from tenants t order by 1`.execute(executor);
    const found = rows.map(({ tenantId }) => tenantId);
    asked.push(found);
    if (isFrozen && isAway(found)) await new Promise(() => undefined);
    refuse(found);
    return found;
  };
  const refused = (tenantId: string): boolean => {
    try {
      reachable.refuse(tenantId);
      return false;
    } catch (error) {
      return error instanceof NodeUnavailable;
    }
  };
  return {
    reachable,
    asked,
    refused,
    left,
    read: () => reachable.read(db.global, find),
    lose: (node: number | null) => void (silent = node),
    freeze(node: number) {
      silent = node;
      isFrozen = true;
    },
  };
}

const both = [near, far].toSorted();

test('while a data node is away its tenants are left out, and the statement asks for the others only', async () => {
  const { reachable, asked, refused, read, lose } = openCluster();
  expect(await read()).toEqual(both);

  lose(2);
  expect(await read()).toEqual([near]);
  expect(await read()).toEqual([near]);

  expect(reachable.leftOut).toBe(1);
  expect([near, far].map(refused)).toEqual([false, true]);
  // Only the first call of `read` asked for all tenants, and found that the node is away.
  expect(asked.slice(1)).toEqual([both, [near], [near]]);
});

test('tenants are found again after their data node is back', async () => {
  const { reachable, read, lose } = openCluster();
  lose(1);
  expect(await read()).toEqual([far]);

  lose(null);
  await expect.poll(read, { interval: 500 }).toEqual(both);

  expect(reachable.leftOut).toBe(0);
});

test('the tenants of a data node that says nothing are left out without an end of the statement, and work for them ends', async () => {
  const { read, freeze, left } = openCluster();
  freeze(2);

  expect(await read()).toEqual([near]);
  expect(left).toEqual([far]);
});

test('a statement that fails although all nodes answer fails', async () => {
  const { reachable } = openCluster();

  await expect(reachable.read(openDbOfTest().global, () => Promise.reject(away))).rejects.toBe(away);
});

const openDbOfTest = () => {
  const db = openDb({
    url: database.workerUrl,
    maxConnections: 1,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  onTestFinished(() => db.close());
  return db;
};

/** The text that the database gets, in one line. */
const restricted = (statement: { compile(executor: Executor): { readonly sql: string } }): string => {
  const among = new AmongTenants({ tables: new Set(['items', 'tenants']), tenantIds: ['a', 'b'] });
  return statement.compile(withPlugin(openDbOfTest().global, among)).sql.replaceAll(/\s+/g, ' ').trim();
};
const few = (table: string): string => `(select * from ${table} where tenant_id = any('{a,b}'::uuid[]))`;

test.each([
  ['select 1 from items i where i.type = 1', `select 1 from ${few('items')} i where i.type = 1`],
  ['select 1 from items where type = 1', `select 1 from ${few('items')} items where type = 1`],
  ['select 1 from items', `select 1 from ${few('items')} items`],
  [
    'select 1 from logins l left join tenants as t on t.a = l.a',
    `select 1 from logins l left join ${few('tenants')} as t on t.a = l.a`,
  ],
  ['select exists (select from items) from logins', `select exists (select from ${few('items')} items) from logins`],
  ['/* prepared */ select 1 from items i', `select 1 from ${few('items')} i`],
  ['select 1 from items i for update', `select 1 from ${few('items')} i for update`],
  ['update items set a = 1 from tenants t', 'update items set a = 1 from tenants t'],
  ['with a as (delete from items returning 1) select 1 from tenants', null],
])('%s, restricted to some tenants', (text, expected) => {
  expect(restricted(sql.raw(text))).toBe(expected ?? text);
});

test('the parts of a statement are restricted too, and their parameters stay', () => {
  const part = sql`exists (select 1 from tenants t where t.name = ${'x'})`;

  expect(restricted(sql`select 1 from items i where ${part} and i.a = ${1}`)).toBe(
    `select 1 from ${few('items')} i where exists (select 1 from ${few('tenants')} t where t.name = $1) and i.a = $2`,
  );
});
