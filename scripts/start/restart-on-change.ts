import { watch } from 'node:fs';
import type { House } from './house.ts';
import { inRoot } from '../root.ts';
import { say } from '../say.ts';

/** The time without changes before a restart, because editors write a file in several steps. */
const SETTLE_MS = 150;

/**
 * Restarts the product's process when its sources change. `node --watch` would instead add a process that outlives this
 * one.
 */
export function restartOnChange(house: House): void {
  let timer: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  const restart = async (): Promise<void> => {
    await house.processes.at(-1)?.stop();
    try {
      await house.startProcess([]);
      say('Started again.');
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  for (const folder of ['server/src', 'shared/src']) {
    watch(inRoot(folder), { recursive: true }, (_event, file) => {
      if (file?.includes('.test.')) {
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarting = restarting.then(restart);
      }, SETTLE_MS);
    });
  }
}
