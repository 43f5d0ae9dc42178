import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { offersOf, type Offer } from '../../../world/model/offers.ts';
import { isBuyable, type Product } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import { countryOf } from '../../request/marketplace-access.ts';
import { shuffleByNoise } from '../../noise.ts';
import { moneyOf, offerCounts, pricesOf } from '../../pricing/offer-summary.ts';
import { salesRankings } from '../../pricing/sales-rankings.ts';
import type { Announcer, Payload } from '../announcer.ts';

/** Amazon's payload contains the twenty cheapest offers of the condition. */
const maxOffers = 20;

/**
 * Like Amazon, announces only products with a buyable listing of the seller. A listing that becomes buyable changes the
 * offers and is announced; one that is no longer buyable is not.
 */
export function anyOfferChanged(world: World): Announcer {
  return {
    type: 'ANY_OFFER_CHANGED',
    payloadsFor: ({ kind, product }) =>
      (kind === 'offers' || kind === 'listing') && world.listingsOf(product).some(isBuyable)
        ? [payloadOf(world, product)]
        : [],
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
        Offers: shuffleByNoise(product, 'offers', offers.slice(0, maxOffers)).map((offer) =>
          offerLine(offer, product, currency),
        ),
      },
    };
  };

function summary(product: Product, offers: readonly Offer[], currency: string): unknown {
  const money = moneyOf(product, currency);
  const winner = offers.find((offer) => offer.isBuyBoxWinner);
  const channels = offerCounts(offers);
  const counts = channels.map(({ channel, count }) => ({
    Condition: 'new',
    FulfillmentChannel: channel,
    OfferCount: count,
  }));
  const lowest = channels.map(({ channel, cheapest }) => ({
    Condition: 'new',
    FulfillmentChannel: channel,
    ...pricesOf(cheapest, money),
  }));
  return {
    NumberOfOffers: shuffleByNoise(product, 'counts', counts),
    LowestPrices: shuffleByNoise(product, 'lowest', lowest),
    BuyBoxPrices: winner ? [{ Condition: 'New', ...pricesOf(winner, money) }] : [],
    ListPrice: money(product.listPriceCents),
    MinimumAdvertisedPrice: money(product.usualPriceCents),
    SuggestedLowerPricePlusShipping: money(Math.round(product.usualPriceCents * 0.98)),
    TotalBuyBoxEligibleOffers: offers.length,
    SalesRankings: salesRankings(product),
    NumberOfBuyBoxEligibleOffers: counts,
    CompetitivePriceThreshold: money(Math.round(product.usualPriceCents * 1.05)),
  };
}

function offerLine(offer: Offer, product: Product, currency: string): unknown {
  const money = moneyOf(product, currency);
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
    ListingPrice: money(offer.priceCents),
    Points: { PointsNumber: 0 },
    Shipping: money(offer.shippingCents),
    ShipsFrom: { Country: countryOf(product.marketplace), State: '' },
    IsFulfilledByAmazon: isAmazon,
    // Amazon may omit this field; the sandbox omits it after an odd number of noise events.
    ...(product.noise % 2 === 0 && { IsBuyBoxWinner: offer.isBuyBoxWinner }),
    PrimeInformation: { IsOfferPrime: offer.isPrime, IsOfferNationalPrime: offer.isPrime },
    IsExpeditedShippingAvailable: false,
    IsFeaturedMerchant: true,
    ShipsDomestically: true,
    ShipsInternationally: false,
  };
}
