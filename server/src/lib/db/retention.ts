import { sql } from 'kysely';
import type { Executor } from './db.ts';

/** Drops the monthly partitions of a series that end before this instant. Returns their names. */
export async function dropMonths(db: Executor, series: string, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select d.name
      from drop_months(${series}, ${before}::timestamptz) as d (name)`.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Creates the monthly partitions of all series, from the month of this instant to four months ahead. Returns the names
 * of the new ones.
 */
export async function makeMonths(db: Executor, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name
      from make_months(${now}::timestamptz, 0) as m (name)`.execute(db);
  return rows.map((row) => row.name);
}

interface OldRows {
  readonly series: string;
  /** The column by which the series is partitioned. */
  readonly column: string;
  readonly before: Date;
}

/**
 * Deletes the rows of the default partition from before the month of an instant. The default partition takes rows for
 * whose month there was no partition; the partitions of these months have been dropped already.
 */
export async function deleteStrays(db: Executor, { series, column, before }: OldRows): Promise<void> {
  await sql`delete from ${sql.table(series)} where ${sql.ref(column)} < ${monthOf(before)}`.execute(db);
}

/** The beginning of the month of an instant. The earlier months of a series are dropped. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
