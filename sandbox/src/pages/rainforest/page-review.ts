import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { shuffleByNoise, type NoisyProduct } from '../../sp-api/noise.ts';
import type { Product } from '../../world/model/product.ts';
import type { Review } from '../../world/model/reviews.ts';

/** A product page shows at most this many reviews. */
const mostShown = 13;
const goodRating = 4;

/**
 * Returns the reviews on the product page in order. Noise shuffles only the good ones, because the position of a bad
 * review is a fact that watchdogs read.
 */
export function topReviews(product: Product): Review[] {
  const shown = product.reviews.slice(0, mostShown);
  const good = shuffleByNoise(
    product,
    'reviews',
    shown.filter(({ rating }) => rating >= goodRating),
  );
  return shown.flatMap((review) => (review.rating >= goodRating ? (good.shift() ?? []) : [review]));
}

export function pageReview(review: Review, noisy: NoisyProduct, place: Marketplace): unknown {
  const { id, rating, title, body, author, date, isVerified } = review;
  const country = place.code.toLowerCase();
  // In some layouts the label of the link that expands a long text is appended to the text.
  const text = noisy.noise > 0 && body.length > 120 ? `${body}Read more` : body;
  return {
    id,
    title,
    body: text,
    asin: noisy.asin,
    body_html: `<span>${text}</span>`,
    link: `https://www.${place.domain}/gp/customer-reviews/${id}`,
    rating,
    date: { raw: `Reviewed in ${place.code} on ${dayOf(date)}`, utc: startOfDay(date) },
    profile: { name: author, link: `https://www.${place.domain}/gp/profile/${id}`, id: `amzn1.account.${id}` },
    vine_program: false,
    verified_purchase: isVerified,
    review_country: country,
    is_global_review: false,
  };
}

/** Pages show the day of a review without a time. */
const startOfDay = (date: Date): string => `${dayOf(date)}T00:00:00.000Z`;
