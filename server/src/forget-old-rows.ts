import type { Context } from './context.ts';
import { deleteStrays, dropMonths, makeMonths, monthOf } from './lib/db/retention.ts';
import { before, rules, series } from './retention.ts';

/**
 * Deletes rows that can no longer be requested, because tables that only grow slow every query down, and creates the
 * partitions of the coming months.
 */
export async function forgetOldRows({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  for (const { days, forget } of rules) await forget(db.global, before(now, days));
  const made = await makeMonths(db.global, now);
  if (made.length > 0) log.info({ months: made }, 'the partitions of coming months were created');
  for (const [name, { days, column, keepFrom }] of Object.entries(series)) {
    await keepFrom?.(db.global, monthOf(before(now, days)));
    const months = await dropMonths(db.global, name, before(now, days));
    if (months.length > 0) log.info({ months }, 'the partitions of old months were dropped');
    await deleteStrays(db.global, { series: name, column, before: before(now, days) });
  }
}
