import { withTemporaryDatabase } from '../../../../scripts/postgres/temporary-database.ts';
import { openDb, type Db } from '../../../../server/src/lib/db/db.ts';
import { dbLimits } from '../../../../server/src/lib/db/limits.ts';
import { accountReport } from './account-report.ts';
import type { AccountSeries } from './account-series.ts';
import { assessAccount } from './assess-account.ts';
import { replayMessages } from './replay-messages.ts';

interface AccountBench {
  readonly db: Db;
  readonly say: (line: string) => void;
}

/** Prints the alerts, messages and money of a series. */
export async function benchAccount(series: AccountSeries, { db, say }: AccountBench): Promise<void> {
  accountReport(assessAccount(series, await replayMessages(db, series))).forEach(say);
}

/** Opens a temporary database for the duration of a run. */
export const withDatabase = (use: (db: Db) => Promise<void>): Promise<void> =>
  withTemporaryDatabase(async ({ workerUrl }) => {
    const db = openDb({ url: workerUrl, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
    try {
      await use(db);
    } finally {
      await db.close();
    }
  });
