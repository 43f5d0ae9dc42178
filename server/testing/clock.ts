import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../src/lib/clock.ts';

export interface TestClock extends Clock {
  advance(ms: number): void;
  set(instant: Date): void;
}

/** A clock that stands still until it is moved. A pause lets other work run and moves the clock by its length. */
export function testClock(start: Date): TestClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
    set(instant) {
      nowMs = instant.getTime();
    },
    async pause(delayMs) {
      await setImmediate();
      nowMs += delayMs;
    },
  };
}
