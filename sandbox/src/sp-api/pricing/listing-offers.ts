import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { offersOf, type Offer } from '../../world/offers.ts';
import type { Product } from '../../world/product.ts';
import type { Seller } from '../../world/seller.ts';
import type { World } from '../../world/world.ts';
import { SpApiError } from '../error.ts';
import { countryOf, marketplaceFor } from '../marketplace-access.ts';
import { money, offerCounts, type Money } from './offer-summary.ts';

interface Asked {
  readonly MarketplaceId: string;
  readonly ItemCondition: string;
  readonly SellerSKU: string;
}

/** Amazon shows the twenty cheapest. */
const maxOffers = 20;

/** The offers of one SKU as the pricing API answers them; throws 400 for a SKU that the seller does not have. */
export function listingOffers(world: World, seller: Seller, asked: Asked): unknown {
  const marketplace = marketplaceFor(seller, asked.MarketplaceId);
  const listing = world.findListing(seller.sellingPartnerId, asked.SellerSKU, marketplace.code);
  const product = listing && world.findProduct(listing.asin, listing.marketplace);
  if (!product) {
    throw new SpApiError(400, 'InvalidInput', {
      message: `${asked.SellerSKU} is an invalid SKU for marketplace ${asked.MarketplaceId}`,
    });
  }
  const offers = offersOf(product, world.listingsOf(product));
  const shown = asked.ItemCondition === 'New' ? offers : [];
  return {
    payload: {
      marketplaceId: asked.MarketplaceId,
      ASIN: product.asin,
      SKU: asked.SellerSKU,
      ItemCondition: asked.ItemCondition,
      status: shown.length > 0 ? 'Success' : 'NoBuyableOffers',
      Identifier: identifier(asked),
      Summary: shown.length > 0 ? summary(product, offers, marketplace.currency) : { TotalOfferCount: 0 },
      Offers: shown.slice(0, maxOffers).map((offer) => offerDetail(offer, marketplace, seller)),
    },
  };
}

const identifier = ({ MarketplaceId, ItemCondition, SellerSKU }: Asked): Asked => ({
  MarketplaceId,
  ItemCondition,
  SellerSKU,
});

function summary(product: Product, offers: readonly Offer[], currency: string): unknown {
  const winner = offers.find((offer) => offer.isBuyBoxWinner);
  const counts = offerCounts(offers).map(({ channel, count }) => ({
    condition: 'new',
    fulfillmentChannel: channel,
    OfferCount: count,
  }));
  return {
    TotalOfferCount: offers.length,
    NumberOfOffers: counts,
    LowestPrices: offerCounts(offers).map(({ channel, cheapest }) => ({
      condition: 'new',
      fulfillmentChannel: channel,
      ...prices(cheapest, currency),
    })),
    ...(winner && { BuyBoxPrices: [{ condition: 'New', ...prices(winner, currency) }] }),
    ListPrice: money(product.listPriceCents, currency),
    CompetitivePriceThreshold: money(Math.round(product.usualPriceCents * 1.05), currency),
    SalesRankings: [
      { ProductCategoryId: product.category.displayGroup, Rank: product.rank },
      { ProductCategoryId: product.category.classificationId, Rank: product.categoryRank },
    ],
    BuyBoxEligibleOffers: counts,
  };
}

const prices = (offer: Offer, currency: string): { LandedPrice: Money; ListingPrice: Money; Shipping: Money } => ({
  LandedPrice: money(offer.priceCents + offer.shippingCents, currency),
  ListingPrice: money(offer.priceCents, currency),
  Shipping: money(offer.shippingCents, currency),
});

const offerDetail = (offer: Offer, { code, currency }: Marketplace, seller: Seller): unknown => ({
  MyOffer: offer.sellerId === seller.sellingPartnerId,
  SubCondition: 'new',
  SellerId: offer.sellerId,
  SellerFeedbackRating: {
    SellerPositiveFeedbackRating: offer.feedbackPercent,
    FeedbackCount: offer.feedbackCount,
  },
  ShippingTime: {
    minimumHours: offer.fulfilledBy === 'AMAZON' ? 0 : 24,
    maximumHours: offer.fulfilledBy === 'AMAZON' ? 0 : 48,
    availabilityType: 'NOW',
  },
  ListingPrice: money(offer.priceCents, currency),
  Shipping: money(offer.shippingCents, currency),
  ShipsFrom: { Country: countryOf(code) },
  IsFulfilledByAmazon: offer.fulfilledBy === 'AMAZON',
  PrimeInformation: {
    IsPrime: offer.fulfilledBy === 'AMAZON',
    IsNationalPrime: offer.fulfilledBy === 'AMAZON',
  },
  IsBuyBoxWinner: offer.isBuyBoxWinner,
  IsFeaturedMerchant: true,
});
