import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';

export interface Loop {
  /** Waits for the turn under way. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** True means that there is more to do at once. */
  turn(signal: AbortSignal): Promise<boolean | void>;
}

/** Nothing that goes wrong in one turn may end the loop; it waits longer, up to this, and tries again. */
const maxPauseMs = 15_000;

export function startLoop({ name, everyMs, clock, log, turn }: LoopOptions): Loop {
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
      await clock.pause(failures === 0 ? everyMs : Math.min(maxPauseMs, 500 * 2 ** failures), signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
