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
 * Creates the monthly partitions of all series, from the month of this instant to a year ahead. Returns the names of
 * the new ones.
 */
export async function makeMonths(db: Executor, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name
      from make_months(${now}::timestamptz, 0) as m (name)`.execute(db);
  return rows.map((row) => row.name);
}
