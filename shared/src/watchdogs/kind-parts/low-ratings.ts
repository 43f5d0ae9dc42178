import * as z from 'zod/mini';
import type { RatingFacts } from '../facts/observations.ts';

/** Ratings of three stars or fewer and all ratings, as a page counted them at one time. */
export const lowRatings = z.object({ low: z.int(), total: z.int(), mayBeOffBy: z.number() });
export type LowRatings = z.output<typeof lowRatings>;

/** Up to this many ratings, whole percentages that add up give the exact counts. */
const EXACT_UP_TO = 50;

/** Returns `null` for a page that does not count by stars. */
export function lowRatingsOf({ count, byStars }: RatingFacts): LowRatings | null {
  if (!count || !byStars || byStars.length !== 5) return null;
  const isExact = count <= EXACT_UP_TO && byStars.reduce((sum, stars) => sum + stars, 0) === count;
  const low = byStars.slice(0, 3).reduce((sum, stars) => sum + stars, 0);
  // Three percentages, each rounded by up to half a percent and then to a whole rating.
  return { low, total: count, mayBeOffBy: isExact ? 0 : 3 * (count * 0.005 + 0.5) };
}

/**
 * The number of low ratings that were certainly added: more than rounding explains, and no more than the total grew
 * (the marketplace also changes the weights of ratings, which moves the percentages). 0 when there may be none.
 */
export function lowRatingsAdded(before: LowRatings, now: LowRatings): number {
  const added = now.low - before.low;
  const isExplained = added <= before.mayBeOffBy + now.mayBeOffBy || added > now.total - before.total;
  return isExplained ? 0 : added;
}

/** Whether low ratings were certainly removed. */
export const areLowRatingsGone = (before: LowRatings, now: LowRatings): boolean =>
  before.low - now.low > before.mayBeOffBy + now.mayBeOffBy;
