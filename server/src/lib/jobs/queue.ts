import { CompiledQuery } from 'kysely';
import { PgBoss, type Db as JobDb } from 'pg-boss';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import { systemClock } from '../clock.ts';
import type { Tx } from '../db/db.ts';
import { PreparingClient, prepared } from '../db/preparing-client.ts';
import { clientConfigOf, type DbLimits } from '../db/limits.ts';
import type { JobDefinition } from './job.ts';

export interface Queue {
  /** Jobs whose key is already waiting are skipped. Jobs sent in a transaction become visible when it commits. */
  send<Schema extends z.ZodMiniType>(
    job: JobDefinition<Schema>,
    payloads: readonly z.output<Schema>[],
    options?: { readonly tx?: Tx; readonly startAfter?: Date },
  ): Promise<void>;
  /** Makes this process take jobs of this kind from now on. A run that throws, or whose process dies, is repeated. */
  work<Schema extends z.ZodMiniType>(
    job: JobDefinition<Schema>,
    run: (payloads: readonly z.output<Schema>[], signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Waits for the running jobs. */
  stop(): Promise<void>;
}

interface QueueOptions {
  /** Uses the worker's role, which owns the schema of the queue. */
  readonly url: string;
  readonly limits: DbLimits;
  readonly jobs: readonly JobDefinition<z.ZodMiniType>[];
  readonly log: Logger;
}

/** A job of a killed process is retried after this time without a heartbeat (measured: 9 s). */
const heartbeatSeconds = 10;
const superviseSeconds = 10;
/** The interval of polls while jobs run, or a job of this process waits for its start time. */
const busyPollSeconds = 1;
/** NOTIFY starts a new job at once. The poll finds jobs of other processes whose start time has come. */
const idlePollSeconds = 10;
/** How long a job is looked for after its start time, because the clock of the database may be behind. */
const skewMs = 5_000;
/**
 * The interval at which pg-boss looks for jobs that wait for other jobs. It is long, because there are no such jobs.
 */
const flowSeconds = 3600;
/**
 * While NOTIFY works, `startPoll` wakes the workers of a queue in turn, and each worker polls by itself only this
 * often.
 */
const ownPollSeconds = 600;
/**
 * The longest wait of a retry, short so that a job continues soon after an outage. If a job is given up, sweeps do its
 * work.
 */
const longestRetrySeconds = 5;
/**
 * Prepares the statement with which pg-boss looks for jobs several times a second, because planning it takes longer
 * than running it. Its text differs only between kinds of jobs.
 */
class QueueClient extends PreparingClient {
  override query(...[text, ...others]: unknown[]): never {
    const isFetch = typeof text === 'string' && text.includes('FOR UPDATE OF j SKIP LOCKED');
    return Reflect.apply(super.query, this, [isFetch ? prepared(text) : text, ...others]);
  }
}

/** Options for the pool, to which pg-boss passes them although its types do not declare them. */
const poolOptions = {
  Client: QueueClient,
  // The queue lives on the coordinator of a cluster, which would make its tables on the data nodes too. Without Citus
  // the parameter has no effect.
  options: '-c citus.enable_ddl_propagation=off',
};
/** A connection that vanished without a FIN is closed after this interval and the timeout together: 9 s. */
const notifyHeartbeatIntervalMs = 5_000;
const notifyHeartbeatTimeoutMs = 4_000;
const drainMs = 20_000;
const closeMs = 5_000;

export async function openQueue({ url, limits, jobs, log }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    ...clientConfigOf(limits),
    ...poolOptions,
    notifyHeartbeatIntervalMs,
    notifyHeartbeatTimeoutMs,
    max: 4,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    flowIntervalSeconds: flowSeconds,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has lost its connection for a moment'));
  await boss.start();
  const polls = new Map<string, Poll>();
  for (const { name, policy, isSentAnew = false } of jobs) {
    await boss.createQueue(name, {
      policy,
      notify: true,
      heartbeatSeconds,
      retryLimit: isSentAnew ? 0 : 5,
      retryBackoff: true,
      retryDelay: 1,
      retryDelayMax: longestRetrySeconds,
      expireInSeconds: 600,
      deleteAfterSeconds: 60,
    });
  }

  return {
    async send(job, payloads, { tx, startAfter } = {}) {
      if (payloads.length === 0) return;
      const inserts = payloads.map((data) => ({
        data: { payload: data },
        singletonKey: job.key(data),
        ...(job.group && { group: { id: job.group.of(data) } }),
        ...(startAfter && { startAfter }),
      }));
      await boss.insert(job.name, inserts, tx ? { db: within(tx) } : {});
      if (startAfter) polls.get(job.name)?.expect(startAfter.getTime());
    },
    async work(job, run) {
      const options = {
        batchSize: job.batchSize,
        localConcurrency: job.concurrency,
        ...(job.group && { localGroupConcurrency: job.group.most }),
        burstWhenBatchFull: true,
        pollingIntervalSeconds: busyPollSeconds,
        notifyPollingIntervalSeconds: ownPollSeconds,
      };
      const poll = startPoll(boss, job);
      polls.set(job.name, poll);
      await boss.work<{ payload: unknown }, void, typeof options>(job.name, options, async (taken) => {
        poll.begin();
        const signal = AbortSignal.any(taken.map((entry) => entry.signal));
        const payloads = taken.flatMap(({ data }) => {
          const parsed = job.payload.safeParse(data.payload);
          if (!parsed.success)
            log.error({ job: job.name, err: parsed.error }, 'a job whose payload does not match its schema is skipped');
          return parsed.success ? [parsed.data] : [];
        });
        try {
          await run(payloads, signal);
        } catch (error) {
          // pg-boss keeps the error with the job and retries it. The log is where an operator sees it.
          log.error({ job: job.name, err: error }, 'a job has failed and is tried again');
          poll.expect(nowMs() + longestRetrySeconds * 1000);
          throw error;
        } finally {
          poll.end();
        }
      });
    },
    async stop() {
      try {
        await stopBoss(boss, log);
      } finally {
        // Polls stop last, because a job that is being fetched during the stop restarts its poll.
        for (const poll of polls.values()) poll.stop();
      }
    },
  };
}

/**
 * Ends the connections of the queue in order, and gives up after a deadline, because a database that has vanished
 * never confirms the end.
 */
async function stopBoss(boss: PgBoss, log: Logger): Promise<void> {
  const stopped = new AbortController();
  const giveUp = async (): Promise<void> => {
    await systemClock.pause(drainMs + closeMs, stopped.signal);
    if (!stopped.signal.aborted) log.warn('the job queue did not end in time and is abandoned');
  };
  try {
    await Promise.race([boss.stop({ graceful: true, close: true, timeout: drainMs }), giveUp()]);
  } finally {
    stopped.abort();
  }
}

const nowMs = (): number => systemClock.now().getTime();

interface Poll {
  /** Called when a worker has received jobs. More may be waiting. */
  begin(): void;
  end(): void;
  /** Called when a job may start at this instant, which no notification announces. */
  expect(startMs: number): void;
  stop(): void;
}

/**
 * One idle worker polls on behalf of all, so that a queue without work costs one query each time. While jobs run, all
 * workers poll in turn, because no notification announces a job that waits behind a full group.
 */
function startPoll(
  boss: PgBoss,
  { name, concurrency }: Pick<JobDefinition<z.ZodMiniType>, 'name' | 'concurrency'>,
): Poll {
  let running = 0;
  let expectedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const waitSeconds = (): number => {
    if (running > 0) return busyPollSeconds / concurrency;
    return nowMs() < expectedMs ? busyPollSeconds : idlePollSeconds;
  };
  const turn = (): void => {
    const idle = boss.getWipData().find((worker) => worker.name === name && worker.count === 0);
    if (idle) boss.notifyWorker(idle.id);
    timer = setTimeout(turn, waitSeconds() * 1000);
  };
  const stop = (): void => clearTimeout(timer);
  turn();
  return {
    begin() {
      running += 1;
      stop();
      turn();
    },
    end() {
      running -= 1;
    },
    expect(startMs) {
      const isExpecting = nowMs() < expectedMs;
      expectedMs = Math.max(expectedMs, startMs + skewMs);
      if (isExpecting) return;
      stop();
      turn();
    },
    stop,
  };
}

/** Makes the statements of pg-boss run in the caller's transaction. */
const within = (tx: Tx): JobDb => ({
  executeSql: async (text, values = []) => ({
    rows: (await tx.getExecutor().executeQuery(CompiledQuery.raw(text, [...values]))).rows,
  }),
});
