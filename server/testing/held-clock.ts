import type { TestClock } from './clock.ts';

export interface HeldClock extends TestClock {
  /** How many milliseconds are left of each pause under way, the shortest first. */
  pauses(): readonly number[];
}

interface Pause {
  readonly endMs: number;
  readonly finish: () => void;
}

/** A pause lasts until somebody else moves the clock past its end: for work that waits in the background for ever. */
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
