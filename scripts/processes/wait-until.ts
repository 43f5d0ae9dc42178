import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/** Waits for a condition that other processes fulfil. The error at the deadline contains `what`. */
export async function waitUntil(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) {
      throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    }
    await delay(LOOK_EVERY_MS);
  }
}
