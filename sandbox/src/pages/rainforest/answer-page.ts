import type { World } from '../../world/world.ts';
import { offersPage } from './offers-page.ts';
import { productPage } from './product-page.ts';
import type { PageRequest, RequestOf } from './request.ts';
import { searchPage } from './search-page.ts';
import { sellerFeedbackPage } from './seller-feedback-page.ts';
import type { Review } from '../../world/model/reviews.ts';
import { pageReview } from './page-review.ts';

export interface AnsweredPage {
  /** The request parameters as repeated in the answer, without the API key. */
  readonly parameters: unknown;
  readonly url: string;
  readonly body: object;
  readonly credits: number;
}

export function answerPage(world: World, request: PageRequest): AnsweredPage {
  const { api_key: _secret, amazon_domain: place, ...parameters } = request;
  return {
    parameters: { ...parameters, amazon_domain: place.domain },
    url: `https://www.${place.domain}${pathOf(request)}`,
    body: bodyOf(world, request),
    credits: request.type === 'search' ? Math.max(1, (request.max_page ?? request.page) - request.page + 1) : 1,
  };
}

function bodyOf(world: World, request: PageRequest): object {
  if (request.type === 'product') return productPage(world, request);
  if (request.type === 'reviews') return reviewsPage(world, request);
  if (request.type === 'offers') return offersPage(world, request);
  if (request.type === 'search') return searchPage(world, request);
  return sellerFeedbackPage(world, request);
}

function pathOf(request: PageRequest): string {
  if (request.type === 'search') return `/s/?k=${encodeURIComponent(request.search_term)}&page=${request.page}`;
  if (request.type === 'seller_feedback') return `/sp?seller=${request.seller_id}`;
  if (request.type === 'reviews') return `/product-reviews/${request.asin}`;
  return request.type === 'offers' ? `/gp/offer-listing/${request.asin}` : `/dp/${request.asin}?th=1&psc=1`;
}

const perPage = 10;
const starNames = ['one_star', 'two_star', 'three_star', 'four_star', 'five_star'];

/** Returns the reviews of a product that match the filter, ten per page. */
function reviewsPage(world: World, request: RequestOf<'reviews'>): object {
  const { asin, amazon_domain: place, page } = request;
  const product = world.findProduct(asin, place.code);
  if (!product)
    return { product: {}, reviews: [], pagination: { total_results: 0, current_page: page, total_pages: 0 } };
  const found = product.reviews.filter((review) => matchesFilter(review, request));
  const ordered =
    request.sort_by === 'most_recent' ? found.toSorted((a, b) => b.date.getTime() - a.date.getTime()) : found;
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

function matchesFilter({ id, rating, isVerified }: Review, request: RequestOf<'reviews'>): boolean {
  const { review_stars: stars, reviewer_type: reviewer, review_id: wanted } = request;
  if (wanted !== undefined && wanted !== id) return false;
  if (reviewer === 'verified_purchase' && !isVerified) return false;
  if (stars === 'all_positive') return rating >= 4;
  if (stars === 'all_critical') return rating <= 3;
  return stars === 'all_stars' || starNames.indexOf(stars) === rating - 1;
}
