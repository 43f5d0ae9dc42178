import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { ProductSession } from '../../../scripts/sessions/product-session.ts';
import { signalTo, type OutageHouse } from './outage/outage-house.ts';
import type { ProductRows } from './product-rows.ts';

/** A process that is killed: the worker, the API, a backend of PostgreSQL, or all of them with the whole server. */
export const victims = ['worker', 'api', 'backend', 'tree'] as const;
export type Victim = (typeof victims)[number];

/** The limit for the recovery. It is long enough for a busy machine; the actual time is measured. */
const recoverWithinMs = 180_000;
const mostStarts = 5;

export interface Killer {
  /**
   * Kills the victim without warning, and runs `meanwhile` while the victim is started again. Resolves to the
   * milliseconds from the kill until the API answers and `isAlive` holds, which by default waits for a new flip.
   */
  kill(victim: Victim, meanwhile: () => Promise<void>, isAlive?: (killedAt: Date) => Promise<boolean>): Promise<number>;
}

interface Scene {
  readonly house: OutageHouse;
  readonly rows: ProductRows;
  readonly session: ProductSession;
}

export function createKiller({ house, rows, session }: Scene): Killer {
  const answers = async (): Promise<boolean> => (await session.get(stateOfTheWorld.path)).status === 200;
  return {
    async kill(victim, meanwhile, isAlive = rows.hasFlippedSince) {
      const killedAt = new Date();
      const killed = performance.now();
      const restart = await killOne(house, victim);
      const [restarted] = await Promise.allSettled([restart(), meanwhile()]);
      if (restarted.status === 'rejected') throw restarted.reason;
      // The database may still be unavailable; the query then fails and is repeated.
      const hasRecovered = async (): Promise<boolean> => (await answers()) && (await isAlive(killedAt));
      await waitUntil(`work after the kill of ${victim}`, recoverWithinMs, () => hasRecovered().catch(() => false));
      return performance.now() - killed;
    },
  };
}

type Restart = () => Promise<unknown>;

/**
 * Kills the process without warning. Returns the function that starts it again, as the supervisor of a machine does.
 */
async function killOne(house: OutageHouse, victim: Victim): Promise<Restart> {
  if (victim === 'worker' || victim === 'api') return killProcess(house, victim);
  // PostgreSQL then ends all other backends too, recovers, and accepts connections again.
  if (victim === 'backend') return killBackend(house);
  const [worker, api] = await Promise.all([
    killProcess(house, 'worker'),
    killProcess(house, 'api'),
    house.database.kill(),
  ]);
  return async () => {
    await house.database.start();
    await Promise.all([worker(), api()]);
  };
}

async function killProcess(house: OutageHouse, role: 'worker' | 'api'): Promise<Restart> {
  const found = house.processes.findLast((child) => child.name === `server-${role}`);
  if (!found) throw new Error(`There is no ${role} to kill`);
  found.kill();
  await found.ended;
  return () => startAgain(house, role);
}

/**
 * Starts the process, and again if it ends because the database is still unavailable, as the supervisor of a machine
 * does.
 */
async function startAgain(house: OutageHouse, role: 'worker' | 'api'): Promise<void> {
  let refusal: unknown;
  for (let tries = 0; tries < mostStarts; tries += 1) {
    try {
      await house.startProcess([role]);
      return;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** Kills one backend of the product, chosen by chance. After an outage, the product may not have connected yet. */
async function killBackend({ database }: OutageHouse): Promise<Restart> {
  await waitUntil('a backend of the product to kill', recoverWithinMs, async () => {
    const { rows } = await database.superuser.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename in ('watchpost_worker', 'watchpost_api') order by random() limit 1",
    );
    const [backend] = rows;
    return backend !== undefined && signalTo(backend.pid, 'SIGKILL');
  });
  return () => Promise.resolve();
}
