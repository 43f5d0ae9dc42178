/** What the marketplace lets through for one seller account and operation, on a clock of its own. Seconds. */
export interface VirtualMarketplace {
  /** Answers a call made at this instant; the rate is announced with what is let through, as Amazon's header does. */
  call(at: number): { readonly status: 200 | 429 | 503; readonly announced: number | null };
  /** How many calls its bucket would have let through until this instant, had somebody asked at every chance. */
  capacity(until: number): number;
}

export interface Weather {
  /** From this second on the rate is multiplied by this. Ordered; the first begins at 0. */
  readonly rates: readonly { readonly from: number; readonly factor: number }[];
  /** Between these seconds everything is refused with 503. */
  readonly storms: readonly { readonly from: number; readonly to: number }[];
}

/** A bucket as documented: so many tokens a second up to the burst; a storm's answers take tokens too. */
export function virtualMarketplace(
  { rate, burst }: { rate: number; burst: number },
  weather: Weather,
): VirtualMarketplace {
  let tokens = burst;
  let refilledAt = 0;
  const gained = (from: number, to: number): number =>
    weather.rates.reduce((sum, { from: start, factor }, index) => {
      const end = weather.rates[index + 1]?.from ?? Number.POSITIVE_INFINITY;
      return sum + Math.max(0, Math.min(to, end) - Math.max(from, start)) * rate * factor;
    }, 0);
  const rateAt = (at: number): number => rate * (weather.rates.findLast(({ from }) => from <= at)?.factor ?? 1);
  return {
    call(at) {
      tokens = Math.min(burst, tokens + gained(refilledAt, at));
      refilledAt = Math.max(refilledAt, at);
      if (tokens < 1) return { status: 429, announced: null };
      tokens -= 1;
      const isStorm = weather.storms.some(({ from, to }) => from <= at && at < to);
      return isStorm ? { status: 503, announced: null } : { status: 200, announced: rateAt(at) };
    },
    capacity: (until) => burst + gained(0, until),
  };
}
