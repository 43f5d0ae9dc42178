import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

/** Returns the instant of the last successful read of the provider's events; `null` before the first. */
export async function findReadThrough(db: Executor): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select s.events_read_through as at
      from payment_provider_state s`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Notes the instant of a successful read. A read that began earlier in another process does not set the instant back.
 */
export async function noteReadThrough(db: Executor, at: Date): Promise<void> {
  await sql`
    update payment_provider_state
       set events_read_through = greatest(events_read_through, ${at})`.execute(db);
}

export async function noteMismatches(db: Executor, mismatches: number, at: Date): Promise<void> {
  await sql`
    update payment_provider_state
       set mismatches = ${mismatches},
           compared_at = ${at}`.execute(db);
}

/** Returns the number of invoices that differed from those at the provider in the last comparison. */
export async function countMismatches(db: Executor): Promise<number> {
  const { rows } = await sql<{ mismatches: number }>`
    select s.mismatches
      from payment_provider_state s`.execute(db);
  return rows[0]?.mismatches ?? 0;
}
