import type { Context } from './context.ts';
import { backoffMs } from './lib/backoff.ts';
import { mayPass } from './lib/db/unavailable.ts';
import { refuseWithoutTables, type AddressVariable } from './refuse-without-tables.ts';

/** One attempt every few seconds is no load for a database that is starting. */
const backoff = { firstMs: 200, longestMs: 5_000 };

/**
 * Waits at the start of a process until the database answers; until then the process is not ready. Throws if waiting
 * does not help: the server does not accept the login, or the database does not exist or has no tables.
 */
export async function waitForTables(
  { db, clock, random, log }: Pick<Context, 'db' | 'clock' | 'random' | 'log'>,
  address: AddressVariable,
): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await refuseWithoutTables(db.global, address);
      return;
    } catch (error) {
      if (!(error instanceof Error && mayPass(error.cause))) throw error;
      const waitMs = backoffMs(backoff, failures, random);
      log.warn({ err: error, waitMs }, 'the database does not answer, so that the process is not ready');
      await clock.pause(waitMs);
    }
  }
}
