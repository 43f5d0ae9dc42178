import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { Wake } from '../wake.ts';

export interface Loop {
  /** Waits for the turn under way. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Rung by whoever makes work for this loop in the same process; others are found at the next turn. */
  readonly wake?: Wake<true>;
  /** True means that there is more to do at once. */
  turn(signal: AbortSignal): Promise<boolean | void>;
}

/** Nothing that goes wrong in one turn may end the loop; it waits longer, up to this, and tries again. */
const maxPauseMs = 15_000;

export function startLoop({ name, everyMs, clock, log, turn, wake = new Wake() }: LoopOptions): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const hasMore = await turn(signal);
        failures = 0;
        if (hasMore === true) continue;
      } catch (error) {
        failures += 1;
        log.error({ err: error, loop: name }, 'a turn has failed and is tried again');
      }
      if (failures === 0) await wake.next(clock, { waitMs: everyMs, signal });
      else await clock.pause(Math.min(maxPauseMs, 500 * 2 ** failures), signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
