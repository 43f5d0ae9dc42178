import type { OfferFacts } from '@app/shared/watchdogs/facts/observations.ts';
import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answers/answer.ts';
import { moneyOf, offersFacts } from '../../sources/offers/offers-facts.ts';
import { definePushType, rereadListings, type Consequence, type KnownListings } from '../push-type.ts';

const money = z.object({ Amount: maybe(z.number()), CurrencyCode: maybe(z.string()) });

const payload = z.object({
  AnyOfferChangedNotification: z.object({
    SellerId: maybe(z.string()),
    OfferChangeTrigger: z.object({
      MarketplaceId: z.string(),
      ASIN: z.string(),
      ItemCondition: z.string(),
      TimeOfOfferChange: maybe(z.string()),
    }),
    Summary: z.object({
      NumberOfOffers: maybe(z.array(z.object({ Condition: z.string(), OfferCount: z.int() }))),
      BuyBoxPrices: maybe(z.array(z.object({ Condition: z.string(), LandedPrice: money }))),
    }),
    Offers: z.array(
      z.object({
        SellerId: z.string(),
        ListingPrice: money,
        Shipping: maybe(money),
        IsFulfilledByAmazon: maybe(z.boolean()),
        IsBuyBoxWinner: maybe(z.boolean()),
        PrimeInformation: maybe(z.object({ IsOfferPrime: maybe(z.boolean()) })),
      }),
    ),
  }),
});
type Change = z.output<typeof payload>['AnyOfferChangedNotification'];

const source = 'listing-offers';

/** An offer on a product of the seller, or the winner of the buy box, has changed. */
export const anyOfferChanged = definePushType({
  type: 'ANY_OFFER_CHANGED',
  payload,
  about({ AnyOfferChangedNotification: { SellerId, OfferChangeTrigger } }) {
    const { MarketplaceId, ASIN, TimeOfOfferChange } = OfferChangeTrigger;
    return { sellingPartnerId: SellerId, marketplaceId: MarketplaceId, asin: ASIN, at: TimeOfOfferChange };
  },
  consequence: ({ AnyOfferChangedNotification: change }, known) => consequence(change, known),
});

/**
 * Takes complete facts as they are. The listing is asked for if the message lacks a field that Amazon's schema
 * requires, or if it is unclear which offer on this listing is ours.
 */
function consequence(change: Change, { listings, ownSellerId, at }: KnownListings): Consequence {
  const tracked = listings.filter((listing) => listing.isTracked);
  if (change.OfferChangeTrigger.ItemCondition.toLowerCase() !== 'new') return { outcome: 'unknown product' };
  const offers = change.Offers.map((offer) => offerOf(offer, ownSellerId));
  const own = offers.filter((offer) => offer.isMine);
  const [listing] = tracked;
  const areWhole =
    offers.every((offer) => offer.isBuyBoxWinner !== null) &&
    change.Offers.every(({ Shipping }) => moneyOf(Shipping) !== null);
  const isPlain = tracked.length === 1 && own.length === 1 && areWhole;
  const { NumberOfOffers, BuyBoxPrices } = change.Summary;
  if (!listing || !isPlain || !NumberOfOffers || !BuyBoxPrices) return rereadListings(source, tracked);
  const believed = offersFacts({
    counts: NumberOfOffers.map((n) => ({ condition: n.Condition, count: n.OfferCount })),
    totalCount: null,
    buyBoxPrices: BuyBoxPrices.map((p) => ({ condition: p.Condition, landed: moneyOf(p.LandedPrice) })),
    offers,
  });
  if ('reason' in believed) return rereadListings(source, tracked);
  const { productId, sku } = listing;
  const observation = { productId, aspect: 'offers' as const, sku, facts: believed.facts, observedAt: at };
  return { outcome: 'observed', source, observations: [observation] };
}

const offerOf = (offer: Change['Offers'][number], ownSellerId: string): OfferFacts => ({
  sellerId: offer.SellerId,
  isMine: offer.SellerId === ownSellerId,
  isBuyBoxWinner: offer.IsBuyBoxWinner,
  price: moneyOf(offer.ListingPrice),
  shippingCents: moneyOf(offer.Shipping)?.cents ?? 0,
  isFulfilledByAmazon: offer.IsFulfilledByAmazon,
  isPrime: offer.PrimeInformation?.IsOfferPrime ?? null,
});
