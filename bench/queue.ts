import type pg from 'pg';
import * as z from 'zod/mini';
import { withClient } from '../scripts/postgres/database.ts';
import type { EmbeddedDatabase } from '../scripts/postgres/embedded-database.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { waitUntil } from '../scripts/processes/wait-until.ts';
import { dueJob } from '../server/src/features/observing/jobs.ts';
import { planDue } from '../server/src/features/observing/sweeping/plan.ts';
import { systemClock } from '../server/src/lib/clock.ts';
import { openDb, type Db } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { defineJob } from '../server/src/lib/jobs/job.ts';
import { startLoop } from '../server/src/lib/jobs/loop.ts';
import { openQueue, type Queue } from '../server/src/lib/jobs/queue.ts';
import { createLog } from '../server/src/lib/log.ts';
import { systemRandom } from '../server/src/lib/random.ts';
import { milliseconds, say, spread } from './lib/figures.ts';
import { openQuietPool } from './lib/queue/quiet-pool.ts';
import { openRawQueue } from './lib/queue/raw-queue.ts';
import { seedSweeps, startSchedule } from './lib/queue/seed-sweeps.ts';

interface QueueOptions {
  readonly jobs: number;
  readonly pairs: number;
  readonly accounts: number;
  readonly productsPerAccount: number;
  readonly minutes: number;
  /** The number of seconds in which every sweep becomes due once; a minute is shorter than any real check period. */
  readonly withinSeconds: number;
  readonly say: (line: string) => void;
}

const nothing = defineJob({
  name: 'nothing',
  payload: z.object({ n: z.int() }),
  policy: 'short',
  key: ({ n }) => String(n),
  batchSize: 40,
  concurrency: 6,
});
const log = createLog('silent');
const withinMs = 600_000;

/**
 * Measures the throughput of empty jobs compared with a plain table and `skip locked`, the delay of sweeps with a
 * million scheduled products, and the growth of the tables.
 */
export async function benchQueue(options: QueueOptions): Promise<void> {
  const { say: print } = options;
  await withTemporaryDatabase(async (database) => {
    const db = openDb({
      url: database.workerUrl,
      maxConnections: 4,
      limits: dbLimits.worker,
      onIdleError: () => undefined,
    });
    try {
      await measureThroughput(database, options);
      print('graphile-worker: not a dependency, not compared');
      await measureDelay({ ...options, database, db });
    } finally {
      await db.close();
    }
  });
}

async function measureThroughput({ workerUrl, ownerUrl }: EmbeddedDatabase, options: QueueOptions): Promise<void> {
  const queue = await openQueue({ url: workerUrl, limits: dbLimits.queue, jobs: [nothing], log });
  const raw = await openRawQueue(ownerUrl);
  let done = 0;
  await queue.work(nothing, async (payloads) => void (done += payloads.length));
  const ratios: number[] = [];
  for (let pair = 0; pair < options.pairs; pair += 1) {
    done = 0;
    const ours = await secondsOf(async () => {
      await sendAll(queue, options.jobs);
      await waitUntil('every job done', withinMs, async () => done >= options.jobs);
    });
    const peer = await secondsOf(async () => {
      await raw.send(options.jobs);
      await raw.drain(nothing.concurrency, nothing.batchSize);
    });
    ratios.push(peer / ours);
  }
  await queue.stop();
  await raw.close();
  options.say(`${options.jobs} jobs that do nothing: ${spread(ratios)} × the rate of a plain table with skip locked`);
}

async function sendAll(queue: Queue, jobs: number): Promise<void> {
  const size = 1000;
  for (let start = 0; start < jobs; start += size) {
    const payloads = Array.from({ length: Math.min(size, jobs - start) }, (_, index) => ({ n: start + index }));
    await queue.send(nothing, payloads);
  }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

interface DelayOptions extends QueueOptions {
  readonly database: EmbeddedDatabase;
  readonly db: Db;
}

/**
 * The statement that takes the place of a real sweep: schedules the sweep again and returns the time at which it was
 * due.
 */
const nextDue = `
  update sweeps s
     set due_at = s.due_at + $4::int * interval '1 second'
    from sweeps was
   where s.tenant_id = $1
     and s.seller_account_id = $2
     and s.source = $3
     and was.tenant_id = s.tenant_id
     and was.seller_account_id = s.seller_account_id
     and was.source = s.source
  returning was.due_at as "dueAt"`;

async function measureDelay({ database, db, say: print, ...options }: DelayOptions): Promise<void> {
  const { withinSeconds } = options;
  await withClient(database.ownerUrl, (client) => seedSweeps(client, options));
  const queue = await openQueue({ url: database.workerUrl, limits: dbLimits.queue, jobs: [dueJob], log });
  const pool = openQuietPool(database.workerUrl, 4);
  const lateMs: number[] = [];
  await queue.work(dueJob, async (keys) => {
    const startedAt = Date.now();
    for (const key of keys) {
      const { rows } = await pool.query<{ dueAt: Date }>(nextDue, [
        key.tenantId,
        key.sellerAccountId,
        key.source,
        withinSeconds,
      ]);
      for (const { dueAt } of rows) lateMs.push(startedAt - dueAt.getTime());
    }
  });
  const ctx = { db, clock: systemClock, pages: null, advertising: null, config: { checkSpeedup: 1 } };
  const plan = startLoop({
    name: 'plan',
    everyMs: 250,
    clock: systemClock,
    random: systemRandom,
    log,
    turn: () => planDue(ctx, queue),
  });
  await withClient(database.workerUrl, (client) => startSchedule(client, { withinSeconds }));
  const totalMs = options.minutes * 60_000;
  await systemClock.pause(totalMs / 5);
  const early = await tableBytes(pool);
  lateMs.length = 0;
  await systemClock.pause((totalMs * 4) / 5);
  const late = await tableBytes(pool);
  await plan.stop();
  await queue.stop();
  await pool.end();
  const products = options.accounts * options.productsPerAccount;
  print(`${products} products scheduled: sweeps begin late by ${milliseconds(lateMs)} (goal p99 ≤ 1000 ms)`);
  print(`bench:queue: tables ${(late / early).toFixed(2)} × after ${options.minutes} min (goal ≤ 1.2)`);
}

async function tableBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r'
        and (n.nspname = 'pgboss' or c.relname = 'sweeps')`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

if (import.meta.main) {
  const [accounts = 100, minutes = 30] = process.argv.slice(2).map(Number);
  await benchQueue({ jobs: 50_000, pairs: 5, accounts, productsPerAccount: 10_000, minutes, withinSeconds: 60, say });
}
