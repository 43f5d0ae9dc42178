import type { Product } from '../../world/model/product.ts';
import { ratingCount, shownTenths } from '../../world/model/reviews.ts';

const names = ['one_star', 'two_star', 'three_star', 'four_star', 'five_star'] as const;

/** Nothing while nobody has rated. The counts by stars come from rounded percentages, as on the page. */
export function ratingsOf({ stars }: Product): object {
  const total = ratingCount(stars);
  const tenths = shownTenths(stars);
  if (tenths === undefined) return {};
  const breakdown = names.map((name, place) => {
    const percentage = Math.round(((stars[place] ?? 0) * 100) / total);
    return [name, { percentage, count: Math.floor((percentage * total) / 100) }] as const;
  });
  return {
    rating: tenths / 10,
    rating_breakdown: Object.fromEntries(breakdown.toReversed()),
    ratings_total: total,
  };
}
