import { hourMs } from '@app/shared/base/time.ts';
import { hashOf } from '../random.ts';
import type { StarCounts } from './reviews.ts';

/** Time of the first random rating. */
const ratingsStart = Date.UTC(2026, 10, 1);
/** The stars of ten consecutive ratings, repeated. */
const ratingCycle = [5, 5, 4, 5, 5, 3, 5, 5, 4, 5];

interface ProductKey {
  readonly asin: string;
  readonly marketplace: string;
}

/**
 * Returns the number of random ratings up to a time: one every 2 to 12 hours. It depends only on product and time, so
 * that ratings do not disappear when the sandbox is restarted.
 */
export function ratingsBy({ asin, marketplace }: ProductKey, now: Date): number {
  const everyMs = (2 + (hashOf(`${asin}:${marketplace}:rated`) % 11)) * hourMs;
  return Math.max(0, Math.floor((now.getTime() - ratingsStart) / everyMs));
}

/** Adds the random ratings after number `from` up to number `to`. */
export function withRatings(
  stars: StarCounts,
  { from, to }: { readonly from: number; readonly to: number },
): StarCounts {
  const [one, two, three, four, five] = stars;
  const came = (rating: number): number => countRating(rating, to) - countRating(rating, from);
  return [one + came(1), two + came(2), three + came(3), four + came(4), five + came(5)];
}

function countRating(rating: number, among: number): number {
  const times = (list: readonly number[]): number => list.filter((one) => one === rating).length;
  return (
    Math.floor(among / ratingCycle.length) * times(ratingCycle) +
    times(ratingCycle.slice(0, among % ratingCycle.length))
  );
}
