import type { Client } from 'pg';
import { withClient } from '../../../scripts/postgres/database.ts';
import type { CostHouse } from './house.ts';

/** Append-only tables, whose rows are removed only by retention. */
export const appendOnlyTables: readonly string[] = [
  'observation_history',
  'rank_days',
  'sales_days',
  'order_products',
  'flips',
  'deliveries',
  'notifications_taken',
];

/** Bytes by table, including partitions, indexes and TOAST. */
export type Sizes = ReadonlyMap<string, number>;

/** Vacuums all tables and returns their sizes; `full` removes free space that new rows would reuse. */
export const sizesAfterVacuum = ({ database }: CostHouse, how: 'full' | 'usual'): Promise<Sizes> =>
  withClient(database.ownerUrl, async (client) => {
    for (const { name } of await tables(client)) {
      if (how === 'full') await client.query(`vacuum full ${name}`);
      // A plain vacuum follows the full one to create the free space maps, which count in the sizes.
      await client.query(`vacuum ${name}`);
    }
    const sizes = new Map<string, number>();
    for (const { parent, bytes } of await tables(client)) sizes.set(parent, (sizes.get(parent) ?? 0) + bytes);
    return sizes;
  });

interface Table {
  readonly name: string;
  /** The parent table of a partition; for other tables the table itself. */
  readonly parent: string;
  readonly bytes: number;
}

/** Returns all tables that are not empty. */
async function tables(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name, coalesce(i.inhparent, c.oid)::regclass::text as parent,
            pg_total_relation_size(c.oid)::float8 as bytes
       from pg_class c
       left join pg_inherits i on i.inhrelid = c.oid
      where c.relnamespace = 'public'::regnamespace
        and c.relkind = 'r'
        and pg_relation_size(c.oid) > 0`,
  );
  return rows;
}

export const growth = (before: Sizes, after: Sizes): Sizes =>
  new Map([...after].map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)]));

/**
 * Vacuums the tables that autovacuum would vacuum. Autovacuum itself runs in real time, in which a virtual day takes
 * only a minute.
 */
export async function vacuumDueTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relid::regclass::text as name
       from pg_stat_user_tables s
      where s.schemaname = 'public'
        and s.n_dead_tup > 50 + 0.2 * s.n_live_tup`,
  );
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`);
}

const sampleSize = 200;

/** The peer: stores a row for every observation, changed or not, in the same format. Returns the bytes per product. */
export async function bytesOfAppendingAll(
  { database, looks }: CostHouse,
  { tenantId, products }: { readonly tenantId: string; readonly products: number },
): Promise<number> {
  return withClient(database.ownerUrl, async (client) => {
    await client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
    await client.query('create table appended (like observation_history including all)');
    const { rows } = await client.query<{ id: string }>(
      'select p.product_id as id from products p order by p.product_id limit $1',
      [sampleSize],
    );
    const sample = rows.map(({ id }) => id);
    for (const [aspect, count] of looks) {
      await client.query(
        `insert into appended (tenant_id, observed_at, product_id, aspect, sku, facts)
         select o.tenant_id, o.observed_at + n * interval '1 minute', o.product_id, o.aspect, o.sku, o.facts
           from generate_series(1, $2::int) as n, observations o
          where o.aspect = $1 and o.product_id = any ($3::bigint[])`,
        [aspect, Math.round(count / products), sample],
      );
    }
    const size = await client.query<{ bytes: number }>("select pg_total_relation_size('appended')::float8 as bytes");
    await client.query('drop table appended');
    return (size.rows[0]?.bytes ?? 0) / sample.length;
  });
}
