import type { Money } from '../../base/money.ts';
import type { BySku, OfferFacts, OffersFacts } from './observations.ts';

export interface OtherSeller {
  readonly sellerId: string;
  /** The lowest price this seller asks; `null` where no answer told it. */
  readonly price: Money | null;
}

/** Who has the buy box. `notOffered`: we sell nothing here; `unknown`: the answers do not tell. */
export type BuyBox =
  | { readonly holder: 'us' | 'nobody' | 'unknown' | 'notOffered' }
  | { readonly holder: 'other'; readonly sellerId: string | null; readonly price: Money | null };

/** The offers of a product, whatever number of SKUs we sell it under. */
export interface ProductOffers {
  readonly ownPrice: Money | null;
  readonly buyBox: BuyBox;
  /** Everyone but us, each once, in the order of their ids. */
  readonly others: readonly OtherSeller[];
  readonly totalOffers: number | null;
  /** Whether there are offers that no answer listed: a seller who is not in `others` may still be there. */
  readonly isTruncated: boolean;
}

/** The marketplace lists at most 20 offers. */
const LISTED_AT_MOST = 20;

/** `null` when no answer says anything of offers. */
export function foldOffers(
  listings: readonly BySku<OffersFacts>[],
  sellerKeys: readonly string[],
): ProductOffers | null {
  const answers = listings.filter(saysSomething);
  if (answers.length === 0) return null;
  // Under one SKU the offer of our other SKU is not marked as ours: the seller id tells.
  const isOurs = (offer: OfferFacts) => offer.isMine || sellerKeys.includes(offer.sellerId);
  const offers = answers.flatMap((answer) => answer.offers);
  const totals = answers.flatMap((answer) => answer.totalOffers ?? []);
  return {
    ownPrice: cheapest([
      ...answers.map((answer) => answer.ownPrice),
      ...offers.filter(isOurs).map((offer) => offer.price),
    ]),
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
  if (ours.length === 0 && answer.ownPrice === null) return { holder: 'notOffered' };
  if (ours.some((offer) => offer.isBuyBoxWinner)) return { holder: 'us' };
  // There may be two winners, one of them Prime: the cheaper stands for both.
  const winner = sellersOf(answer.offers.filter((offer) => offer.isBuyBoxWinner)).toSorted(byPrice)[0];
  if (!answer.buyBox) return { holder: winner ? 'unknown' : 'nobody' };
  if (winner) return { holder: 'other', sellerId: winner.sellerId, price: answer.buyBox };
  const isKnownNotOurs = ours.length > 0 && ours.every((offer) => offer.isBuyBoxWinner === false);
  return isKnownNotOurs ? { holder: 'other', sellerId: null, price: answer.buyBox } : { holder: 'unknown' };
}

/** One SKU that has the buy box is enough; one that may have it forbids to say that it is lost. */
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

interface Priced {
  readonly price: Money | null;
}

const byPrice = (a: Priced, b: Priced): number =>
  (a.price?.cents ?? Number.MAX_SAFE_INTEGER) - (b.price?.cents ?? Number.MAX_SAFE_INTEGER) ||
  compare(a.price?.currency ?? '', b.price?.currency ?? '');

function cheapest(prices: readonly (Money | null)[]): Money | null {
  return prices.map((price) => ({ price })).toSorted(byPrice)[0]?.price ?? null;
}
