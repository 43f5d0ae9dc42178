/** Simulates Amazon's rate limit for one seller account and operation. Times are in virtual seconds. */
export interface VirtualMarketplace {
  /** Answers a call at an instant. Successful answers announce the rate, as Amazon's header does. */
  call(at: number): { readonly status: 200 | 429 | 503; readonly announced: number | null };
  /**
   * The number of calls that the bucket would have accepted until an instant if each token had been used immediately.
   */
  capacity(until: number): number;
}

export interface RateSchedule {
  /** Factors of the documented rate, each valid from a virtual second on; the first one starts at 0. */
  readonly rates: readonly { readonly from: number; readonly factor: number }[];
  /** Periods in which all calls are answered with 503. */
  readonly storms: readonly { readonly from: number; readonly to: number }[];
}

/** A token bucket with Amazon's documented rate and burst; answers with 503 take tokens, too. */
export function createVirtualMarketplace(
  { rate, burst }: { rate: number; burst: number },
  schedule: RateSchedule,
): VirtualMarketplace {
  let tokens = burst;
  let refilledAt = 0;
  const gained = (from: number, to: number): number =>
    schedule.rates.reduce((sum, { from: start, factor }, index) => {
      const end = schedule.rates[index + 1]?.from ?? Number.POSITIVE_INFINITY;
      return sum + Math.max(0, Math.min(to, end) - Math.max(from, start)) * rate * factor;
    }, 0);
  const rateAt = (at: number): number => rate * (schedule.rates.findLast(({ from }) => from <= at)?.factor ?? 1);
  return {
    call(at) {
      tokens = Math.min(burst, tokens + gained(refilledAt, at));
      refilledAt = Math.max(refilledAt, at);
      if (tokens < 1) return { status: 429, announced: null };
      tokens -= 1;
      const isStorm = schedule.storms.some(({ from, to }) => from <= at && at < to);
      return isStorm ? { status: 503, announced: null } : { status: 200, announced: rateAt(at) };
    },
    capacity: (until) => burst + gained(0, until),
  };
}
