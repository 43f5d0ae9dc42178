import type { Logger } from 'pino';
import { backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { Wake } from '../wake.ts';

export interface Loop {
  /** Waits for the turn under way. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Rung by whoever makes work for this loop in the same process; others are found at the next turn. */
  readonly wake?: Wake<true>;
  /** True means that there is more to do at once. */
  turn(signal: AbortSignal): Promise<boolean | void>;
}

const backoff = { firstMs: 1_000, longestMs: 15_000 };

/** A turn that fails does not end the loop: the next one comes after a longer wait. */
export function startLoop({ name, everyMs, clock, random, log, turn, wake = new Wake() }: LoopOptions): Loop {
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
      else await clock.pause(backoffMs(backoff, failures - 1, random), signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
