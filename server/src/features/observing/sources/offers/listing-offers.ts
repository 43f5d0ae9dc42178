import type { OfferFacts, OffersFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Members, Refusal } from '../../../../external/marketplace/answers/answer.ts';
import type { BuyBoxOwner } from '../../../../external/marketplace/operations/competitive-pricing.ts';
import { AuthorizationLost, ExternalError } from '../../../../external/marketplace/external-error.ts';
import type { ListingOffers, OffersPayload } from '../../../../external/marketplace/operations/pricing.ts';
import { hashOf, lazyObservation, type Observation } from '../../recording/observation.ts';
import { ConclusionCache } from '../../../../lib/conclusion-cache.ts';
import {
  isBuyBoxOpen,
  moneyOf,
  offersFacts,
  settleBuyBox,
  type FactsOrReason,
  type OffersMessage,
} from './offers-facts.ts';
import { batchSource, byName, refuseUnanswered, type Question } from '../source.ts';

/** The offers on each of our listings: ours, those of competitors, and the winner of the buy box. */
export const listingOffers = batchSource({
  name: 'listing-offers',
  aspects: ['offers'],
  unit: 'listing',
  batchSize: 20,
  announcedBy: ['ANY_OFFER_CHANGED'],
  async ask(question) {
    const { marketplace, access, place, targets, observedAt, options } = question;
    const skus = targets.map((target) => target.sku);
    const answer = await marketplace.getListingOffersBatch(access, { ...options, marketplaceId: place.id, skus });
    const at = observedAt();
    const targetsBySku = byName(targets, (target) => target.sku);
    const observations: Observation[] = [];
    const open: SeenOffers[] = [];
    const answered = new Set([
      ...answer.members.map(({ sku }) => sku),
      ...answer.refusals.map(({ subject }) => subject),
    ]);
    const refusals: Refusal[] = [...answer.refusals, ...refuseUnanswered(skus, answered)];
    const ownSellerId = access.sellingPartnerId;
    for (const told of answer.members) {
      const { sku } = told;
      const conclusion = remembered.of(told.print, () => concludeFrom(told, ownSellerId), ownSellerId);
      for (const { productId, asin } of targetsBySku.get(sku) ?? []) {
        const reason = otherSubject(conclusion.subject, { asin, marketplaceId: place.id }) ?? conclusion.reason;
        const of = { productId, aspect: 'offers', sku, observedAt: at, hash: conclusion.hash } as const;
        if (reason !== null) refusals.push({ subject: sku, reason });
        else if (conclusion.isOpen) open.push({ ...of, facts: believedFacts(told, ownSellerId) });
        else observations.push(lazyObservation(of, () => believedFacts(told, ownSellerId)));
      }
    }
    if (open.length === 0) return { observations, refusals };
    const owners = await buyBoxOwners(
      question,
      open.map(({ sku }) => sku),
    );
    const isOurs = new Map(owners.members.map((owner) => [owner.sku, owner.isOurs]));
    const settled = open.map(({ hash: _ofOpen, ...one }) => ({
      ...one,
      facts: settleBuyBox(one.facts, isOurs.get(one.sku) ?? null),
    }));
    return { observations: [...observations, ...settled], refusals: [...refusals, ...owners.refusals] };
  },
});

type SeenOffers = Extract<Observation, { aspect: 'offers' }>;

/** The product, marketplace and condition that the answer is about; a field may be missing. */
type Subject = Pick<OffersPayload, 'ASIN' | 'marketplaceId' | 'ItemCondition'>;

interface Conclusion {
  readonly subject: Subject;
  /** The reason for not believing the offers; `null` if they are believed and have a hash. */
  readonly reason: string | null;
  readonly hash: string;
  readonly isOpen: boolean;
}

const remembered = new ConclusionCache<Conclusion>();
const saysNothing: Subject = { ASIN: null, marketplaceId: null, ItemCondition: null };

function concludeFrom(told: ListingOffers, ownSellerId: string): Conclusion {
  const offers = told.read();
  if ('reason' in offers) return { subject: saysNothing, reason: offers.reason, hash: '', isOpen: false };
  const { ASIN, marketplaceId, ItemCondition } = offers;
  const subject = { ASIN, marketplaceId, ItemCondition };
  const believed = factsOf(offers, ownSellerId);
  if ('reason' in believed) return { subject, reason: believed.reason, hash: '', isOpen: false };
  return { subject, reason: null, hash: hashOf(believed.facts), isOpen: isBuyBoxOpen(believed.facts) };
}

