import type { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { roles, withClient } from '../../scripts/postgres/database.ts';
import { globalTables } from '../src/lib/db/access.ts';
import { testApi } from '../testing/http/api.ts';
import { populate, type PopulatedTenant } from '../testing/database/populate.ts';
import { listTables } from '../testing/database/tables.ts';

const api = testApi();
let a: PopulatedTenant;
let b: PopulatedTenant;

beforeAll(async () => {
  const owners = [await api.owner(), await api.owner()];
  [a, b] = await asSuperuser(async (client) => [
    await populate(client, { tenantId: owners[0]?.tenantId ?? '', marker: 'MARKERA' }),
    await populate(client, { tenantId: owners[1]?.tenantId ?? '', marker: 'MARKERB' }),
  ]);
});

const asSuperuser = <T>(look: (client: Client) => Promise<T>): Promise<T> =>
  withClient(api.database.superuserUrl, look);

async function tenantTables(client: Client): Promise<string[]> {
  const all = await listTables(client);
  return all.filter((name) => !globalTables.some((global) => global === name));
}

/** A key of a table; the first column is the one that matters here. */
interface Key {
  readonly table: string;
  readonly name: string;
  readonly kind: 'p' | 'u' | 'f';
  readonly columns: string[];
  readonly of: string | null;
  readonly ofColumns: string[] | null;
  readonly onDelete: string;
}

const listKeys = async (client: Client): Promise<Key[]> =>
  (
    await client.query<Key>(
      `select c.conrelid::regclass::text as table, c.conname as name, c.contype as kind, c.confdeltype as "onDelete",
              array(select a.attname::text from unnest(c.conkey) with ordinality k (n, i)
                      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.i) as columns,
              nullif(c.confrelid, 0)::regclass::text as of,
              array(select a.attname::text from unnest(c.confkey) with ordinality k (n, i)
                      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.i) as "ofColumns"
         from pg_constraint c
         join pg_class t on t.oid = c.conrelid
        where c.connamespace = 'public'::regnamespace
          and c.contype in ('p', 'u', 'f')
          and not t.relispartition`,
    )
  ).rows;

test('every table belongs to tenants or is on the list of global tables', async () => {
  await asSuperuser(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name
         from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and not c.relispartition`,
    );
    const withTenant = rows.map(({ name }) => name);

    expect(await tenantTables(client)).toEqual(expect.arrayContaining(['tenants', 'items', 'flips']));
    for (const table of await tenantTables(client)) expect(withTenant).toContain(table);
    expect(await listTables(client)).toEqual(expect.arrayContaining([...globalTables]));
  });
});

test('the tenant id comes first in every primary key, unique key and foreign key', async () => {
  await asSuperuser(async (client) => {
    const tables = await tenantTables(client);
    const keys = (await listKeys(client)).filter(({ table }) => tables.includes(table));

    for (const table of tables) expect(keys.filter((key) => key.table === table && key.kind === 'p')).toHaveLength(1);
    expect(keys.filter(({ columns }) => columns[0] !== 'tenant_id')).toEqual([]);
    const foreign = keys.filter(({ kind }) => kind === 'f');
    expect(foreign.length).toBeGreaterThan(10);
    expect(foreign.filter(({ of, ofColumns }) => !tables.includes(of ?? '') || ofColumns?.[0] !== 'tenant_id')).toEqual(
      [],
    );
  });
});

test('unique indexes without a constraint also begin with the tenant id', async () => {
  await asSuperuser(async (client) => {
    const { rows } = await client.query<{ table: string; first: string }>(
      `select i.indrelid::regclass::text as table, a.attname as first
         from pg_index i
         join pg_class t on t.oid = i.indrelid and not t.relispartition
         left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indisunique
          and t.relnamespace = 'public'::regnamespace`,
    );
    const tables = await tenantTables(client);

    expect(rows.filter(({ table, first }) => tables.includes(table) && first !== 'tenant_id')).toEqual([]);
  });
});

const isGlobal = (table: string | null) => globalTables.some((name) => name === table);

test('global tables do not refer to tables of tenants', async () => {
  const foreign = (await asSuperuser(listKeys)).filter(({ table, kind }) => kind === 'f' && isGlobal(table));

  expect(foreign.length).toBeGreaterThan(0);
  expect(foreign.filter(({ of }) => !isGlobal(of))).toEqual([]);
});

test('no foreign key sets values to null or to a default, and there are no triggers', async () => {
  await asSuperuser(async (client) => {
    const keys = await listKeys(client);
    const triggers = await client.query('select t.tgname from pg_trigger t where not t.tgisinternal');

    expect(keys.filter(({ onDelete }) => ['n', 'd'].includes(onDelete))).toEqual([]);
    expect(triggers.rows).toEqual([]);
  });
});

test('unique keys of partitioned tables contain the partition column', async () => {
  await asSuperuser(async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(
      `select p.partrelid::regclass::text as table, a.attname as column
         from pg_partitioned_table p
         join pg_attribute a on a.attrelid = p.partrelid and a.attnum = any (p.partattrs::int2[])`,
    );
    const keys = (await listKeys(client)).filter(({ kind }) => kind !== 'f');

    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { table, column } of rows) {
      expect(keys.filter((key) => key.table === table && !key.columns.includes(column))).toEqual([]);
    }
  });
});

test('row-level security is enabled for every tenant table, and for its owner as well', async () => {
  await asSuperuser(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name
         from pg_class c
        where c.relnamespace = 'public'::regnamespace
          and c.relrowsecurity
          and c.relforcerowsecurity`,
    );

    expect(rows.map(({ name }) => name).toSorted()).toEqual((await tenantTables(client)).toSorted());
  });
});

