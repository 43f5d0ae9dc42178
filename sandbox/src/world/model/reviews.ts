export interface Review {
  /** Id in Amazon's format: R followed by 13 capitals and digits. */
  readonly id: string;
  /** Stars from 1 to 5. */
  readonly rating: number;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly date: Date;
  readonly isVerified: boolean;
}

/** Number of ratings per star, one star first. Most ratings have no review. */
export type StarCounts = readonly [number, number, number, number, number];

export const ratingCount = (stars: StarCounts): number => stars.reduce((sum, count) => sum + count, 0);

/** Returns the average shown on the page in tenths (43 is 4.3); undefined without ratings. */
export function shownTenths(stars: StarCounts): number | undefined {
  const count = ratingCount(stars);
  return count === 0 ? undefined : Math.round((sumOf(stars) * 10) / count);
}

export function addRating(stars: StarCounts, rating: number, by: 1 | -1 = 1): StarCounts {
  const countOf = (place: number): number => Math.max(0, (stars[place] ?? 0) + (rating === place + 1 ? by : 0));
  return [countOf(0), countOf(1), countOf(2), countOf(3), countOf(4)];
}

/** Returns `count` ratings with the given average, or the nearest possible one. */
export function starsShowing(tenths: number, count: number): StarCounts {
  const aboveOne = Math.min(5 * count, Math.max(count, Math.round((count * tenths) / 10))) - count;
  const rest = aboveOne % 4;
  const fives = Math.floor(aboveOne / 4);
  const ones = count - fives - (rest > 0 ? 1 : 0);
  // Pairs with equal sums are swapped, which keeps the average: 1+5 becomes 2+4 or 3+3, and 3+5 becomes 4+4.
  const softened = Math.floor(Math.min(fives, ones) * 0.6);
  const half = Math.floor(softened / 2);
  const cheered = Math.min(softened - half, fives - softened);
  return [
    ones - softened,
    half + (rest === 1 ? 1 : 0),
    2 * (softened - half) - cheered + (rest === 2 ? 1 : 0),
    half + 2 * cheered + (rest === 3 ? 1 : 0),
    fives - softened - cheered,
  ];
}

const sumOf = (stars: StarCounts): number => stars.reduce((sum, count, place) => sum + count * (place + 1), 0);
