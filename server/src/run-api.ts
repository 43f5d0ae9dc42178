import type { Logger } from 'pino';
import { createApi } from './api.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { unmetered } from './external/marketplace/calls/buckets.ts';
import { openNotificationQueue } from './external/marketplace/notification-queue.ts';
import { createWorldFeed } from './features/world/feed.ts';
import { startLoop } from './lib/jobs/loop.ts';
import { endReport, reportEveryMs, reportProcess } from './features/operating/processes/report-process.ts';
import { openDb } from './lib/db/db.ts';
import { dbLimits } from './lib/db/limits.ts';
import { refusalOfListening } from './listen-refusal.ts';
import { openContext } from './open-context.ts';
import { waitForTables } from './wait-for-tables.ts';
import { readVersion } from './version.ts';

export interface RunningProcess {
  /** The URL of the process, or `null` for a process that accepts no connections. */
  readonly url: string | null;
  /** Finishes the work under way and releases all resources. */
  stop(): Promise<void>;
}

const maxConnections = 20;
const operatorConnections = 2;
const noLoops: ReadonlyMap<string, number> = new Map();
const withoutQuota = () => unmetered;

export async function runApi(config: Config, log: Logger): Promise<RunningProcess> {
  const ctx = openContext({
    config,
    log,
    databaseUrl: config.databaseUrl,
    maxConnections,
    limits: dbLimits.api,
    bucketsIn: withoutQuota,
  });
  const { clock, random } = ctx;
  const feed = await createWorldFeed({
    clock,
    db: ctx.db,
    connection: { url: config.databaseUrl, clock, random, log },
  });
  const operator = openOperator(ctx);
  const app = await createApi(ctx, feed, { operator });
  const url = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw refusalOfListening(error, { ...config, variables: { port: 'PORT', host: 'HOST' } }) ?? error;
  });
  await waitForTables(ctx, 'DATABASE_URL');
  const identity = { processId: random.uuid(), role: 'api', version: readVersion(), startedAt: clock.now() } as const;
  const reporting = startLoop({
    name: 'report to operators',
    everyMs: reportEveryMs,
    clock,
    random,
    log,
    turn: () => reportProcess(ctx, { identity, answers: ctx.answers, loops: noLoops }),
  });
  return {
    url,
    async stop() {
      await reporting.stop();
      await app.close();
      await endReport(ctx, identity);
      operator.notifications?.close();
      await operator.db.close();
      await ctx.close();
    },
  };
}

/**
 * Opens a connection pool for the calls of operators, with the database login that sees all tenants. It connects at the
 * first of these calls, which are few.
 */
function openOperator({ config, clock, random, log }: Context) {
  const db = openDb({
    url: config.databaseWorkerUrl,
    maxConnections: operatorConnections,
    limits: dbLimits.api,
    onIdleError: (error) => log.warn({ err: error }, 'the database closed an idle connection'),
  });
  const notifications = config.notifications && openNotificationQueue(config.notifications);
  return { db, clock, random, log, notifications };
}