test('partitions are accessible only through their parent', async () => {
  await asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select c.relname, r.role
         from pg_class c
        cross join unnest($1::text[]) as r (role)
        where c.relispartition
          and c.relkind = 'r'
          and has_table_privilege(r.role, c.oid, 'select, insert, update, delete')`,
      [[roles.api, roles.worker]],
    );

    expect(rows).toEqual([]);
  });
});

test('every table has a row of both tenants, so that the tests below cover all tables', async () => {
  const lacking: string[] = [];
  await asSuperuser(async (client) => {
    for (const table of await tenantTables(client)) {
      const { rows } = await client.query<{ tenants: number }>(
        `select count(distinct tenant_id)::int as tenants from ${table} where tenant_id = any ($1)`,
        [[a.tenantId, b.tenantId]],
      );
      if (rows[0]?.tenants !== 2) lacking.push(table);
    }
  });

  expect(lacking, 'tables without a row in server/testing/database/populate.ts').toEqual([]);
});

test('the API sees nothing without a tenant, and with one only the rows of that tenant', async () => {
  const tables = await asSuperuser(tenantTables);

  await withClient(api.database.apiUrl, async (client) => {
    for (const table of tables) {
      const without = await client.query(`select tenant_id from ${table}`);
      await client.query(`begin; set local app.tenant_id = '${b.tenantId}'`);
      const withTenant = await client.query<{ tenant_id: string }>(`select distinct tenant_id from ${table}`);
      await client.query('commit');

      expect([table, without.rows]).toEqual([table, []]);
      expect([table, withTenant.rows]).toEqual([table, [{ tenant_id: b.tenantId }]]);
    }
  });
});

test('the API can neither write into another tenant, nor move rows there, nor delete them', async () => {
  // The API may change and delete nothing at all in the audit trail.
  const tables = (await asSuperuser(tenantTables)).filter((table) => table !== 'audit_events');

  await withClient(api.database.apiUrl, async (client) => {
    for (const table of tables) {
      const begin = () => client.query(`begin; set local app.tenant_id = '${b.tenantId}'`);
      await begin();
      const moved = client.query(`update ${table} set tenant_id = '${a.tenantId}'`);
      await expect(moved).rejects.toThrow(`row-level security policy for table "${table}"`);
      await client.query('rollback');

      await begin();
      const deleted = await client.query(`delete from ${table} where tenant_id = '${a.tenantId}'`);
      await client.query('rollback');
      expect([table, deleted.rowCount]).toEqual([table, 0]);
    }
    await client.query(`begin; set local app.tenant_id = '${b.tenantId}'`);
    const inserted = client.query(
      `insert into watchdog_settings (tenant_id, type, settings, version) values ('${a.tenantId}', 'price', '{}', 1)`,
    );
    await expect(inserted).rejects.toThrow(/row-level security/);
    await client.query('rollback');
  });
});
