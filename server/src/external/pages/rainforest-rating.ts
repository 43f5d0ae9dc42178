import * as z from 'zod/mini';
import type { RatingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { maybe } from '../marketplace/answers/answer.ts';

const stars = maybe(z.object({ percentage: maybe(z.number()), count: maybe(z.number()) }));
/** The rating fields of a product page. */
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

/** The rating of a complete page with neither stars nor reviews: the product has no ratings yet. */
const unrated: RatingFacts = { tenths: null, count: 0, byStars: null };

/** Returns `null` if the page shows reviews but no ratings. */
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
 * A thousands separator may truncate a number, so that 127,560 becomes 127. Counts by stars that add up to the full
 * number reveal this; if they were computed from the truncated number, the page gives no sign.
 */
function isBelievable(total: number | null, parts: Parts | null): boolean {
  if (total === null || !Number.isSafeInteger(total) || total < 0) return false;
  const counted = (parts ?? []).reduce((sum, part) => sum + (part?.count ?? 0), 0);
  return counted <= total * 1.1 + 5;
}

/**
 * Returns the number of ratings by stars. They are computed from the percentages, because the provider rounds the
 * counts down and takes them from totals that differ between layouts.
 */
function byStars(parts: Parts, total: number | null): readonly number[] | null {
  const counts = parts.map((part) => {
    if (part?.percentage != null && total !== null) return Math.round((part.percentage * total) / 100);
    return part?.count ?? null;
  });
  return counts.every((count) => count !== null) ? counts.map((count) => Math.round(count)) : null;
}
