import * as z from 'zod/mini';
import type { BadgesFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { maybe, parseAnswer, type Refusal } from '../marketplace/answers/answer.ts';
import { service } from './page-caller.ts';
import { readableText } from './page-text.ts';
import type { ProductPage } from './pages.ts';
import { requestInfo, whyFailed } from './rainforest-answer.ts';
import { ratingFields, ratingOf } from './rainforest-rating.ts';
import { reviewsOf } from './rainforest-reviews.ts';

const buyBox = z.object({
  price: maybe(z.object({ value: maybe(z.number()) })),
  availability: maybe(z.object({ type: maybe(z.string()) })),
  unqualified_buy_box: maybe(z.boolean()),
  fulfillment: maybe(
    z.object({ third_party_seller: maybe(z.object({ id: maybe(z.string()), name: maybe(z.string()) })) }),
  ),
});
const choice = z.object({ keywords: maybe(z.union([z.string(), z.array(z.string())])) });
const answer = z.object({
  request_info: requestInfo,
  product: maybe(
    z.object({
      title: maybe(z.string()),
      asin: maybe(z.string()),
      ...ratingFields,
      top_reviews: maybe(z.array(z.unknown())),
      amazons_choice: maybe(choice),
      buybox_winner: maybe(buyBox),
    }),
  ),
});
type Product = NonNullable<z.output<typeof answer>['product']>;

/** A missing page, or the page of another product, is a refusal: no conclusion is drawn from it. */
export function readProductPage(body: unknown, asin: string): ProductPage | Pick<Refusal, 'reason'> {
  const { request_info: info, product } = parseAnswer(service, answer, body);
  const failed = whyFailed(info);
  if (failed !== null) return { reason: readableText(failed, 200) };
  // The provider answers like this, with success, for a product that the marketplace has taken down.
  if (!product?.title) return { reason: 'the page is empty' };
  if (product.asin !== asin) return { reason: `is about product ${product.asin}` };
  const rating = ratingOf(product, { hasReviews: (product.top_reviews ?? []).length > 0 });
  return {
    asin,
    rating,
    reviews: reviewsOf(product.top_reviews, rating?.count ?? null),
    badges: badgesOf(product),
    seller: sellerOf(product.buybox_winner),
  };
}

/**
 * Returns the third party in the buy box, or `null`. Amazon itself has no id on the page. A name that is the seller's
 * id says nothing new, so it counts as missing.
 */
function sellerOf(winner: Product['buybox_winner']): ProductPage['seller'] {
  const { id, name } = winner?.fulfillment?.third_party_seller ?? { id: null, name: null };
  const shown = readableText(name ?? '', 100);
  return id === null || !/^\w{1,50}$/.test(id) || shown === '' || shown === id ? null : { sellerId: id, name: shown };
}

const badgesOf = (product: Product): BadgesFacts => ({
  choice: product.amazons_choice === null ? [] : phrasesOf(product.amazons_choice),
  hasAddToCart: hasAddToCart(product.buybox_winner),
});

/** The text that Amazon shows beside a badge that is not for a search phrase. */
const overallPick = 'Overall Pick';

function phrasesOf({ keywords }: z.output<typeof choice>): readonly string[] {
  const phrases = [keywords ?? []].flat().map((phrase) => readableText(phrase, 200));
  const said = new Set(phrases.filter((phrase) => phrase !== ''));
  return said.size === 0 ? [overallPick] : [...said].toSorted((a, b) => (a < b ? -1 : 1));
}

/** Returns `null` for a layout that names a seller in the buy box, but shows neither a price nor an availability. */
function hasAddToCart(winner: Product['buybox_winner']): boolean | null {
  if (winner === null || winner.unqualified_buy_box === true) return false;
  const type = winner.availability?.type ?? null;
  if (type !== null && /out_of_stock|unavailable/.test(type)) return false;
  return type !== null || winner.price?.value != null ? true : null;
}
