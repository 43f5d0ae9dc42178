import type { Logger } from 'pino';
import { createApi } from './api.ts';
import type { Config } from './config.ts';
import { unmetered } from './external/marketplace/calls/buckets.ts';
import { createWorldFeed } from './features/world/feed.ts';
import { startLoop } from './lib/jobs/loop.ts';
import { endReport, reportEveryMs, reportProcess } from './features/operating/processes/report-process.ts';
import { dbLimits } from './lib/db/limits.ts';
import { openContext } from './open-context.ts';
import { Refusal } from './refusal.ts';
import { refuseWithoutTables } from './refuse-without-tables.ts';
import { readVersion } from './version.ts';

export interface RunningProcess {
  /** The URL of the process, or `null` for a process that accepts no connections. */
  readonly url: string | null;
  /** Finishes the work under way and releases all resources. */
  stop(): Promise<void>;
}

const maxConnections = 20;
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
  await refuseWithoutTables(ctx.db.global);
  const { clock, random } = ctx;
  const feed = await createWorldFeed({ clock, connection: { url: config.databaseUrl, clock, random, log } });
  const app = await createApi(ctx, feed);
  const url = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw portInUse(error, config) ?? error;
  });
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
      await ctx.close();
    },
  };
}

function portInUse(error: unknown, { port }: Config): Refusal | null {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isInUse ? new Refusal(`Port ${port} is in use: choose another with PORT=….`) : null;
}
