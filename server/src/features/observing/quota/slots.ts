import { leastPatienceMs, type CallOptions } from '../../../external/marketplace/caller.ts';

/** Slower operations than two turns of 0.35 a second are not waited for in place. */
const patienceMs = 6_000;

/** The runs that a process has room for. */
export interface Slots {
  /** Does the work in one of them. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * How long work may wait in its slot for its turn at the marketplace: to give it back and take it up again costs more
   * than a call, as long as nobody else needs the slot.
   */
  patienceMs(): number;
}

/** For calls of work that is done in a slot; what has none waits no longer than anybody does. */
export const patienceOf = ({ slots }: { readonly slots?: Slots }): Pick<CallOptions, 'patienceMs'> =>
  slots ? { patienceMs: slots.patienceMs() } : {};

/** `spare`: so few are left when nobody may wait in one any more. */
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
