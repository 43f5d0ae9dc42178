import * as z from 'zod/mini';
import type { RatingFacts } from '../facts/observations.ts';

/** The number of ratings with three stars or fewer and of all ratings, as one look at a page counted them. */
export const lowRatings = z.object({ low: z.int(), total: z.int(), mayBeOffBy: z.number() });
export type LowRatings = z.output<typeof lowRatings>;

/** For at most this many ratings, the page's whole percentages give exact counts if these add up to the total. */
const EXACT_UP_TO = 50;

/** Returns `null` for a page that does not show the ratings by stars. */
export function lowRatingsOf({ count, byStars }: RatingFacts): LowRatings | null {
  if (!count || !byStars || byStars.length !== 5) return null;
  const isExact = count <= EXACT_UP_TO && byStars.reduce((sum, stars) => sum + stars, 0) === count;
  const low = byStars.slice(0, 3).reduce((sum, stars) => sum + stars, 0);
  // The sum of three percentages, each of which the page rounds by up to half a percent and we to a whole rating.
  return { low, total: count, mayBeOffBy: isExact ? 0 : 3 * (count * 0.005 + 0.5) };
}

/**
 * Returns the number of low ratings that were certainly added, or 0 if rounding could explain the difference or if it
 * exceeds the growth of the total: the marketplace also changes the weights of ratings, which moves the percentages.
 */
export function lowRatingsAdded(before: LowRatings, now: LowRatings): number {
  const added = now.low - before.low;
  const isExplained = added <= before.mayBeOffBy + now.mayBeOffBy || added > now.total - before.total;
  return isExplained ? 0 : added;
}

/** Returns whether the number of low ratings fell by more than rounding explains. */
export const areLowRatingsGone = (before: LowRatings, now: LowRatings): boolean =>
  before.low - now.low > before.mayBeOffBy + now.mayBeOffBy;
