import { sql } from 'kysely';
import type { Executor } from './db.ts';

/** Drops the monthly partitions that hold nothing from this instant on. Answers their names. */
export async function dropMonths(db: Executor, series: string, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select d.name
      from drop_months(${series}, ${before}::timestamptz) as d (name)`.execute(db);
  return rows.map((row) => row.name);
}
