import type { Random } from './random.ts';

export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * The wait before the next try doubles with each earlier failure, up to `longestMs`, and is shortened by a random part
 * of at most one half, so that callers that failed together do not retry together.
 */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number, random: Pick<Random, 'fraction'>): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** failures);
  return Math.round(ceiling * (1 - random.fraction() / 2));
}

const shareOfOutage = 0.1;
const shortestOfOutageMs = 3_000;

/**
 * Returns the wait before a service that has been away for `awayMs` is tried again. The wait is a tenth of the outage,
 * so that work continues soon after the service is back.
 */
export const outageWaitMs = (awayMs: number, longestMs: number): number =>
  Math.min(longestMs, Math.max(shortestOfOutageMs, awayMs * shareOfOutage));
