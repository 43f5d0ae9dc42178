import type pg from 'pg';
import { globalTables } from './access.ts';

/** Returns whether this database is the coordinator of a Citus cluster. */
export async function isCluster(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

interface TenantTable {
  readonly name: string;
  readonly isForced: boolean;
}

/**
 * Global tables that only operators write and that statements of a tenant join. Each node has a copy, so a write needs
 * all nodes.
 */
const copiedTables = ['price_lists', 'rate_cards', 'packages', 'operators'];

/**
 * Distributes the tenant tables that are not distributed yet by their tenant, so that all rows of one tenant are on one
 * node. The other global tables stay on the coordinator, to which every process connects.
 * The owner copies the rows, here and when a tenant is moved to another node. Under forced row-level security the owner
 * would read no rows, and all of them would be lost without an error.
 */
export async function distributeTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<TenantTable>(
    `select c.relname as name, c.relforcerowsecurity as "isForced"
       from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p')
        and not c.relispartition
        and c.relname <> all ($1)
        and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)`,
    [globalTables],
  );
  for (const name of copiedTables) {
    // Copying a table also adds the tables that refer to it to `pg_dist_partition`, without copying them, so only
    // `repmodel` tells whether a table is copied.
    await client.query(
      `select create_reference_table($1)
        where not exists (select from pg_dist_partition d where d.logicalrelid = $1::regclass and d.repmodel = 't')`,
      [name],
    );
  }
  for (const { name, isForced } of rows) {
    if (isForced) await client.query(`alter table ${name} no force row level security`);
  }
  await dropUpdateActions(client);
  for (const name of await inOrderOfReferences(
    client,
    rows.map((row) => row.name),
  )) {
    // The first table creates the colocation group, in which all others are placed.
    const group = name === rootTable ? 'none' : rootTable;
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [name, 'tenant_id', group]);
  }
}

/**
 * Citus refuses foreign keys with an action on update that contain the tenant's id, although no tenant's id is ever
 * updated.
 */
async function dropUpdateActions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and confupdtype <> 'a' and conparentid = 0`,
  );
  for (const { table, name, definition } of rows) {
    const kept = definition.replace(/ ON UPDATE (?:CASCADE|RESTRICT|SET NULL|SET DEFAULT)/, '');
    await client.query(`alter table ${table} drop constraint ${name}`);
    await client.query(`alter table ${table} add constraint ${name} ${kept}`);
  }
}

/** The table to which all tables of tenants refer, directly or not. */
const rootTable = 'tenants';

/** A table is distributed after those to which its foreign keys lead. */
async function inOrderOfReferences(client: pg.ClientBase, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; of: string }>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as of
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  );
  const ordered = new Set<string>();
  const place = (name: string): void => {
    if (ordered.has(name) || !names.includes(name)) return;
    for (const { table, of } of rows) if (table === name) place(of);
    ordered.add(name);
  };
  place(rootTable);
  for (const name of names) place(name);
  return [...ordered];
}
