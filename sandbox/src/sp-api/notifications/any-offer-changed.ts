import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { offersOf, type Offer } from '../../world/offers.ts';
import { isBuyable, type Product } from '../../world/product.ts';
import type { World } from '../../world/world.ts';
import { countryOf } from '../marketplace-access.ts';
import { offerCounts } from '../pricing/offer-summary.ts';
import type { Announcer, Payload } from './announcer.ts';

/** Amazon's payload carries the twenty cheapest offers of the condition. */
const maxOffers = 20;

const amount = (cents: number, CurrencyCode: string): unknown => ({ Amount: cents / 100, CurrencyCode });

/** Amazon tells a seller only of items that it offers itself. */
export function anyOfferChanged(world: World): Announcer {
  return {
    type: 'ANY_OFFER_CHANGED',
    tell: ({ kind, product }) =>
      kind === 'offers' && world.listingsOf(product).some(isBuyable) ? [payloadOf(world, product)] : [],
    sample: (product) => payloadOf(world, product),
  };
}

const payloadOf =
  (world: World, product: Product): Payload =>
  (at) => {
    const { id, currency } = marketplaceOf(product.marketplace);
    const offers = offersOf(product, world.listingsOf(product));
    return {
      AnyOfferChangedNotification: {
        SellerId: product.sellerId,
        OfferChangeTrigger: {
          MarketplaceId: id,
          ASIN: product.asin,
          ItemCondition: 'new',
          TimeOfOfferChange: at.toISOString(),
          OfferChangeType: 'Internal',
        },
        Summary: summary(product, offers, currency),
        Offers: offers.slice(0, maxOffers).map((offer) => offerLine(offer, product.marketplace, currency)),
      },
    };
  };

function summary(product: Product, offers: readonly Offer[], currency: string): unknown {
  const winner = offers.find((offer) => offer.isBuyBoxWinner);
  const channels = offerCounts(offers);
  const counts = channels.map(({ channel, count }) => ({
    Condition: 'new',
    FulfillmentChannel: channel,
    OfferCount: count,
  }));
  return {
    NumberOfOffers: counts,
    LowestPrices: channels.map(({ channel, cheapest }) => ({
      Condition: 'new',
      FulfillmentChannel: channel,
      ...prices(cheapest, currency),
    })),
    BuyBoxPrices: winner ? [{ Condition: 'New', ...prices(winner, currency) }] : [],
    ListPrice: amount(product.listPriceCents, currency),
    MinimumAdvertisedPrice: amount(product.usualPriceCents, currency),
    SuggestedLowerPricePlusShipping: amount(Math.round(product.usualPriceCents * 0.98), currency),
    TotalBuyBoxEligibleOffers: offers.length,
    SalesRankings: [
      { ProductCategoryId: product.category.displayGroup, Rank: product.rank },
      { ProductCategoryId: product.category.classificationId, Rank: product.categoryRank },
    ],
    NumberOfBuyBoxEligibleOffers: counts,
    CompetitivePriceThreshold: amount(Math.round(product.usualPriceCents * 1.05), currency),
  };
}

const prices = (offer: Offer, currency: string): object => ({
  LandedPrice: amount(offer.priceCents + offer.shippingCents, currency),
  ListingPrice: amount(offer.priceCents, currency),
  Shipping: amount(offer.shippingCents, currency),
});

function offerLine(offer: Offer, marketplaceCode: string, currency: string): unknown {
  const isAmazon = offer.fulfilledBy === 'AMAZON';
  return {
    SellerId: offer.sellerId,
    SubCondition: 'new',
    SellerFeedbackRating: {
      FeedbackCount: offer.feedbackCount,
      SellerPositiveFeedbackRating: offer.feedbackPercent,
    },
    ShippingTime: {
      MinimumHours: isAmazon ? 0 : 24,
      MaximumHours: isAmazon ? 0 : 48,
      AvailabilityType: 'NOW',
      AvailableDate: '',
    },
    ListingPrice: amount(offer.priceCents, currency),
    Points: { PointsNumber: 0 },
    Shipping: amount(offer.shippingCents, currency),
    ShipsFrom: { Country: countryOf(marketplaceCode), State: '' },
    IsFulfilledByAmazon: isAmazon,
    IsBuyBoxWinner: offer.isBuyBoxWinner,
    PrimeInformation: { IsOfferPrime: offer.isPrime, IsOfferNationalPrime: offer.isPrime },
    IsExpeditedShippingAvailable: false,
    IsFeaturedMerchant: true,
    ShipsDomestically: true,
    ShipsInternationally: false,
  };
}
