export interface Review {
  /** As Amazon writes them: R and 13 capitals and digits. */
  readonly id: string;
  /** Stars, 1 to 5. */
  readonly rating: number;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly date: Date;
  readonly isVerified: boolean;
}

/** How many ratings gave each number of stars, one star first; most ratings come without a review. */
export type StarCounts = readonly [number, number, number, number, number];

export const ratingCount = (stars: StarCounts): number => stars.reduce((sum, count) => sum + count, 0);

/** The average as the page shows it, in tenths: 43 is 4.3. Undefined while nobody has rated. */
export function shownTenths(stars: StarCounts): number | undefined {
  const count = ratingCount(stars);
  return count === 0 ? undefined : Math.round((sumOf(stars) * 10) / count);
}

export function addRating(stars: StarCounts, rating: number, by: 1 | -1 = 1): StarCounts {
  const counted = (place: number): number => Math.max(0, (stars[place] ?? 0) + (rating === place + 1 ? by : 0));
  return [counted(0), counted(1), counted(2), counted(3), counted(4)];
}

/** So many ratings that show this average, or the nearest that so many can show. */
export function starsShowing(tenths: number, count: number): StarCounts {
  const aboveOne = Math.min(5 * count, Math.max(count, Math.round((count * tenths) / 10))) - count;
  const rest = aboveOne % 4;
  const fives = Math.floor(aboveOne / 4);
  const ones = count - fives - (rest > 0 ? 1 : 0);
  // Pairs that add up alike may be swapped and the average stays: 1 and 5 for 2 and 4 or 3 and 3, 3 and 5 for 4 and 4.
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
