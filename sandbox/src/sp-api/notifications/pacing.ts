import { actAfter, type WorldClock } from '../../world/clock.ts';

/** Event aggregation: sends the first of several messages immediately, and the last state at the end of the period. */
export interface Pacing {
  pace(key: string, periodMs: number, send: () => void): void;
  stop(): void;
}

export function createPacing(clock: WorldClock, speedup: number): Pacing {
  const sentAt = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  return {
    pace: (key, periodMs, send) => {
      const now = clock.now().getTime();
      const readyAt = (sentAt.get(key) ?? 0) + periodMs / speedup;
      if (periodMs === 0 || now >= readyAt) {
        sentAt.set(key, now);
        return send();
      }
      if (waiting.has(key)) return undefined;
      const cancel = actAfter(clock, readyAt - now, () => {
        waiting.delete(key);
        sentAt.set(key, clock.now().getTime());
        send();
      });
      waiting.set(key, cancel);
      return undefined;
    },
    stop: () => waiting.forEach((cancel) => cancel()),
  };
}
