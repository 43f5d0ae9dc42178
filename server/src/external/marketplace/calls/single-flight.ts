import type { Clock } from '../../../lib/clock.ts';

export interface SingleFlight<T> {
  /** Calls with the same key share one question and its answer, which is kept for a time. A failure is not kept. */
  share(key: string, ask: () => Promise<T>): Promise<T>;
}

/**
 * Used when many seller accounts need the destination of their region at the same moment after a start, and for each
 * of their subscriptions.
 */
export function createSingleFlight<T>(clock: Clock, keptMs: number): SingleFlight<T> {
  const known = new Map<string, { readonly answer: Promise<T>; readonly askedAt: number }>();
  return {
    share(key, ask) {
      const now = clock.now().getTime();
      const found = known.get(key);
      if (found && found.askedAt + keptMs > now) return found.answer;
      const entry = { answer: ask(), askedAt: now };
      known.set(key, entry);
      entry.answer.catch(() => known.delete(key));
      return entry.answer;
    },
  };
}
