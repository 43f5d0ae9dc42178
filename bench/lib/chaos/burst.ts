import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../sandbox/src/world/random.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { BenchMarketplace, Happened } from '../house/marketplace.ts';
import type { ProductRows } from './product-rows.ts';
import { restoringEvent, type RedPair } from './red-pairs.ts';
import type { RestartedWorker } from './restarted-worker.ts';

export interface Stage {
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
 * A worker that dies with messages in hand gives them back after half a minute, and jobs after ten seconds. A burst that
 * is cut short would hide the next one's events behind its own, so that a slow machine gets its time.
 */
const settleWithinMs = 300_000;
/** From the start of an answer to the middle of the work that it causes. */
const longestUntilKillMs = 1500;

/**
 * Turns the pairs red while the worker is killed over and over, then well again. At every kill events wait: those that
 * are under way, and those that happen while nobody works. Resolves to the time that each kill cost.
 */
export async function burstUnderKills(stage: Stage, { pairs, kills }: Burst): Promise<readonly number[]> {
  const { marketplace, worker, random } = stage;
  const parts = inParts(pairs, kills + 1);
  const happened: Happened[] = [];
  const recoveriesMs: number[] = [];
  const next = async (): Promise<void> => {
    const events = (parts.shift() ?? []).map(({ event }) => event);
    happened.push(...(await marketplace.happen(events)));
  };
  await next();
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(random.int(0, longestUntilKillMs));
    recoveriesMs.push(await worker.kill(next));
  }
  await settle(stage, pairs.length);
  const restoring = pairs.flatMap((pair, index) => {
    const entry = happened[index];
    return entry ? [restoringEvent(pair, entry)] : [];
  });
  await marketplace.happen(restoring);
  await settle(stage, 0);
  return recoveriesMs;
}

/** Waits until nothing is under way any more, whether all of it came to the right end or not: that is judged later. */
async function settle(stage: Stage, red: number): Promise<void> {
  const { marketplace, rows } = stage;
  const isSo = async (): Promise<boolean> =>
    (await rows.countRed()) === red &&
    (await rows.countUnsent()) === 0 &&
    (await marketplace.waitingNotifications()) === 0;
  await waitUntil(`${red} red items, all told`, settleWithinMs, isSo).catch(async (error: unknown) =>
    stage.say(`${String(error)}; there are ${await rows.countRed()}`),
  );
}

function inParts<T>(list: readonly T[], count: number): T[][] {
  const size = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
