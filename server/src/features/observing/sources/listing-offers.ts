import type { OfferFacts, OffersFacts } from '@app/shared/watchdogs/observations.ts';
import type { Members, Refusal } from '../../../external/marketplace/answer.ts';
import type { BuyBoxOwner } from '../../../external/marketplace/competitive-pricing.ts';
import { AuthorizationLost, ExternalError } from '../../../external/marketplace/external-error.ts';
import type { OffersPayload } from '../../../external/marketplace/pricing.ts';
import type { Observation } from '../observation.ts';
import { isBuyBoxOpen, moneyOf, offersFacts, settleBuyBox, type Believed } from '../offers-facts.ts';
import { batchSource, byName, type Question } from './source.ts';

/** The offers on each of our listings: ours, our rivals', and who has the buy box. */
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
    const targetsBySku = byName(targets, (target) => target.sku);
    const seen: SeenOffers[] = [];
    const refusals: Refusal[] = [...answer.refusals];
    for (const { sku, offers } of answer.members) {
      for (const { productId, asin } of targetsBySku.get(sku) ?? []) {
        const elsewhere = otherSubject(offers, { asin, marketplaceId: place.id });
        const believed = elsewhere === null ? factsOf(offers, access.sellingPartnerId) : { reason: elsewhere };
        if ('reason' in believed) refusals.push({ subject: sku, reason: believed.reason });
        else seen.push({ productId, aspect: 'offers', sku, facts: believed.facts, observedAt });
      }
    }
    const open = seen.filter(({ facts }) => isBuyBoxOpen(facts)).map(({ sku }) => sku);
    if (open.length === 0) return { observations: seen, refusals };
    const owners = await buyBoxOwners(question, open);
    const isOurs = new Map(owners.members.map((owner) => [owner.sku, owner.isOurs]));
    const observations = seen.map((one) => ({ ...one, facts: settleBuyBox(one.facts, isOurs.get(one.sku) ?? null) }));
    return { observations, refusals: [...refusals, ...owners.refusals] };
  },
});

type SeenOffers = Extract<Observation, { aspect: 'offers' }>;

/** The offers are known without it: who has the buy box stays open where this cannot be asked now. */
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
 * Members without a SKU are known by their place in the batch alone. One that says that it is about something else is
 * not what was asked for, wherever it stands.
 */
export function otherSubject(
  { ASIN, marketplaceId, ItemCondition }: Pick<OffersPayload, 'ASIN' | 'marketplaceId' | 'ItemCondition'>,
  asked: { readonly asin: string; readonly marketplaceId: string },
): string | null {
  if (ASIN !== null && ASIN !== asked.asin) return `is about product ${ASIN}`;
  if (marketplaceId !== null && marketplaceId !== asked.marketplaceId) return `is about marketplace ${marketplaceId}`;
  if (ItemCondition !== null && ItemCondition.toLowerCase() !== 'new') return `is about ${ItemCondition} offers`;
  return null;
}

/** Words of the pricing API for an answer that is complete. Others (too soon, unknown) say nothing about the offers. */
const completeStatuses = new Set(['Success', 'NoBuyableOffers']);

function factsOf(payload: OffersPayload, ownSellerId: string): Believed<OffersFacts> {
  if (!completeStatuses.has(payload.status)) return { reason: `status ${payload.status}` };
  const { Summary: summary } = payload;
  return offersFacts({
    counts: summary.NumberOfOffers?.map((n) => ({ condition: n.condition, count: n.OfferCount })) ?? null,
    totalCount: summary.TotalOfferCount,
    buyBoxPrices: (summary.BuyBoxPrices ?? [])
      .filter((price) => (price.quantityTier ?? 1) <= 1 && price.offerType !== 'B2B')
      .map((price) => ({ condition: price.condition, landed: moneyOf(price.LandedPrice) })),
    offers: payload.Offers.map((offer) => offerOf(offer, ownSellerId)),
  });
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
    isPrime: offer.PrimeInformation?.IsPrime ?? null,
  };
}
