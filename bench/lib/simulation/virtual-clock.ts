import { setImmediate } from 'node:timers/promises';
import type { WorldClock } from '../../../sandbox/src/world/clock.ts';
import type { Clock } from '../../../server/src/lib/clock.ts';

interface Timer {
  readonly at: number;
  readonly no: number;
  readonly act: () => void;
}

/**
 * The common time of the product and the sandbox. It advances only when the simulation moves it or the product pauses.
 */
export interface VirtualClock extends Clock, WorldClock {
  after(milliseconds: number, act: () => void): () => void;
  /** Moves the time forward and runs the timers on the way, each at its own time. */
  moveTo(instant: number): void;
  /** The time of the next timer; `Infinity` if there is none. */
  nextTimerAt(): number;
}

export function createVirtualClock(start: Date): VirtualClock {
  let nowMs = start.getTime();
  let timers: readonly Timer[] = [];
  let made = 0;
  const moveTo = (instant: number): void => {
    for (let next = timers[0]; next && next.at <= instant; next = timers[0]) {
      timers = timers.slice(1);
      nowMs = Math.max(nowMs, next.at);
      next.act();
    }
    nowMs = Math.max(nowMs, instant);
  };
  return {
    now: () => new Date(nowMs),
    async pause(delayMs) {
      await setImmediate();
      moveTo(nowMs + delayMs);
    },
    after(milliseconds, act) {
      const timer = { at: nowMs + Math.max(0, milliseconds), no: (made += 1), act };
      timers = [...timers, timer].toSorted((a, b) => a.at - b.at || a.no - b.no);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    moveTo,
    nextTimerAt: () => timers[0]?.at ?? Infinity,
  };
}
