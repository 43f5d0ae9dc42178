import * as z from 'zod/mini';
import type { RatingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { maybe } from '../marketplace/answer.ts';

const stars = maybe(z.object({ percentage: maybe(z.number()), count: maybe(z.number()) }));
/** What a product's page says of its ratings. */
export const ratingFields = {
  rating: maybe(z.number()),
  ratings_total: maybe(z.number()),
  rating_breakdown: maybe(
    z.object({ one_star: stars, two_star: stars, three_star: stars, four_star: stars, five_star: stars }),
  ),
};
const schema = z.object(ratingFields);
const mostStars = 5;
type Ratings = z.output<typeof schema>;

/** Of a page that has everything else, and neither stars nor a review: nobody has rated yet. */
const unrated: RatingFacts = { tenths: null, count: 0, byStars: null };

/** `null` where the page tells nothing of ratings, though it shows reviews. */
export function ratingOf(
  { rating, ratings_total: total, rating_breakdown: breakdown }: Ratings,
  { hasReviews }: { readonly hasReviews: boolean },
): RatingFacts | null {
  if (rating === null && total === null) return hasReviews || breakdown !== null ? null : unrated;
  const parts = breakdown && [
    breakdown.one_star,
    breakdown.two_star,
    breakdown.three_star,
    breakdown.four_star,
    breakdown.five_star,
  ];
  const count = isBelievable(total, parts) ? total : null;
  return {
    tenths: rating !== null && rating >= 0 && rating <= mostStars ? Math.round(rating * 10) : null,
    count,
    byStars: parts && byStars(parts, count),
  };
}

type Parts = readonly z.output<typeof stars>[];

/**
 * A thousands separator may cut a number: 127,560 becomes 127. Where the counts by stars are those of the whole, they
 * betray it; where they were made from the cut number nothing on the page does.
 */
function isBelievable(total: number | null, parts: Parts | null): boolean {
  if (total === null || !Number.isSafeInteger(total) || total < 0) return false;
  const counted = (parts ?? []).reduce((sum, part) => sum + (part?.count ?? 0), 0);
  return counted <= total * 1.1 + 5;
}

/** Counted anew from the percentages: the provider rounds down, and from totals that differ between layouts. */
function byStars(parts: Parts, total: number | null): readonly number[] | null {
  const counts = parts.map((part) => {
    if (part?.percentage != null && total !== null) return Math.round((part.percentage * total) / 100);
    return part?.count ?? null;
  });
  return counts.every((count) => count !== null) ? counts.map((count) => Math.round(count)) : null;
}
