import type { OfferFacts, OffersFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { readMoney, type Money } from '@app/shared/base/money.ts';

/** Offers in a form common to the pricing API and its notification. */
export interface OffersMessage {
  readonly counts: readonly { readonly condition: string; readonly count: number }[] | null;
  readonly totalCount: number | null;
  readonly buyBoxPrices: readonly { readonly condition: string; readonly landed: Money | null }[];
  readonly offers: readonly OfferFacts[];
}

export type FactsOrReason<T> = { readonly facts: T } | { readonly reason: string };

/** Amazon lists at most this many offers. */
const maxListed = 20;
/** The buy box may have one winner with Prime and another one without. */
const maxWinners = 2;

/**
 * Returns the facts in a fixed order, so that equal offers are equal facts, or the reason why the answer cannot be
 * believed.
 */
export function offersFacts(told: OffersMessage): FactsOrReason<OffersFacts> {
  const offers = told.offers.toSorted(
    (a, b) => landedCents(a) - landedCents(b) || compare(a.sellerId, b.sellerId) || compare(channel(a), channel(b)),
  );
  const buyBoxPrice = told.buyBoxPrices.find(({ condition }) => isNew(condition));
  const buyBox = buyBoxPrice?.landed ?? null;
  if (buyBoxPrice && !buyBox) return { reason: 'somebody has the buy box, at no price' };
  const totalOffers = totalOf(told);
  const reason = contradiction({ offers, buyBox, totalOffers });
  if (reason !== null) return { reason };
  // With several own offers on one ASIN buyers see the cheapest one first.
  const ownPrice = offers.find((offer) => offer.isMine && offer.price !== null)?.price ?? null;
  return { facts: { offers, totalOffers, buyBox, ownPrice } };
}

function totalOf({ counts, totalCount }: OffersMessage): number | null {
  if (counts === null) return totalCount === 0 ? 0 : null;
  return counts.filter(({ condition }) => isNew(condition)).reduce((sum, { count }) => sum + count, 0);
}

/** The first contradiction in the answer, or `null`. A contradictory answer is dropped; the next one replaces it. */
function contradiction({ offers, buyBox, totalOffers }: Omit<OffersFacts, 'ownPrice'>): string | null {
  const winners = offers.filter((offer) => offer.isBuyBoxWinner === true);
  const currencies = new Set([...offers.map((offer) => offer.price?.currency), buyBox?.currency].filter(Boolean));
  if (currencies.size > 1) return `prices in several currencies (${[...currencies].join(', ')})`;
  if (winners.length > maxWinners) return `${winners.length} offers have the buy box`;
  if (winners.length > 0 && !buyBox) return 'an offer has the buy box, and the buy box has no price';
  if (totalOffers === null) return null;
  if (totalOffers < offers.length) return `${offers.length} offers listed, ${totalOffers} counted`;
  if (offers.length < Math.min(maxListed, totalOffers)) return `${totalOffers} offers counted, ${offers.length} listed`;
  const isNobodys = offers.every((offer) => offer.isBuyBoxWinner === false);
  if (buyBox && isNobodys && offers.length === totalOffers) return 'the buy box has a price, and nobody has it';
  return null;
}

/** True if the buy box has a winner and the answer does not say whether it is us. */
export const isBuyBoxOpen = ({ buyBox, offers }: OffersFacts): boolean =>
  buyBox !== null &&
  !offers.some((offer) => offer.isBuyBoxWinner === true) &&
  offers.some((offer) => offer.isMine && offer.isBuyBoxWinner === null);

/** Fills in the winner of the buy box as another operation names it: us or not us, without the offer. */
export function settleBuyBox(facts: OffersFacts, isOurs: boolean | null): OffersFacts {
  if (isOurs === null || !isBuyBoxOpen(facts)) return facts;
  const candidates = facts.offers.filter((offer) => offer.isMine && offer.isBuyBoxWinner === null);
  const winner = candidates.length === 1 ? candidates[0] : candidates.find(isAtPrice(facts.buyBox));
  if (isOurs && !winner) return facts;
  const settled = (offer: OfferFacts): OfferFacts => ({ ...offer, isBuyBoxWinner: isOurs && offer === winner });
  return { ...facts, offers: facts.offers.map((offer) => (candidates.includes(offer) ? settled(offer) : offer)) };
}

const isAtPrice = (price: Money | null) => (offer: OfferFacts) => landedCents(offer) === price?.cents;

/** Returns the amount in the smallest unit of its currency; `null` if the amount or its currency is missing or unusable. */
export const moneyOf = (told: { Amount: number | null; CurrencyCode: string | null } | null): Money | null =>
  told && readMoney(told.Amount, told.CurrencyCode);

const isNew = (condition: string): boolean => condition.toLowerCase() === 'new';
const landedCents = (offer: OfferFacts): number =>
  offer.price ? offer.price.cents + offer.shippingCents : Number.MAX_SAFE_INTEGER;
const channel = (offer: OfferFacts): string => String(offer.isFulfilledByAmazon);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
