import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { turned, type Noisy } from '../../sp-api/noise.ts';
import type { Product } from '../../world/model/product.ts';
import type { Review } from '../../world/model/reviews.ts';

/** A product's page shows no more. */
const mostShown = 13;
const goodRating = 4;

/**
 * The reviews on the product's page, in its order. Noise only changes places among good ones: where a bad one stands
 * means something.
 */
export function topReviews(product: Product): Review[] {
  const shown = product.reviews.slice(0, mostShown);
  const good = turned(
    product,
    'reviews',
    shown.filter(({ rating }) => rating >= goodRating),
  );
  return shown.flatMap((review) => (review.rating >= goodRating ? (good.shift() ?? []) : [review]));
}

export function pageReview(review: Review, noisy: Noisy, place: Marketplace): unknown {
  const { id, rating, title, body, author, date, isVerified } = review;
  const country = place.code.toLowerCase();
  // What unfolds a long text is glued to its end in some layouts.
  const text = noisy.noise > 0 && body.length > 120 ? `${body}Read more` : body;
  return {
    id,
    title,
    body: text,
    asin: noisy.asin,
    body_html: `<span>${text}</span>`,
    link: `https://www.${place.domain}/gp/customer-reviews/${id}`,
    rating,
    date: { raw: `Reviewed in ${place.code} on ${date.toISOString().slice(0, 10)}`, utc: startOfDay(date) },
    profile: { name: author, link: `https://www.${place.domain}/gp/profile/${id}`, id: `amzn1.account.${id}` },
    vine_program: false,
    verified_purchase: isVerified,
    review_country: country,
    is_global_review: false,
  };
}

/** Pages give a day, not an hour. */
const startOfDay = (date: Date): string => `${date.toISOString().slice(0, 10)}T00:00:00.000Z`;
