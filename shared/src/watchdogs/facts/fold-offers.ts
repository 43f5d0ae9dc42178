import type { Money } from '../../base/money.ts';
import type { WithSku, OfferFacts, OffersFacts } from './observations.ts';

interface OtherSeller {
  readonly sellerId: string;
  /** The seller's lowest price; `null` when no answer contains a price. */
  readonly price: Money | null;
}

/** The holder of the buy box. `notOffered`: we have no offer for the product; `unknown`: the answers do not say. */
export type BuyBox =
  | { readonly holder: 'us' | 'nobody' | 'unknown' | 'notOffered' }
  | { readonly holder: 'other'; readonly sellerId: string | null; readonly price: Money | null };

/** The price of an offer with shipping, which a customer pays. */
export interface LandedPrice extends Money {
  /** The part of `cents` that is shipping. */
  readonly shippingCents: number;
}

/** The offers of a product, folded over all SKUs under which we sell it. */
export interface ProductOffers {
  readonly ownPrice: Money | null;
  /** Our lowest price with shipping. Only this one is comparable with the price of the buy box, which has shipping too. */
  readonly ownLanded: LandedPrice | null;
  readonly buyBox: BuyBox;
  /** The other sellers, each once, sorted by id. */
  readonly others: readonly OtherSeller[];
  readonly totalOffers: number | null;
  /**
   * Whether the answers leave some offers out. If so, a seller who is missing from `others` may still sell the product.
   */
  readonly isTruncated: boolean;
}

/** The marketplace lists at most 20 offers. */
const LISTED_AT_MOST = 20;

/** Returns `null` when no answer contains offers. */
export function foldOffers(
  listings: readonly WithSku<OffersFacts>[],
  sellerKeys: readonly string[],
): ProductOffers | null {
  const answers = listings.filter(saysSomething);
  if (answers.length === 0) return null;
  // An answer about one SKU does not mark the offers of our other SKUs as ours, so they are recognised by the seller
  // id.
  const isOurs = (offer: OfferFacts) => offer.isMine || sellerKeys.includes(offer.sellerId);
  const offers = answers.flatMap((answer) => answer.offers);
  const totals = answers.flatMap((answer) => answer.totalOffers ?? []);
  const ours = offers.filter(isOurs);
  const ownPrice = cheapest([...answers.map((answer) => answer.ownPrice), ...ours.map((offer) => offer.price)]);
  return {
    ownPrice,
    ownLanded: cheapestLanded(ours) ?? (ownPrice && { ...ownPrice, shippingCents: 0 }),
    buyBox: foldBuyBoxes(answers.map((answer) => buyBoxOf(answer, isOurs))),
    others: sellersOf(offers.filter((offer) => !isOurs(offer))),
    totalOffers: totals.length === 0 ? null : Math.max(...totals),
    isTruncated: answers.some(isTruncated),
  };
}

const saysSomething = (answer: OffersFacts): boolean =>
  answer.offers.length > 0 || answer.totalOffers !== null || answer.ownPrice !== null;

const isTruncated = (answer: OffersFacts): boolean =>
  answer.totalOffers === null ? answer.offers.length >= LISTED_AT_MOST : answer.totalOffers > answer.offers.length;

function buyBoxOf(answer: OffersFacts, isOurs: (offer: OfferFacts) => boolean): BuyBox {
  const ours = answer.offers.filter(isOurs);
  // The answer lists only the cheapest offers. If it is truncated, ours may be one of the missing ones.
  if (ours.length === 0 && answer.ownPrice === null) return { holder: isTruncated(answer) ? 'unknown' : 'notOffered' };
  if (ours.some((offer) => offer.isBuyBoxWinner)) return { holder: 'us' };
  // An answer may mark two winners, one of them for Prime members. The cheaper winner is used.
  const winner = sellersOf(answer.offers.filter((offer) => offer.isBuyBoxWinner)).toSorted(byPrice)[0];
  if (!answer.buyBox) return { holder: winner ? 'unknown' : 'nobody' };
  if (winner) return { holder: 'other', sellerId: winner.sellerId, price: answer.buyBox };
  const isKnownNotOurs = ours.length > 0 && ours.every((offer) => offer.isBuyBoxWinner === false);
  return isKnownNotOurs ? { holder: 'other', sellerId: null, price: answer.buyBox } : { holder: 'unknown' };
}

/**
 * Folds the buy boxes of our SKUs: we have the buy box if one SKU has it. If that is unknown for one SKU, the buy box
 * cannot be called lost.
 */
function foldBuyBoxes(buyBoxes: readonly BuyBox[]): BuyBox {
  const others = buyBoxes.filter((buyBox) => buyBox.holder === 'other');
  const other = others.toSorted((a, b) => byPrice(a, b) || compare(a.sellerId ?? '~', b.sellerId ?? '~'))[0];
  const has = (holder: BuyBox['holder']) => buyBoxes.some((buyBox) => buyBox.holder === holder);
  if (has('us')) return { holder: 'us' };
  if (has('unknown')) return { holder: 'unknown' };
  return other ?? { holder: has('nobody') ? 'nobody' : 'notOffered' };
}

function sellersOf(offers: readonly OfferFacts[]): OtherSeller[] {
  const prices = Map.groupBy(
    offers.filter((offer) => offer.sellerId !== ''),
    (offer) => offer.sellerId,
  );
  return [...prices]
    .map(([sellerId, theirs]) => ({ sellerId, price: cheapest(theirs.map((offer) => offer.price)) }))
    .toSorted((a, b) => compare(a.sellerId, b.sellerId));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface PricedOffer {
  readonly price: Money | null;
}

const byPrice = (a: PricedOffer, b: PricedOffer): number =>
  (a.price?.cents ?? Number.MAX_SAFE_INTEGER) - (b.price?.cents ?? Number.MAX_SAFE_INTEGER) ||
  compare(a.price?.currency ?? '', b.price?.currency ?? '');

function cheapest(prices: readonly (Money | null)[]): Money | null {
  return prices.map((price) => ({ price })).toSorted(byPrice)[0]?.price ?? null;
}

function cheapestLanded(offers: readonly OfferFacts[]): LandedPrice | null {
  const landed = offers.flatMap(({ price, shippingCents }) =>
    price ? [{ ...price, cents: price.cents + shippingCents, shippingCents }] : [],
  );
  return landed.toSorted((a, b) => byPrice({ price: a }, { price: b }) || a.shippingCents - b.shippingCents)[0] ?? null;
}
