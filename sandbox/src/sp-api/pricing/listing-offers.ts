import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { offersOf, type Offer } from '../../world/model/offers.ts';
import type { Product } from '../../world/model/product.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { World } from '../../world/world.ts';
import { SpApiError } from '../request/error.ts';
import { countryOf, marketplaceFor } from '../request/marketplace-access.ts';
import { unlessNoisy, shuffleByNoise, type NoisyProduct } from '../noise.ts';
import { moneyOf, offerCounts, pricesOf } from './offer-summary.ts';
import { salesRankings } from './sales-rankings.ts';

interface OffersQuery {
  readonly MarketplaceId: string;
  readonly ItemCondition: string;
  readonly SellerSKU: string;
}

interface Detail {
  readonly noisy: NoisyProduct;
  readonly place: Marketplace;
  readonly seller: Seller;
}

/** Amazon returns at most the twenty cheapest offers. */
const maxOffers = 20;

/** Returns the offers for one SKU in the format of the pricing API; throws 400 if the seller has no such SKU. */
export function listingOffers(world: World, seller: Seller, query: OffersQuery): unknown {
  const marketplace = marketplaceFor(seller, query.MarketplaceId);
  const listing = world.findListing(seller.sellingPartnerId, query.SellerSKU, marketplace.code);
  const product = listing && world.findProduct(listing.asin, listing.marketplace);
  if (!product) {
    throw new SpApiError(400, 'InvalidInput', {
      message: `${query.SellerSKU} is an invalid SKU for marketplace ${query.MarketplaceId}`,
    });
  }
  const offers = offersOf(product, world.listingsOf(product));
  const shown = query.ItemCondition === 'New' ? offers : [];
  return {
    payload: {
      marketplaceId: query.MarketplaceId,
      ASIN: product.asin,
      SKU: query.SellerSKU,
      ItemCondition: query.ItemCondition,
      status: shown.length > 0 ? 'Success' : 'NoBuyableOffers',
      Identifier: identifier(query),
      Summary: shown.length > 0 ? summary(product, offers, marketplace.currency) : { TotalOfferCount: 0 },
      Offers: shuffleByNoise(product, 'offers', shown.slice(0, maxOffers)).map((offer) =>
        offerDetail(offer, { noisy: product, place: marketplace, seller }),
      ),
    },
  };
}

const identifier = ({ MarketplaceId, ItemCondition, SellerSKU }: OffersQuery): OffersQuery => ({
  MarketplaceId,
  ItemCondition,
  SellerSKU,
});

function summary(product: Product, offers: readonly Offer[], currency: string): unknown {
  const money = moneyOf(product, currency);
  const winner = offers.find((offer) => offer.isBuyBoxWinner);
  const channels = offerCounts(offers);
  const counts = channels.map(({ channel, count }) => ({
    condition: 'new',
    fulfillmentChannel: channel,
    OfferCount: count,
  }));
  const lowest = channels.map(({ channel, cheapest }) => ({
    condition: 'new',
    fulfillmentChannel: channel,
    ...pricesOf(cheapest, money),
  }));
  return {
    TotalOfferCount: offers.length,
    NumberOfOffers: shuffleByNoise(product, 'counts', counts),
    LowestPrices: shuffleByNoise(product, 'lowest', lowest),
    ...(winner && { BuyBoxPrices: [{ condition: 'New', ...pricesOf(winner, money) }] }),
    ...unlessNoisy(product, {
      ListPrice: money(product.listPriceCents),
      CompetitivePriceThreshold: money(Math.round(product.usualPriceCents * 1.05)),
      SalesRankings: salesRankings(product),
    }),
    BuyBoxEligibleOffers: counts,
  };
}

function offerDetail(offer: Offer, { noisy, place, seller }: Detail): unknown {
  const money = moneyOf(noisy, place.currency);
  const isAmazon = offer.fulfilledBy === 'AMAZON';
  return {
    MyOffer: offer.sellerId === seller.sellingPartnerId,
    SubCondition: 'new',
    SellerId: offer.sellerId,
    SellerFeedbackRating: {
      SellerPositiveFeedbackRating: offer.feedbackPercent,
      FeedbackCount: offer.feedbackCount,
    },
    ShippingTime: {
      minimumHours: isAmazon ? 0 : 24,
      maximumHours: isAmazon ? 0 : 48,
      ...unlessNoisy(noisy, { availabilityType: 'NOW' }),
    },
    ListingPrice: money(offer.priceCents),
    Shipping: money(offer.shippingCents),
    ...unlessNoisy(noisy, { ShipsFrom: { Country: countryOf(place.code) } }),
    IsFulfilledByAmazon: isAmazon,
    ...primeInformation(offer),
    IsBuyBoxWinner: offer.isBuyBoxWinner,
    ...unlessNoisy(noisy, { IsFeaturedMerchant: true }),
  };
}

/** Amazon leaves this out of an offer without Prime that the seller ships. */
const primeInformation = ({ isPrime, fulfilledBy }: Offer): object =>
  isPrime || fulfilledBy === 'AMAZON' ? { PrimeInformation: { IsPrime: isPrime, IsNationalPrime: isPrime } } : {};