function believedFacts(told: ListingOffers, ownSellerId: string): OffersFacts {
  const offers = told.read();
  const believed = 'reason' in offers ? offers : factsOf(offers, ownSellerId);
  if ('reason' in believed) throw new Error(`Offers that were believed before are not: ${believed.reason}`);
  return believed.facts;
}

/** Asks for the winners of the buy box. If this request fails, the offers are stored without knowing their winners. */
async function buyBoxOwners(
  { marketplace, access, place, options }: Question,
  skus: readonly string[],
): Promise<Members<BuyBoxOwner>> {
  try {
    return await marketplace.getCompetitivePricing(access, { ...options, marketplaceId: place.id, skus });
  } catch (error) {
    if (!(error instanceof ExternalError) || error instanceof AuthorizationLost) throw error;
    return { members: [], refusals: [{ subject: 'buy box', reason: error.message }] };
  }
}

/**
 * Members without a SKU are identified by their position in the batch. A member that names another subject than the one
 * asked for is not believed, whatever its position.
 */
export function otherSubject(
  { ASIN, marketplaceId, ItemCondition }: Subject,
  asked: { readonly asin: string; readonly marketplaceId: string },
): string | null {
  if (ASIN !== null && ASIN !== asked.asin) return `is about product ${ASIN}`;
  if (marketplaceId !== null && marketplaceId !== asked.marketplaceId) return `is about marketplace ${marketplaceId}`;
  if (ItemCondition !== null && ItemCondition.toLowerCase() !== 'new') return `is about ${ItemCondition} offers`;
  return null;
}

/**
 * Statuses of the pricing API for a complete answer. Others, such as too soon or unknown, say nothing about the offers.
 */
const completeStatuses = new Set(['Success', 'NoBuyableOffers']);

function factsOf(payload: OffersPayload, ownSellerId: string): FactsOrReason<OffersFacts> {
  if (!completeStatuses.has(payload.status)) return { reason: `status ${payload.status}` };
  const { Summary: summary } = payload;
  return offersFacts({
    counts: countsOf(summary.NumberOfOffers),
    totalCount: summary.TotalOfferCount,
    buyBoxPrices: (summary.BuyBoxPrices ?? [])
      .filter((price) => (price.quantityTier ?? 1) <= 1 && price.offerType !== 'B2B')
      .map((price) => ({ condition: price.condition, landed: moneyOf(price.LandedPrice) })),
    offers: payload.Offers.map((offer) => offerOf(offer, ownSellerId)),
  });
}

/** The numbers of offers by condition; `null` if a part of one is missing, because the others would look complete. */
function countsOf(told: OffersPayload['Summary']['NumberOfOffers']): OffersMessage['counts'] {
  const counts = (told ?? []).flatMap(({ condition, OfferCount: count }) =>
    condition === null || count === null ? [] : [{ condition, count }],
  );
  return told === null || counts.length < told.length ? null : counts;
}

function offerOf(offer: OffersPayload['Offers'][number], ownSellerId: string): OfferFacts {
  const isMine = offer.MyOffer ?? offer.SellerId === ownSellerId;
  return {
    sellerId: offer.SellerId ?? (isMine ? ownSellerId : ''),
    isMine,
    isBuyBoxWinner: offer.IsBuyBoxWinner,
    price: moneyOf(offer.ListingPrice),
    shippingCents: moneyOf(offer.Shipping)?.cents ?? 0,
    isFulfilledByAmazon: offer.IsFulfilledByAmazon,
    isPrime: isPrimeOf(offer),
  };
}

/**
 * Whether the offer is a Prime offer; `null` if that is unknown. In Amazon's real answers an offer that the seller ships
 * without Prime has no information about Prime.
 */
function isPrimeOf({ PrimeInformation, IsFulfilledByAmazon }: OffersPayload['Offers'][number]): boolean | null {
  if (PrimeInformation === null && IsFulfilledByAmazon === false) return false;
  return PrimeInformation?.IsPrime ?? null;
}
