import type { Client } from 'pg';

/** The result of comparing the rows of two databases as they were at one instant. */
export interface ComparisonAt {
  readonly tables: number;
  /** Rows that were committed before the instant. */
  readonly rows: number;
  /** Rows of the original that were committed before the instant and are not in the restored database. */
  readonly lost: readonly string[];
  /** Rows of the ledger tables that were committed after the instant and are in the restored database. */
  readonly late: readonly string[];
}

interface Databases {
  readonly original: Client;
  readonly restored: Client;
  readonly at: Date;
}

/**
 * The ledger tables. Their rows are written once or change at each update, so the same row is never committed twice.
 */
const ledger = /^(flips|deliveries|order_products|messages|audit_events)/;
/**
 * The uncertainty of a commit's time. A transaction takes its timestamp before it writes its commit record, so two
 * transactions may have been recorded in the reverse order within this time.
 */
const orderMs = 50;

/**
 * Compares every table of the product. The original has changed since the instant, but the server knows for each of its
 * rows when it was committed.
 */
export async function compareAt({ original, restored, at }: Databases): Promise<ComparisonAt> {
  const { rows: tables } = await original.query<{ name: string }>(leafTables);
  let rows = 0;
  const lost: string[] = [];
  const late: string[] = [];
  for (const { name } of tables) {
    const before = await original.query<DatedRow>(datedRows(name));
    const found = new Set((await restored.query<DatedRow>(plainRows(name))).rows.map(({ row }) => row));
    for (const { row, committedAt } of before.rows) {
      const ms = (committedAt?.getTime() ?? 0) - at.getTime();
      if (ms <= 0) rows += 1;
      if (ms < -orderMs && !found.has(row)) lost.push(`${name} ${row}`);
      if (ms > orderMs && ledger.test(name) && found.has(row)) late.push(`${name} ${row}`);
    }
  }
  return { tables: tables.length, rows, lost, late };
}

interface DatedRow {
  readonly row: string;
  readonly committedAt: Date | null;
}

const leafTables = `
  select c.oid::regclass::text as name
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
   order by name`;
const datedRows = (name: string): string =>
  `select t::text as row, pg_xact_commit_timestamp(t.xmin) as "committedAt" from ${name} t`;
const plainRows = (name: string): string => `select t::text as row from ${name} t`;
