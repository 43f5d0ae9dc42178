import type { Context } from './context.ts';
import { deleteStrays, dropMonths, makeMonths, monthOf } from './lib/db/retention.ts';
import { before, rules, series, type Series } from './retention.ts';

/**
 * Deletes rows that can no longer be requested, because tables that only grow slow every query down, and creates the
 * partitions of the coming months.
 */
export async function forgetOldRows({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  for (const { days, forget } of rules) await forget(db.global, before(now, days));
  const made = await makeMonths(db.global, now);
  if (made.length > 0) log.info({ months: made }, 'the partitions of coming months were created');
  const failures: unknown[] = [];
  for (const one of Object.entries(series)) {
    await forgetOldMonths({ db, log }, one, now).catch((error: unknown) => void failures.push(error));
  }
  // A series whose months cannot be dropped does not keep those of the others, which would grow with it.
  if (failures.length > 0) throw failures[0];
}

/** Drops the old months of one series, after what is needed of them was kept. */
async function forgetOldMonths(
  { db, log }: Pick<Context, 'db' | 'log'>,
  [name, { days, column, keepFrom }]: [string, Series],
  now: Date,
): Promise<void> {
  const until = before(now, days);
  await keepFrom?.(db, monthOf(until));
  const months = await dropMonths(db.global, name, until);
  if (months.length > 0) log.info({ months }, 'the partitions of old months were dropped');
  await deleteStrays(db.global, { series: name, column, before: until });
}
