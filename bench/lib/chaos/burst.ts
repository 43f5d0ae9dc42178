import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../sandbox/src/world/random.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { BenchMarketplace, LedgerEntry } from '../house/marketplace.ts';
import type { ProductRows } from './product-rows.ts';
import { restoringEvent, type RedPair } from './red-pairs.ts';
import type { RestartedWorker } from './restarted-worker.ts';

export interface ChaosContext {
  readonly marketplace: BenchMarketplace;
  readonly rows: ProductRows;
  readonly worker: RestartedWorker;
  readonly random: Random;
  readonly say: (line: string) => void;
}

interface Burst {
  readonly pairs: readonly RedPair[];
  readonly kills: number;
}

/**
 * The queue delivers the messages of a killed worker again after 30 s, and its jobs after 10 s. The limit is generous,
 * because products that are still red would hide the events of the next burst.
 */
const settleWithinMs = 300_000;
/** Random delays of up to this time place the kill anywhere between the answer and the work that follows from it. */
const longestUntilKillMs = 1500;

/**
 * Turns the pairs red while the worker is killed several times, then restores them. Every kill meets events that are
 * being processed, and more events happen before the next worker starts. Resolves to the recovery time of each kill.
 */
export async function burstUnderKills(context: ChaosContext, { pairs, kills }: Burst): Promise<readonly number[]> {
  const { marketplace, worker, random } = context;
  const parts = inParts(pairs, kills + 1);
  const happened: LedgerEntry[] = [];
  const recoveriesMs: number[] = [];
  const next = async (): Promise<void> => {
    const events = (parts.shift() ?? []).map(({ event }) => event);
    happened.push(...(await marketplace.triggerEvents(events)));
  };
  await next();
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(random.int(0, longestUntilKillMs));
    recoveriesMs.push(await worker.kill(next));
  }
  await settle(context, pairs.length);
  const restoring = pairs.flatMap((pair, index) => {
    const entry = happened[index];
    return entry ? [restoringEvent(pair, entry)] : [];
  });
  await marketplace.triggerEvents(restoring);
  await settle(context, 0);
  return recoveriesMs;
}

/** Waits until all work has ended. A time-out is only reported, because `reconcile` finds what is missing. */
async function settle(context: ChaosContext, red: number): Promise<void> {
  const { marketplace, rows } = context;
  const hasSettled = async (): Promise<boolean> =>
    (await rows.countRed()) === red &&
    (await rows.countUnsent()) === 0 &&
    (await marketplace.waitingNotifications()) === 0;
  await waitUntil(`${red} red items and all messages sent`, settleWithinMs, hasSettled).catch(async (error: unknown) =>
    context.say(`${String(error)}; there are ${await rows.countRed()} red items`),
  );
}

function inParts<T>(list: readonly T[], count: number): T[][] {
  const size = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
