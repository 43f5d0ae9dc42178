import type { Clock } from '../../lib/clock.ts';

/**
 * Deltas are shared for this long: browsers that are told of a change ask within milliseconds of each other, but ages
 * and troubles of accounts follow the time.
 */
const sharedForMs = 2000;

interface SharedDelta<Delta> {
  readonly askedMs: number;
  readonly delta: Promise<Delta>;
}

/** Deltas that several browsers ask for at once, as those of one tenant do after each event of their streams. */
export class SharedDeltas<Delta> {
  readonly #clock: Clock;
  /** The deltas in the order in which browsers asked for them. */
  readonly #deltas = new Map<string, SharedDelta<Delta>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reads the delta, or returns the one that another browser has asked for with the same key. */
  find(key: string, read: () => Promise<Delta>): Promise<Delta> {
    const askedMs = this.#clock.now().getTime();
    this.#forgetBefore(askedMs - sharedForMs);
    const shared = this.#deltas.get(key);
    if (shared) return shared.delta;
    const delta = read();
    this.#deltas.set(key, { askedMs, delta });
    delta.catch(() => this.#deltas.delete(key));
    return delta;
  }

  #forgetBefore(ms: number): void {
    for (const [key, { askedMs }] of this.#deltas) {
      if (askedMs >= ms) return;
      this.#deltas.delete(key);
    }
  }
}
