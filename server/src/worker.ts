import type { Context } from './context.ts';
import { openNotificationQueue, type NotificationQueue } from './external/marketplace/notification-queue.ts';
import { consumeOnce } from './features/observing/push/consume.ts';
import { dueAdvertisingJob, dueJob, duePagesJob, jobs, rereadJob } from './features/observing/jobs.ts';
import type { JudgingFunctions } from './features/observing/recording/observation.ts';
import { planDue } from './features/observing/sweeping/plan.ts';
import { makeSubscribingDue } from './features/observing/push/push-queries.ts';
import { createRereadHandler } from './features/observing/push/reread.ts';
import { runDue } from './features/observing/sweeping/running/run-due.ts';
import { createSlots } from './features/observing/quota/slots.ts';
import { dbLimits } from './lib/db/limits.ts';
import { pacedMs, startLoop, type Loop, type LoopOptions, type TurnResult } from './lib/jobs/loop.ts';
import { openQueue, type Queue } from './lib/jobs/queue.ts';
import { TenantTurns, type Troubles, type Turns } from './lib/jobs/tenant-turns.ts';
import { Wake } from './lib/wake.ts';

/**
 * Background work of the worker. It finds the tenants it concerns by itself and returns true when more work is ready
 * at once.
 */
export interface Chore {
  readonly name: string;
  /** The interval; 15 s if absent. The speed-up shortens it. */
  readonly everyMs?: number;
  /** Wakes the chore before its interval has passed, for a chore whose work somebody waits for. */
  readonly wake?: Wake<true>;
  /**
   * Work for several tenants goes through `turns`, so that a tenant whose work fails does not stop the others. Work that
   * takes long ends early when the signal fires.
   */
  turn(turns: Turns, signal: AbortSignal): Promise<TurnResult>;
}

interface WorkerOptions {
  readonly judging: JudgingFunctions;
  readonly chores: readonly Chore[];
  /** Rung when sweeps have become due. */
  readonly planning?: Wake<true>;
  /** Filled by the worker for the report to operators. */
  readonly failures?: WorkFailures;
}

/** The work of this process that fails again and again. */
interface WorkFailures {
  /** Consecutive failures by loop. */
  readonly loops: Map<string, number>;
  /** The tenants whose turns fail, by chore. */
  readonly turns: Map<string, Troubles>;
}

export const noFailures = (): WorkFailures => ({ loops: new Map(), turns: new Map() });

export interface Worker {
  /** Takes no new work and waits for the work under way. */
  stop(): Promise<void>;
}

/** While fewer slots than this are free, a job gives its slot back instead of waiting in it for quota. */
const spareSlots = 6;

/**
 * The number of loops that take messages. A message is taken within milliseconds, but may have to wait for locked rows
 * of its tenant; the other loops then take the messages of other tenants. Each loop costs one request to the queue
 * every 20 s.
 */
const pushLoops = 4;

/** Starts the background work. Any number of processes share it: each job is claimed in the queue or in its row. */
export async function startWorker(ctx: Context, options: WorkerOptions): Promise<Worker> {
  const { judging, chores, planning = new Wake<true>(), failures = noFailures() } = options;
  const { config, clock, random, log } = ctx;
  const queue = await openQueue({
    url: config.databaseWorkerUrl,
    limits: dbLimits.queue,
    jobs,
    log,
  });
  const names: string[] = [];
  const loop = (given: Pick<LoopOptions, 'name' | 'turn'> & Partial<LoopOptions>): Loop => {
    names.push(given.name);
    const number = names.filter((name) => name === given.name).length;
    // Failures are counted by name: with one name, a loop that succeeds would end the count of one that fails.
    const name = number === 1 ? given.name : `${given.name} ${number}`;
    const paced = { everyMs: pacedMs(config.checkSpeedup), ...given, name };
    return startLoop({ ...paced, clock, random, log, failing: failures.loops });
  };
  const loops = chores.map((chore) => {
    // Several loops may share a chore and then share what they know of its tenants.
    const troubles = failures.turns.get(chore.name) ?? new Map();
    failures.turns.set(chore.name, troubles);
    const turns = new TenantTurns(ctx, chore.name, troubles);
    return loop({ ...chore, turn: (signal) => chore.turn(turns, signal) });
  });
  const notifications = config.notifications && ctx.marketplace ? openNotificationQueue(config.notifications) : null;
  if (ctx.marketplace) {
    const observing = { ...ctx, marketplace: ctx.marketplace, judging, queue };
    const ofQuota = { ...observing, slots: createSlots(dueJob.concurrency, spareSlots) };
    await queue.work(dueJob, async (keys, signal) => {
      await Promise.all(keys.map((key) => runDue(ofQuota, key, signal)));
    });
    for (const job of [duePagesJob, dueAdvertisingJob]) {
      await queue.work(job, async (keys, signal) => {
        await Promise.all(keys.map((key) => runDue(observing, key, signal)));
      });
    }
    await queue.work(rereadJob, createRereadHandler(observing));
    loops.push(loop({ name: 'plan', wake: planning, turn: () => planDue(ctx, queue) }));
    if (notifications) {
      await makeSubscribingDue(ctx.db.global, clock.now());
      for (let n = 0; n < pushLoops; n += 1)
        loops.push(loop({ name: 'push', everyMs: 1, turn: (signal) => consumeOnce(observing, notifications, signal) }));
    }
  }
  return { stop: () => drain({ loops, queue, notifications }) };
}

interface Parts {
  readonly loops: readonly Loop[];
  readonly queue: Queue;
  readonly notifications: NotificationQueue | null;
}

async function drain({ loops, queue, notifications }: Parts): Promise<void> {
  await Promise.all(loops.map((loop) => loop.stop()));
  await queue.stop();
  notifications?.close();
}
