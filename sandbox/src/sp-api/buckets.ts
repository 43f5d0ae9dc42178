import type { WorldClock } from '../world/clock.ts';

interface Plan {
  readonly operationId: string;
  /** Requests per second. */
  readonly rate: number;
  readonly burst: number;
}

/** One token bucket for each caller and operation, full at first. */
export interface Buckets {
  /** False when the caller has used up its quota; a refused request costs nothing. */
  take(caller: string, plan: Plan): boolean;
  /** The rate as the header announces it. */
  announced(plan: Plan): string;
}

/** `speedup` multiplies rate and burst, to keep pace with check periods that are divided by it. */
export function createBuckets(clock: WorldClock, speedup: number): Buckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take: (caller, { operationId, rate, burst }) => {
      const key = `${caller} ${operationId}`;
      const now = clock.now().getTime();
      const bucket = buckets.get(key) ?? { tokens: burst * speedup, at: now };
      const refilled = Math.min(burst * speedup, bucket.tokens + ((now - bucket.at) / 1000) * rate * speedup);
      const isTaken = refilled >= 1;
      buckets.set(key, { tokens: isTaken ? refilled - 1 : refilled, at: now });
      return isTaken;
    },
    announced: ({ rate }) => {
      const value = Number((rate * speedup).toPrecision(6));
      return Number.isInteger(value) ? `${value}.0` : String(value);
    },
  };
}
