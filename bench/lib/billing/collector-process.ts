import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { inRoot } from '../../../scripts/root.ts';
import { collectInvoices } from '../../../server/src/features/billing/collecting/collect.ts';
import { openDb } from '../../../server/src/lib/db/db.ts';
import { dbLimits } from '../../../server/src/lib/db/limits.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { testClock } from '../../../server/testing/clock.ts';
import { mailParts, openPayments, type ProviderEnvironment } from './collecting-world.ts';
import { mortalContext } from './mortal-collecting.ts';

interface CollectorOptions {
  readonly script: string;
  readonly workerUrl: string;
  readonly provider: ProviderEnvironment;
}

const order = z.object({ now: z.string(), step: z.int() });

export interface Collector {
  /**
   * Lets the process collect at this instant; the process kills itself when it reaches the step. Resolves to whether
   * the process was killed.
   */
  collect(now: Date, step: number): Promise<boolean>;
  stop(): void;
}

/**
 * Starts a process that waits for an order to collect. A process takes longer to start than many rounds take, so the
 * caller starts the next one early.
 */
export function startCollector({ script, workerUrl, provider }: CollectorOptions): Collector {
  const child: ChildProcess = fork(inRoot(script), ['collector', JSON.stringify({ workerUrl, provider })], {
    execArgv: ['--import', inRoot('scripts/processes/end-with-parent.ts')],
  });
  const ready = once(child, 'message');
  const ended = once(child, 'exit');
  return {
    async collect(now, step) {
      await ready;
      child.send({ now: now.toISOString(), step });
      const [, signal]: unknown[] = await ended;
      return signal === 'SIGKILL';
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** The main function of the process: waits for one order, collects once and ends. */
export async function runCollector(given: string): Promise<void> {
  const { workerUrl, provider }: Pick<CollectorOptions, 'workerUrl' | 'provider'> = JSON.parse(given);
  const db = openDb({ url: workerUrl, maxConnections: 2, limits: dbLimits.worker, onIdleError: () => undefined });
  const payments = openPayments(provider);
  process.send?.('ready');
  const [message]: unknown[] = await once(process, 'message');
  const { now, step } = order.parse(message);
  const ctx = { ...mailParts, db, payments, clock: testClock(new Date(now)), log: createLog('silent') };
  const kill = (_name: string, no: number) => {
    if (no === step) process.kill(process.pid, 'SIGKILL');
  };
  await collectInvoices(mortalContext(ctx, kill));
  await db.close();
  process.disconnect();
}
