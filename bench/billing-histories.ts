import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { openDb, type Db } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { runDatabaseHistories } from './lib/billing/database-histories.ts';
import { addOutcome, noHistories, runInThreads } from './lib/billing/pure-threads.ts';
import type { HistoriesOutcome } from './lib/billing/run-pure.ts';
import { say } from './lib/figures.ts';

/**
 * Runs random histories of billing and compares each with a naive ledger: many with the pure functions that price days
 * and make invoices, and fewer in a database, where ASINs are counted from the times of tracking.
 */
if (import.meta.main) {
  const [pure = 1_000_000, stored = 2000] = process.argv.slice(2, 4).map(Number);
  const seed = process.argv[4] ?? String(process.pid);
  let failed = report('billing:histories, pure', await runInThreads(pure, seed, say));
  await withTemporaryDatabase(async ({ workerUrl }) => {
    const db = openDb({ url: workerUrl, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
    failed = report('billing:histories, database', await inBlocks(db, stored, seed)) || failed;
    await db.close();
  });
  if (failed) process.exitCode = 1;
}

/** Runs the histories in the database in blocks of 500, so that the statements of one day stay small. */
async function inBlocks(db: Db, histories: number, seed: string): Promise<HistoriesOutcome> {
  let total = noHistories;
  for (let done = 0; done < histories; done = total.histories) {
    const size = Math.min(500, histories - done);
    const block = await runDatabaseHistories(db, { histories: size, days: 75, seed: `${seed}-${done}` });
    total = addOutcome(total, block);
    say(`${total.histories} histories in the database, ${total.differences.length} differ`);
  }
  return total;
}

function report(name: string, { histories, days, invoices, centsOff, differences }: HistoriesOutcome): boolean {
  for (const difference of differences.slice(0, 20)) say(difference);
  say(
    `${name}: ${histories.toLocaleString('en-US')} histories, ${days.toLocaleString('en-US')} days, ` +
      `${invoices.toLocaleString('en-US')} invoices, ${centsOff} cents off, ${differences.length} differ (goal 0, 0)`,
  );
  return differences.length > 0;
}
