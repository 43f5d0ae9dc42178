import { StripeError } from './stripe-error.ts';

export interface RateLimit {
  /** Requests per second; null for no limit. */
  perSecond: number | null;
  /** Counts a request, and throws if the last second had too many. */
  take(): void;
}

/** Counts by the machine's clock, because it limits real requests. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  let recent: readonly number[] = [];
  const limit: RateLimit = {
    perSecond,
    take() {
      if (limit.perSecond === null) return;
      const at = now();
      recent = recent.filter((time) => time > at - 1000);
      if (recent.length >= limit.perSecond) {
        const message =
          'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
        throw new StripeError(429, { code: 'rate_limit', message });
      }
      recent = [...recent, at];
    },
  };
  return limit;
}
