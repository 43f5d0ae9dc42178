import type { Clock } from './clock.ts';

/**
 * Lets one waiter be woken early. A ring without a waiter is kept for the next one; of several rings the last value
 * counts.
 */
export class Wake<T> {
  #pending: { readonly value: T } | null = null;
  #waiting: AbortController | null = null;

  ring(value: T): void {
    this.#pending = { value };
    this.#waiting?.abort();
  }

  /** Waits for a call of `ring` and returns its value; `null` if the time passed or the signal was aborted before. */
  async next(
    clock: Clock,
    { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
  ): Promise<T | null> {
    if (!this.#pending) {
      this.#waiting = new AbortController();
      await clock.pause(waitMs, AbortSignal.any([signal, this.#waiting.signal]));
      this.#waiting = null;
    }
    const rung = this.#pending;
    this.#pending = null;
    return rung ? rung.value : null;
  }
}
