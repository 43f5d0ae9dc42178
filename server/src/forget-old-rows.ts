import type { Context } from './context.ts';
import { deleteStrays, dropMonths, makeMonths, monthOf } from './lib/db/retention.ts';
import { isOutage } from './lib/db/unavailable.ts';
import { daysBefore, rules, series, type Series } from './retention.ts';

/**
 * Deletes rows that can no longer be requested, because tables that only grow slow every query down, and creates the
 * partitions of the coming months.
 */
export async function forgetOldRows({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const failures: unknown[] = [];
  const attempt = async (step: () => Promise<unknown>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (isOutage(error)) throw error;
      failures.push(error);
    }
  };
  // A step that fails again and again, such as one whose statement takes too long, does not keep the rows of the other
  // tables, nor the coming months from being created.
  for (const { days, forget } of rules) await attempt(() => forget(db.global, daysBefore(now, days)));
  await attempt(async () => {
    const made = await makeMonths(db.global, now);
    if (made.length > 0) log.info({ months: made }, 'the partitions of coming months were created');
  });
  for (const one of Object.entries(series)) await attempt(() => forgetOldMonths({ db, log }, one, now));
  // The loop logs what is thrown.
  const [first, ...others] = failures;
  for (const err of others) log.error({ err }, 'old rows could not be deleted either');
  if (failures.length > 0) throw first;
}

/** Drops the old months of one series, after what is needed of them was kept. */
async function forgetOldMonths(
  { db, log }: Pick<Context, 'db' | 'log'>,
  [name, { days, column, keepFrom }]: [string, Series],
  now: Date,
): Promise<void> {
  const until = daysBefore(now, days);
  await keepFrom?.(db, monthOf(until));
  const months = await dropMonths(db.global, name, until);
  if (months.length > 0) log.info({ months }, 'the partitions of old months were dropped');
  await deleteStrays(db.global, { series: name, column, before: until });
}
