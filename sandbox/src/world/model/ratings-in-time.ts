import { hashOf } from '../random.ts';
import type { StarCounts } from './reviews.ts';

/** The day on which customers began to rate. */
const began = Date.UTC(2026, 10, 1);
const hour = 3_600_000;
/** What ten of them give, one after the other: most are kind. */
const given = [5, 5, 4, 5, 5, 3, 5, 5, 4, 5];

interface Rated {
  readonly asin: string;
  readonly marketplace: string;
}

/**
 * How many ratings have come by themselves: one every few hours, as only the product and the time decide. A sandbox that
 * is started anew has those that it had before; without them it would look as if somebody had deleted them.
 */
export function ratingsBy({ asin, marketplace }: Rated, now: Date): number {
  const everyMs = (2 + (hashOf(`${asin}:${marketplace}:rated`) % 11)) * hour;
  return Math.max(0, Math.floor((now.getTime() - began) / everyMs));
}

/** Counts those that came after so many. */
export function withRatings(
  stars: StarCounts,
  { from, to }: { readonly from: number; readonly to: number },
): StarCounts {
  const [one, two, three, four, five] = stars;
  const came = (rating: number): number => timesGiven(rating, to) - timesGiven(rating, from);
  return [one + came(1), two + came(2), three + came(3), four + came(4), five + came(5)];
}

function timesGiven(rating: number, among: number): number {
  const times = (list: readonly number[]): number => list.filter((one) => one === rating).length;
  return Math.floor(among / given.length) * times(given) + times(given.slice(0, among % given.length));
}
