import { secondMs } from '@app/shared/base/time.ts';
import type { Logger } from 'pino';
import { backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { Wake } from '../wake.ts';

export interface Loop {
  /** Resolves after the current turn has ended. */
  stop(): Promise<void>;
}

/** True when more work is ready at once, or the milliseconds until the next turn if they differ from `everyMs`. */
export type TurnResult = boolean | number | void;

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Rung when there is work for this loop. A ring may be lost, and work then waits for the next turn. */
  readonly wake?: Wake<true>;
  /** Holds the consecutive failures of each loop that fails, by name, for the report to operators. */
  readonly failing?: Map<string, number>;
  turn(signal: AbortSignal): Promise<TurnResult>;
}

/** The usual interval of a loop whose work nobody waits for, or whose work is announced. */
const usualMs = 15 * secondMs;

/** The interval of a loop that is divided by the speed-up of checks, down to a second. */
export const pacedMs = (speedup: number, everyMs = usualMs): number => Math.max(secondMs, everyMs / speedup);

/** One attempt of each loop every few seconds is no load for a database that is starting. */
const backoff = { firstMs: 1_000, longestMs: 5_000 };

/** Runs turns until it is stopped. After a turn that fails, the next one starts after a longer wait. */
export function startLoop({ wake = new Wake(), failing = new Map(), ...options }: LoopOptions): Loop {
  const { name, everyMs, clock, random, log, turn } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    let failures = 0;
    let waitMs = everyMs;
    while (!signal.aborted) {
      try {
        const result = await turn(signal);
        waitMs = typeof result === 'number' ? result : everyMs;
        failures = 0;
        failing.delete(name);
        if (result === true) continue;
      } catch (error) {
        failures += 1;
        failing.set(name, failures);
        log.error({ err: error, loop: name }, 'a turn has failed and is tried again');
      }
      if (failures === 0) await wake.next(clock, { waitMs, signal });
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
