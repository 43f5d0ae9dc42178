import type { Client } from 'pg';
import { ownSellerId } from '../evaluate/answers.ts';
import { sellerIdOf } from './sellers.ts';

/** The ids of the copies are the ids of the template plus a multiple of this. */
const idStride = 100_000;

/** Tables that are not copied: what the template has sent, and what its process has recorded. */
const leftOut = ['deliveries', 'messages', 'notifications_taken', 'set_aside_turns'];

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Copies all rows of the template tenant for other tenants, with one statement per table of the catalogue. The template
 * itself is not one of the tenants. `copies` are their ids in the order of their sellers.
 */
export async function copyTenant(client: Client, template: string, copies: readonly string[]): Promise<void> {
  const columns = await readColumns(client);
  await client.query('begin');
  // Foreign keys are not checked for the copies, because the rows of the template already obey them.
  await client.query("set local session_replication_role = 'replica'");
  for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
    const names = ofTable.map(({ name }) => name);
    const values = ofTable.map((column) => valueOf(column, names.includes('product_id')));
    await client.query(
      `insert into ${table} (${names.join(', ')}) overriding system value
       select ${values.join(', ')}
         from ${table} t
        cross join unnest($2::uuid[]) with ordinality as c (tenant_id, n)
        where t.tenant_id = $1`,
      [template, copies],
    );
  }
  await client.query('commit');
}

/** Returns the columns of all tables that belong to a tenant, except generated columns. */
async function readColumns(client: Client): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p')
        and not c.relispartition
        and c.relname <> all ($1)
        and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id')
      order by c.relname, a.attnum`,
    [leftOut],
  );
  return rows;
}

/** Returns the SQL expression for a copied column. Sellers are counted from 0 and tenants from 1. */
function valueOf({ name, type }: Column, isOfProduct: boolean): string {
  if (name === 'tenant_id') return 'c.tenant_id';
  if (name === 'selling_partner_id') return sellerIdSql;
  if (name === 'email') return `'bench' || c.n || '@watchpost.test'`;
  if (name === 'item_id' && isOfProduct) {
    return `left(t.item_id, -length(t.product_id::text)) || (t.product_id + c.n * ${idStride})`;
  }
  if (name === 'facts') return `replace(t.facts::text, '${ownSellerId}', ${sellerIdSql})::jsonb`;
  return type === 'bigint' && name.endsWith('_id') ? `t.${name} + c.n * ${idStride}` : `t.${name}`;
}

const sellerIdSql = `replace('${sellerIdOf(0)}', 'N0', 'N' || (c.n - 1))`;
