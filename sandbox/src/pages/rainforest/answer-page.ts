import type { World } from '../../world/world.ts';
import { offersPage } from './offers-page.ts';
import { productPage } from './product-page.ts';
import type { PageRequest } from './request.ts';
import { reviewsPage } from './reviews-page.ts';
import { searchPage } from './search-page.ts';
import { sellerFeedbackPage } from './seller-feedback-page.ts';

export interface AnsweredPage {
  /** What was asked, as the answer repeats it. */
  readonly parameters: unknown;
  readonly url: string;
  readonly body: object;
  readonly credits: number;
}

export function answerPage(world: World, asked: PageRequest): AnsweredPage {
  const { api_key: _secret, amazon_domain: place, ...parameters } = asked;
  return {
    parameters: { ...parameters, amazon_domain: place.domain },
    url: `https://www.${place.domain}${pathOf(asked)}`,
    body: bodyOf(world, asked),
    credits: asked.type === 'search' ? Math.max(1, (asked.max_page ?? asked.page) - asked.page + 1) : 1,
  };
}

function bodyOf(world: World, asked: PageRequest): object {
  if (asked.type === 'product') return productPage(world, asked);
  if (asked.type === 'reviews') return reviewsPage(world, asked);
  if (asked.type === 'offers') return offersPage(world, asked);
  if (asked.type === 'search') return searchPage(world, asked);
  return sellerFeedbackPage(world, asked);
}

function pathOf(asked: PageRequest): string {
  if (asked.type === 'search') return `/s/?k=${encodeURIComponent(asked.search_term)}&page=${asked.page}`;
  if (asked.type === 'seller_feedback') return `/sp?seller=${asked.seller_id}`;
  if (asked.type === 'reviews') return `/product-reviews/${asked.asin}`;
  return asked.type === 'offers' ? `/gp/offer-listing/${asked.asin}` : `/dp/${asked.asin}?th=1&psc=1`;
}
