import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { offersOf, type Offer } from '../../../world/model/offers.ts';
import { isBuyable, type Product } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import { offerCounts } from '../../pricing/offer-summary.ts';
import type { Announcer, Payload } from '../announcer.ts';
import { createChangeTracker } from '../change-tracker.ts';

/** Announces that the seller's offer has become ineligible and no offer has the buy box. */
export function pricingHealth(world: World): Announcer {
  const winners = createChangeTracker(world.products, (product) => winnerOf(world, product)?.sellerId ?? 'nobody');
  return {
    type: 'PRICING_HEALTH',
    payloadsFor: ({ product }) => {
      const change = winners.difference(product);
      const isDisqualified = change?.now === 'nobody' && world.listingsOf(product).some(isBuyable);
      return isDisqualified ? [payloadOf(world, product)] : [];
    },
    sample: (product) => payloadOf(world, product),
  };
}

const winnerOf = (world: World, product: Product): Offer | undefined =>
  offersOf(product, world.listingsOf(product)).find((offer) => offer.isBuyBoxWinner);

const payloadOf =
  (world: World, product: Product): Payload =>
  (at) => {
    const { id, currency } = marketplaceOf(product.marketplace);
    const offers = offersOf(product, world.listingsOf(product));
    const own = offers.find((offer) => offer.sellerId === product.sellerId) ?? offers[0];
    return {
      issueType: 'BuyBoxDisqualification',
      sellerId: product.sellerId,
      offerChangeTrigger: {
        marketplaceId: id,
        asin: product.asin,
        itemCondition: 'new',
        timeOfOfferChange: at.toISOString(),
      },
      ...(own && {
        merchantOffer: { condition: 'new', fulfillmentType: fulfilmentOf(own), ...pricesOf(own, currency) },
      }),
      summary: summary(product, offers, currency),
    };
  };

function summary(product: Product, offers: readonly Offer[], currency: string): unknown {
  const counts = offerCounts(offers).map(({ cheapest, count }) => ({
    condition: 'new',
    fulfillmentType: fulfilmentOf(cheapest),
    offerCount: count,
  }));
  return {
    numberOfOffers: counts,
    buyBoxEligibleOffers: counts,
    buyBoxPrices: offers
      .filter((offer) => offer.isBuyBoxWinner)
      .map((offer) => ({ condition: 'new', ...pricesOf(offer, currency) })),
    salesRankings: [
      { productCategoryId: product.category.displayGroup, rank: product.rank },
      { productCategoryId: product.category.classificationId, rank: product.categoryRank },
    ],
    referencePrice: {
      averageSellingPrice: amount(product.usualPriceCents, currency),
      competitivePriceThreshold: amount(Math.round(product.usualPriceCents * 1.05), currency),
      msrpPrice: amount(product.listPriceCents, currency),
      retailOfferPrice: amount(product.usualPriceCents, currency),
    },
  };
}

const fulfilmentOf = (offer: Offer): string => (offer.fulfilledBy === 'AMAZON' ? 'AFN' : 'MFN');

const amount = (cents: number, currencyCode: string): object => ({ amount: cents / 100, currencyCode });

const pricesOf = ({ priceCents, shippingCents }: Offer, currency: string): object => ({
  listingPrice: amount(priceCents, currency),
  shipping: amount(shippingCents, currency),
  landedPrice: amount(priceCents + shippingCents, currency),
});
