import { leastPatienceMs, type CallOptions } from '../../../external/marketplace/calls/caller.ts';

/**
 * How long a call waits for quota in its slot: enough for two calls of an operation with 0.35 calls a second. A call of
 * a slower operation gives its slot back while it waits.
 */
const patienceMs = 6_000;

/** The jobs that a process can run at the same time. */
export interface Slots {
  /** Runs the work while it holds a slot. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * How long a call may wait in its slot for a token. Waiting is cheaper than postponing the work, as long as nobody
   * else needs the slot.
   */
  patienceMs(): number;
}

/** The patience of calls made in a slot. Calls outside of a slot have the default patience. */
export const patienceOf = ({ slots }: { readonly slots?: Slots }): Pick<CallOptions, 'patienceMs'> =>
  slots ? { patienceMs: slots.patienceMs() } : {};

/** Creates `most` slots. When no more than `spare` of them are free, calls no longer wait for quota in their slots. */
export function createSlots(most: number, spare: number): Slots {
  let held = 0;
  return {
    async hold(work) {
      held += 1;
      try {
        return await work();
      } finally {
        held -= 1;
      }
    },
    patienceMs: () => (held > most - spare ? leastPatienceMs : patienceMs),
  };
}
