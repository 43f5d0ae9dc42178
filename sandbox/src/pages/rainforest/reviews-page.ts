import type { Review } from '../../world/model/reviews.ts';
import type { World } from '../../world/world.ts';
import { pageReview } from './page-review.ts';
import type { RequestOf } from './request.ts';

const perPage = 10;
const starNames = ['one_star', 'two_star', 'three_star', 'four_star', 'five_star'];

/** All reviews of a product that pass the filter, ten a page. */
export function reviewsPage(world: World, asked: RequestOf<'reviews'>): object {
  const { asin, amazon_domain: place, page } = asked;
  const product = world.findProduct(asin, place.code);
  if (!product)
    return { product: {}, reviews: [], pagination: { total_results: 0, current_page: page, total_pages: 0 } };
  const found = product.reviews.filter((review) => passes(review, asked));
  const ordered =
    asked.sort_by === 'most_recent' ? found.toSorted((a, b) => b.date.getTime() - a.date.getTime()) : found;
  const reviews = ordered.slice((page - 1) * perPage, page * perPage).map((review, index) => ({
    ...Object(pageReview(review, product, place)),
    position: index + 1,
  }));
  const total_pages = Math.ceil(found.length / perPage);
  return {
    product: { title: product.title, asin, link: `https://www.${place.domain}/dp/${asin}` },
    reviews,
    pagination: { total_results: found.length, current_page: page, total_pages },
  };
}

function passes({ id, rating, isVerified }: Review, asked: RequestOf<'reviews'>): boolean {
  const { review_stars: stars, reviewer_type: reviewer, review_id: wanted } = asked;
  if (wanted !== undefined && wanted !== id) return false;
  if (reviewer === 'verified_purchase' && !isVerified) return false;
  if (stars === 'all_positive') return rating >= 4;
  if (stars === 'all_critical') return rating <= 3;
  return stars === 'all_stars' || starNames.indexOf(stars) === rating - 1;
}
