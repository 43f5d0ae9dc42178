import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../sandbox/src/world/random.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { BenchMarketplace, LedgerEntry, OfferingSeller } from '../house/marketplace.ts';
import type { ProductRows } from './product-rows.ts';
import { restoringEvents, type RedPair } from './red-pairs.ts';
import type { Killer, Victim } from './killer.ts';

export interface ChaosContext {
  readonly marketplace: BenchMarketplace;
  /** The sellers that are connected. */
  readonly sellers: readonly OfferingSeller[];
  readonly rows: ProductRows;
  readonly killer: Killer;
  readonly random: Random;
  readonly say: (line: string) => void;
}

interface Burst {
  readonly pairs: readonly RedPair[];
  /** The processes to kill, one after the other. */
  readonly victims: readonly Victim[];
}

export interface Recovery {
  readonly victim: Victim;
  readonly ms: number;
}

/**
 * The limit for all work to end. The queue delivers the messages of a killed worker again after 30 s, and its jobs
 * after 10 s. The limit is generous, because products that are still red would hide the events of the next burst.
 */
const settleWithinMs = 300_000;
/**
 * The longest random delay before a kill. It places the kill anywhere between the answer to an event and the work that
 * follows from the event.
 */
const longestUntilKillMs = 1500;

/**
 * Turns the pairs red while processes are killed, then restores them. Every kill meets events that are being processed,
 * and more events happen before the process starts again. Resolves to the recovery time of each kill.
 */
export async function burstUnderKills(context: ChaosContext, { pairs, victims }: Burst): Promise<readonly Recovery[]> {
  const { marketplace, killer, random } = context;
  const parts = inParts(pairs, victims.length + 1);
  const happened: LedgerEntry[] = [];
  const recoveries: Recovery[] = [];
  const next = async (): Promise<void> => {
    const events = (parts.shift() ?? []).map(({ event }) => event);
    happened.push(...(await marketplace.triggerEvents(events)));
  };
  await next();
  for (const victim of victims) {
    await delay(random.int(0, longestUntilKillMs));
    recoveries.push({ victim, ms: await killer.kill(victim, next) });
  }
  await settle(context, pairs.length);
  await marketplace.triggerEvents(restoringEvents(pairs, happened));
  await settle(context, 0);
  return recoveries;
}

/** Waits until all work has ended. A time-out is only reported, because `reconcile` finds what is missing. */
async function settle(context: ChaosContext, red: number): Promise<void> {
  const { marketplace, rows } = context;
  const hasSettled = async (): Promise<boolean> =>
    (await rows.countRed()) === red &&
    (await rows.countUnsent()) === 0 &&
    (await marketplace.waitingNotifications()) === 0;
  // The database may still recover from the last kill.
  const isDone = () => hasSettled().catch(() => false);
  await waitUntil(`${red} red items and all messages sent`, settleWithinMs, isDone).catch(async (error: unknown) =>
    context.say(`${String(error)}; there are ${await rows.countRed()} red items`),
  );
}

function inParts<T>(list: readonly T[], count: number): T[][] {
  const size = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
