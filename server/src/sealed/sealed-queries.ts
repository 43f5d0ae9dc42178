import { sql } from 'kysely';
import { json, type Executor } from '../lib/db/db.ts';
import { sealedColumns, type SealedColumn } from './sealed-columns.ts';

/** Returns how many secrets of all tenants are encrypted with each key. For the worker. */
export async function countSecretsByKey(db: Executor): Promise<ReadonlyMap<string, number>> {
  const counts = sealedColumns.map(({ table, column }) => {
    const value = sql`t.${sql.id(column)}`;
    return sql`select split_part(${value}, '.', 1) as id from ${sql.table(table)} t where ${value} is not null`;
  });
  const { rows } = await sql<{ id: string; count: number }>`
    select k.id, count(*)::int as count
      from (${sql.join(counts, sql` union all `)}) as k
     group by k.id
     order by k.id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export interface SealedRow {
  readonly tenantId: string;
  readonly key: readonly string[];
  readonly sealed: string;
}

interface Page {
  /** The last row of the page before, or `null`. */
  readonly after: SealedRow | null;
  /** The keys whose secrets are wanted. */
  readonly keyIds: readonly string[];
  readonly most: number;
}

/** Lists secrets of one column in the order of its rows. */
export async function listSealed(db: Executor, of: SealedColumn, page: Page): Promise<readonly SealedRow[]> {
  const keys = of.key.map((name) => sql`t.${sql.id(name)}`);
  const order = sql.join([sql`t.tenant_id`, ...keys]);
  const last = sql.join([sql`l.tenant_id`, ...of.key.map((name) => sql`l.${sql.id(name)}`)]);
  const isLater = page.after ? sql`(${order}) > (select ${last} from ${recordsOf(of, [page.after])} as l)` : sql`true`;
  const { rows } = await sql<SealedRow>`
    select t.tenant_id as "tenantId",
           array[${sql.join(keys.map((name) => sql`${name}::text`))}] as key,
           t.${sql.id(of.column)} as sealed
      from ${sql.table(of.table)} t
     where split_part(t.${sql.id(of.column)}, '.', 1) = any (${[...page.keyIds]})
       and ${isLater}
     order by ${order}
     limit ${page.most}`.execute(db);
  return rows;
}

/** Returns the rows as records of the table, in which only the keys and the sealed value are set. */
const recordsOf = ({ table, column, key }: SealedColumn, rows: readonly SealedRow[]) => {
  const records = rows.map((row) => ({
    tenant_id: row.tenantId,
    ...Object.fromEntries(key.map((name, at) => [name, row.key[at]])),
    [column]: row.sealed,
  }));
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${json(records)}::jsonb)`;
};

/** Replaces secrets that have not changed since they were listed. Returns how many. */
export async function replaceSealed(
  db: Executor,
  of: SealedColumn,
  replaced: readonly { readonly row: SealedRow; readonly sealed: string }[],
): Promise<number> {
  if (replaced.length === 0) return 0;
  const column = sql.id(of.column);
  const isSame = of.key.map((name) => sql`t.${sql.id(name)} = r.${sql.id(name)}`);
  const news = Object.fromEntries(replaced.map(({ row, sealed }) => [row.sealed, sealed]));
  const { numAffectedRows } = await sql`
    update ${sql.table(of.table)} t
       set ${column} = ${json(news)}::jsonb ->> r.${column}
      from ${recordsOf(
        of,
        replaced.map(({ row }) => row),
      )} as r
     where t.tenant_id = r.tenant_id
       and ${sql.join(isSame, sql` and `)}
       and t.${column} = r.${column}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
