import * as z from 'zod/mini';
import type { RatingFacts } from '../facts/observations.ts';

/** Ratings of three stars or fewer, and of all, as a page once counted them. */
export const lowRatings = z.object({ low: z.int(), total: z.int(), mayBeOffBy: z.number() });
export type LowRatings = z.output<typeof lowRatings>;

/** Up to so many ratings, whole percents that add up tell the exact counts. */
const EXACT_UP_TO = 50;

/** `null` where the page does not count by stars. */
export function lowRatingsOf({ count, byStars }: RatingFacts): LowRatings | null {
  if (!count || !byStars || byStars.length !== 5) return null;
  const isExact = count <= EXACT_UP_TO && byStars.reduce((sum, stars) => sum + stars, 0) === count;
  const low = byStars.slice(0, 3).reduce((sum, stars) => sum + stars, 0);
  // Three percentages, each rounded by up to half a percent and then to a whole rating.
  return { low, total: count, mayBeOffBy: isExact ? 0 : 3 * (count * 0.005 + 0.5) };
}

/**
 * How many low ratings have come for certain: more than rounding explains, and no more than ratings came at all (the
 * marketplace weighs ratings anew, which moves percentages too). 0 where none need have come.
 */
export function lowRatingsAdded(before: LowRatings, now: LowRatings): number {
  const added = now.low - before.low;
  const isExplained = added <= before.mayBeOffBy + now.mayBeOffBy || added > now.total - before.total;
  return isExplained ? 0 : added;
}

/** Whether low ratings have gone for certain. */
export const areLowRatingsGone = (before: LowRatings, now: LowRatings): boolean =>
  before.low - now.low > before.mayBeOffBy + now.mayBeOffBy;
