import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

export interface ExportKey {
  readonly tenantId: string;
  readonly exportId: string;
}

interface Lease {
  readonly now: Date;
  readonly until: Date;
}

/** Claims the export of a tenant. Returns false while another export of the tenant is under way. */
export async function claimExport(tx: Tx, { tenantId, exportId }: ExportKey, { now, until }: Lease): Promise<boolean> {
  const { rows } = await sql`
    insert into tenant_exports as x (tenant_id, export_id, claimed_until)
    values (${tenantId}, ${exportId}, ${until})
    on conflict (tenant_id) do update
       set export_id = excluded.export_id,
           claimed_until = excluded.claimed_until,
           is_started = false
     where x.claimed_until <= ${now}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Starts a claimed export. Returns false if it was started before, or if its claim has expired. */
export async function startExport(tx: Tx, { tenantId, exportId }: ExportKey, { now, until }: Lease): Promise<boolean> {
  const { rows } = await sql`
    update tenant_exports
       set is_started = true,
           claimed_until = ${until}
     where tenant_id = ${tenantId}
       and export_id = ${exportId}
       and claimed_until > ${now}
       and not is_started
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Extends the claim of an export. Returns false if another export of the tenant has begun since. */
export async function renewExport(tx: Tx, { tenantId, exportId }: ExportKey, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update tenant_exports
       set claimed_until = ${until}
     where tenant_id = ${tenantId}
       and export_id = ${exportId}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function endExport(tx: Tx, { tenantId, exportId }: ExportKey): Promise<void> {
  await sql`
    delete from tenant_exports
     where tenant_id = ${tenantId}
       and export_id = ${exportId}`.execute(tx);
}

interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

interface TableShape {
  readonly table: string;
  readonly columns: readonly string[];
  /** The primary key after the tenant id, which comes first in every one. */
  readonly key: readonly KeyColumn[];
}

/** Reads the columns and the key of a table from the catalogue. */
export async function readShape(tx: Tx, table: string): Promise<TableShape> {
  const { rows } = await sql<TableShape>`
    select ${table}::text as "table",
           array(select a.attname::text
                   from pg_attribute a
                  where a.attrelid = i.indrelid
                    and a.attnum > 0
                    and not a.attisdropped
                  order by a.attnum) as columns,
           coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                                     order by k.position)
                       from unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
                       join pg_attribute a
                         on a.attrelid = i.indrelid
                        and a.attnum = k.attnum
                      where k.position > 1), '[]') as key
      from pg_index i
     where i.indrelid = ${table}::regclass
       and i.indisprimary`.execute(tx);
  const [shape] = rows;
  if (!shape) throw new Error(`The table ${table} has no primary key`);
  return shape;
}

interface RowsPage {
  /** One JSON object for each row. */
  readonly lines: readonly string[];
  /** The key of the last row, after which the next page begins. */
  readonly last: readonly string[];
}

export interface PageRequest extends TableShape {
  readonly tenantId: string;
  readonly withheld: readonly string[];
  /** The key of the last row before the page; `null` for the first page. */
  readonly after: readonly string[] | null;
  readonly most: number;
}

export async function readPage(tx: Tx, request: PageRequest): Promise<RowsPage> {
  const { tenantId, table, key, withheld, after, most } = request;
  const names = key.map(({ name }) => sql`t.${sql.ref(name)}`);
  const values = key.map(({ type }, at) => sql`${after?.[at] ?? null}::text::${sql.raw(type)}`);
  const isNext = after === null ? sql`` : sql`and (${sql.join(names)}) > (${sql.join(values)})`;
  const order = names.length === 0 ? sql`` : sql`order by ${sql.join(names)}`;
  const texts = names.map((name) => sql`${name}::text`);
  const { rows } = await sql<{ line: string; key: string[] }>`
    select (to_jsonb(t) - ${withheld}::text[])::text as line,
           array[${sql.join(texts)}]::text[] as key
      from ${sql.table(table)} t
     where t.tenant_id = ${tenantId}
       ${isNext}
     ${order}
     limit ${most}`.execute(tx);
  return { lines: rows.map(({ line }) => line), last: rows.at(-1)?.key ?? [] };
}
