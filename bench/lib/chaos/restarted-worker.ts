import type { House } from '../../../scripts/start/house.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { ProductRows } from './product-rows.ts';

const recoverWithinMs = 60_000;

/** Kills the newest worker without warning and starts another one in its place. */
export interface RestartedWorker {
  /**
   * Runs `meanwhile` while the next worker starts. Resolves to the milliseconds from the kill until `isAlive` holds,
   * which by default waits for a new flip.
   */
  kill(meanwhile: () => Promise<void>, isAlive?: (killedAt: Date) => Promise<boolean>): Promise<number>;
}

export function restartedWorker(house: House, rows: ProductRows): RestartedWorker {
  return {
    async kill(meanwhile, isAlive = rows.hasFlippedSince) {
      const worker = house.processes.findLast((child) => child.name === 'server-worker');
      if (!worker) throw new Error('There is no worker to kill');
      const killedAt = new Date();
      const killed = performance.now();
      worker.kill();
      await worker.ended;
      const [started] = await Promise.allSettled([house.startProcess(['worker']), meanwhile()]);
      if (started.status === 'rejected') throw started.reason;
      await waitUntil('work by the restarted worker', recoverWithinMs, () => isAlive(killedAt));
      return performance.now() - killed;
    },
  };
}
