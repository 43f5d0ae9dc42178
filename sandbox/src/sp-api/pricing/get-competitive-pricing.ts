import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { offersOf, type Offer } from '../../world/model/offers.ts';
import type { Listing, Product } from '../../world/model/product.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { World } from '../../world/world.ts';
import { invalidInput } from '../request/error.ts';
import { marketplaceFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { csv, nonEmpty } from '../request/parameters.ts';
import { moneyOf, pricesOf } from './offer-summary.ts';
import { salesRankings } from './sales-rankings.ts';

const query = {
  MarketplaceId: nonEmpty,
  ItemType: z.enum(['Asin', 'Sku']),
  Asins: z.optional(csv(nonEmpty, { max: 20 })),
  Skus: z.optional(csv(nonEmpty, { max: 20 })),
  CustomerType: z.optional(z.enum(['Consumer', 'Business'])),
};

interface PriceQuery {
  readonly id: string;
  readonly product: Product | undefined;
  readonly listing: Listing | undefined;
}

export const getCompetitivePricing = sellerOperation({
  operationId: 'getCompetitivePricing',
  method: 'GET',
  path: '/products/pricing/v0/competitivePrice',
  rate: 0.5,
  burst: 1,
  query,
  answer: ({ context, seller, query: { MarketplaceId, ItemType, Asins, Skus } }) => {
    const { code } = marketplaceFor(seller, MarketplaceId);
    const ids = ItemType === 'Asin' ? Asins : Skus;
    if (!ids || (Asins && Skus))
      throw invalidInput(`ItemType ${ItemType} needs its own list of identifiers, and no other`);
    const payload = ids.map((id) => {
      const listing = ItemType === 'Sku' ? context.world.findListing(seller.sellingPartnerId, id, code) : undefined;
      const asin = ItemType === 'Sku' ? listing?.asin : id;
      const product = asin === undefined ? undefined : context.world.findProduct(asin, code);
      return priceOf(context.world, seller, { id, product, listing });
    });
    return { status: 200, body: { payload } };
  },
});

function priceOf(world: World, seller: Seller, { id, product, listing }: PriceQuery): unknown {
  const name = listing ? { SellerSKU: id, ASIN: listing.asin } : { ASIN: id };
  if (!product) return { status: 'ClientError', ...name };
  const { id: MarketplaceId, currency } = marketplaceOf(product.marketplace);
  const offers = offersOf(product, world.listingsOf(product));
  return {
    status: 'Success',
    ...name,
    Product: {
      Identifiers: {
        MarketplaceASIN: { MarketplaceId, ASIN: product.asin },
        ...(listing && {
          SKUIdentifier: { MarketplaceId, SellerId: seller.sellingPartnerId, SellerSKU: listing.sku },
        }),
      },
      CompetitivePricing: {
        CompetitivePrices: offers
          .filter((offer) => offer.isBuyBoxWinner)
          .map((offer) => competitivePrice(offer, { product, seller, currency })),
        NumberOfOfferListings: ['New', 'Any'].map((condition) => ({ condition, Count: offers.length })),
      },
      SalesRankings: salesRankings(product),
    },
  };
}

interface PriceContext {
  readonly product: Product;
  readonly seller: Seller;
  readonly currency: string;
}

/** Competitive price id 1 is the buy box price for new condition. */
const competitivePrice = (offer: Offer, { product, seller, currency }: PriceContext): unknown => ({
  CompetitivePriceId: '1',
  Price: pricesOf(offer, moneyOf(product, currency)),
  condition: 'New',
  subcondition: 'New',
  belongsToRequester: offer.sellerId === seller.sellingPartnerId,
});
