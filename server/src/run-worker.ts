import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openSenders } from './features/delivering/open-senders.ts';
import { createOutbox } from './features/delivering/outbox/outbox.ts';
import { createJudging } from './features/judging/ingest.ts';
import { createQuotaBuckets } from './features/observing/quota/quota-buckets.ts';
import { createReader, processFigureGroup, productFigureGroup } from './features/operating/figures/read-figures.ts';
import { endReport, reportProcess, reportSetAsideTurns } from './features/operating/processes/report-process.ts';
import { openHealthApp } from './health-app.ts';
import { systemClock } from './lib/clock.ts';
import { openDb, type Db } from './lib/db/db.ts';
import { openListener } from './lib/db/listen.ts';
import { dbLimits, type DbLimits } from './lib/db/limits.ts';
import { workChannel, WorkBells } from './lib/jobs/work-bells.ts';
import { openContext } from './open-context.ts';
import type { RunningProcess } from './run-api.ts';
import { readVersion } from './version.ts';
import { waitForTables } from './wait-for-tables.ts';
import { noFailures, startWorker } from './worker.ts';
import { keyFigureGroup } from './sealed/key-figures.ts';
import { watchKeys } from './sealed/watch-keys.ts';
import { choresOf } from './chores.ts';

const maxConnections = 12;
/**
 * Connections for claiming and settling messages. A message that a server has accepted is sent again if the process
 * ends before it is settled, so settling does not wait until sweeps have given back a connection.
 */
const sendingConnections = 3;
/** One connection for each of the two chores that go through the rows of all tenants. */
const maintenanceConnections = 2;

/** Starts all background work: observing passes facts to judging, and the flips of judging are delivered. */
export async function runWorker(config: Config, log: Logger): Promise<RunningProcess> {
  const ctx = openContext({
    config,
    log,
    databaseUrl: config.databaseWorkerUrl,
    maxConnections,
    limits: dbLimits.worker,
    bucketsIn: (db) => createQuotaBuckets({ db: db.global, clock: systemClock, speedup: config.checkSpeedup }),
  });
  const open = (connections: number, limits: DbLimits): Db =>
    openDb({
      url: config.databaseWorkerUrl,
      maxConnections: connections,
      limits,
      onIdleError: (error) => log.warn({ err: error }, 'the database closed an idle connection'),
    });
  const maintenance = { ...ctx, db: open(maintenanceConnections, dbLimits.maintenance) };
  const settling = { ...ctx, db: open(sendingConnections, dbLimits.worker) };
  const keyFigures = keyFigureGroup(maintenance);
  const failures = noFailures();
  const health = await openHealthApp(config, ctx.db, [
    productFigureGroup(createReader(ctx)),
    keyFigures,
    processFigureGroup({
      measurePool: () => ctx.db.measurePool(),
      countLeftOut: () => ctx.db.countLeftOut(),
      answers: ctx.answers,
      loops: failures.loops,
    }),
  ]);
  await waitForTables(ctx, 'DATABASE_WORKER_URL');
  const bells = new WorkBells();
  const listening = await openListener(
    { ...ctx, url: config.databaseWorkerUrl },
    // Announcements made between two connections are lost, so a new connection wakes all loops.
    { channels: { [workChannel]: (work) => bells.ring(work) }, onConnect: () => bells.ringAll() },
  );
  const sending = bells.wakeFor('messages');
  const outbox = createOutbox(settling, openSenders(ctx), sending);
  const identity = {
    processId: ctx.random.uuid(),
    role: 'worker',
    version: readVersion(),
    startedAt: ctx.clock.now(),
  } as const;
  const report = async (): Promise<void> => {
    await reportProcess(ctx, { identity, answers: ctx.answers, loops: failures.loops });
    await reportSetAsideTurns(ctx, identity, failures.turns);
  };
  const chores = choresOf(ctx, {
    bells,
    maintenance: maintenance.db,
    sending: { wake: sending, turn: () => outbox.turn() },
    report,
    watchKeys: () => watchKeys(maintenance, keyFigures),
  });
  const judging = createJudging(ctx, { speedup: config.checkSpeedup });
  const worker = await startWorker(ctx, { judging, chores, planning: bells.wakeFor('sweeps'), failures });
  return {
    url: health?.url ?? null,
    async stop() {
      await worker.stop();
      await outbox.stop();
      await health?.close();
      await endReport(ctx, identity);
      await listening.close();
      await settling.db.close();
      await maintenance.db.close();
      await ctx.close();
    },
  };
}
