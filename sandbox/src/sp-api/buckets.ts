import type { WorldClock } from '../world/clock.ts';

interface Plan {
  readonly operationId: string;
  /** Requests per second. */
  readonly rate: number;
  readonly burst: number;
}

/** One token bucket per caller and operation, initially full. */
export interface Buckets {
  /** Takes a token; returns false if none is left. A refused request takes no token. */
  take(caller: string, plan: Plan): boolean;
  /** Returns the rate as the value of the rate limit header. */
  announced(plan: Plan): string;
}

/** `speedup` multiplies rate and burst, because the product divides its check periods by the same factor. */
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
