import type { TestClock } from './clock.ts';

export interface HeldClock extends TestClock {
  /** The remaining milliseconds of each pending pause, the shortest first. */
  pauses(): readonly number[];
}

interface Pause {
  readonly endMs: number;
  readonly finish: () => void;
}

/** A clock whose pauses last until a test moves it past their end. For background work that never ends. */
export function heldClock(start: Date): HeldClock {
  const pauses = new Set<Pause>();
  let nowMs = start.getTime();
  const moveTo = (instantMs: number): void => {
    nowMs = instantMs;
    for (const pause of pauses) if (pause.endMs <= nowMs) pause.finish();
  };
  return {
    now: () => new Date(nowMs),
    advance: (ms) => moveTo(nowMs + ms),
    set: (instant) => moveTo(instant.getTime()),
    pauses: () => [...pauses].map(({ endMs }) => endMs - nowMs).toSorted((a, b) => a - b),
    pause: (delayMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const finish = (): void => {
          pauses.delete(pause);
          signal?.removeEventListener('abort', finish);
          resolve();
        };
        const pause = { endMs: nowMs + delayMs, finish };
        pauses.add(pause);
        signal?.addEventListener('abort', finish, { once: true });
      }),
  };
}
