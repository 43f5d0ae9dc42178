import type { Random } from './random.ts';

export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Waiting time before the next try: doubles with each earlier failure up to the longest, less up to a half by chance, so
 * that callers that failed together do not come back together.
 */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number, random: Pick<Random, 'fraction'>): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** failures);
  return Math.round(ceiling * (1 - random.fraction() / 2));
}
