import { isUsual } from '../model/details.ts';
import { isBuyable, unitsOf, type FulfillmentChannel, type Listing, type Product } from '../model/product.ts';
import type { World } from '../world.ts';

export interface PostedEvent {
  readonly type: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly [field: string]: unknown;
}

/** A random problem of a product and the event that resolves it. */
interface Trouble {
  cause(world: World, product: Product): PostedEvent;
  /** Returns the event that ends the problem; undefined if there is nothing to resolve. */
  resolve(world: World, product: Product): PostedEvent | undefined;
}

type State = (product: Product, listings: readonly Listing[]) => boolean;

const post = (type: string, { asin, marketplace }: Product, more: object = {}): PostedEvent => ({
  ...more,
  type,
  asin,
  marketplace,
});

const reversibleTrouble = (type: string, mending: string, isThere: State): Trouble => ({
  cause: (_world, product) => post(type, product),
  resolve: (world, product) => (isThere(product, world.listingsOf(product)) ? post(mending, product) : undefined),
});

/**
 * Returns the problem of a badge that one event removes and another restores. The problem is resolved when the badge is
 * as seeded.
 */
const badgeTrouble = (lost: string, won: string, { has, usually }: { has: State; usually: State }): Trouble => ({
  cause: (world, product) => post(has(product, world.listingsOf(product)) ? lost : won, product),
  resolve: (world, product) => {
    const listings = world.listingsOf(product);
    const [now, usual] = [has(product, listings), usually(product, listings)];
    return now === usual ? undefined : post(usual ? won : lost, product);
  },
});

const permanentTrouble = (type: string, fields: (world: World, product: Product) => object = () => ({})): Trouble => ({
  cause: (world, product) => post(type, product, fields(world, product)),
  resolve: () => undefined,
});

const soldOut = (
  fulfilledBy: FulfillmentChannel,
  type: string,
  [none, enough]: readonly [object, object],
): Trouble => ({
  cause: (_world, product) => post(type, product, none),
  resolve: (world, product) => {
    const isSoldOut = world.listingsOf(product).some((listing) => {
      return listing.isActive && !listing.isRestocked && listing.fulfilledBy === fulfilledBy && unitsOf(listing) === 0;
    });
    return isSoldOut ? post(type, product, enough) : undefined;
  },
});

/** Above this number of reviews the newest one is removed again. */
const mostReviews = 16;

/** All problems that random events may cause. */
export const troubles: readonly Trouble[] = [
  permanentTrouble('priceChanged'),
  reversibleTrouble('sellerJoined', 'sellerLeft', ({ rivals }) => rivals.some(({ isNewcomer }) => isNewcomer)),
  reversibleTrouble('buyBoxLost', 'buyBoxWon', (product, listings) => {
    return product.hasAddToCart && listings.some(isBuyable) && product.buyBoxSellerId !== product.sellerId;
  }),
  reversibleTrouble('addToCartRemoved', 'addToCartRestored', ({ hasAddToCart }) => !hasAddToCart),
  reversibleTrouble('listingSuspended', 'listingRestored', (_, listings) =>
    listings.some(({ isSuspended }) => isSuspended),
  ),
  reversibleTrouble('searchSuppressed', 'searchRestored', (_, listings) =>
    listings.some(({ suppression }) => suppression),
  ),
  reversibleTrouble('imageRemoved', 'imageRestored', ({ hasMainImage }) => !hasMainImage),
  reversibleTrouble('detailsChanged', 'detailsRestored', (product) => !isUsual(product, product.usual.details)),
  reversibleTrouble('packageChanged', 'packageRestored', ({ packageSize, usual }) => packageSize !== usual.packageSize),
  reversibleTrouble('categoryChanged', 'categoryRestored', ({ category, productType, usual }) => {
    return category !== usual.category || productType !== usual.productType;
  }),
  reversibleTrouble('parentChanged', 'parentRestored', ({ parentAsin, usual }) => parentAsin !== usual.parentAsin),
  reversibleTrouble('fbaFeeChanged', 'fbaFeeRestored', (_, listings) => {
    return listings.some(({ fees }) => fees.fbaCents !== fees.usualFbaCents);
  }),
  reversibleTrouble('primeLost', 'primeWon', (_, listings) => {
    return listings.some(({ isPrime, fulfilledBy }) => !isPrime && fulfilledBy === 'AMAZON');
  }),
  badgeTrouble('bestSellerBadgeLost', 'bestSellerBadgeWon', {
    has: ({ categoryRank }) => categoryRank === 1,
    usually: ({ usual }) => usual.isBestSeller,
  }),
  badgeTrouble('choiceBadgeLost', 'choiceBadgeWon', {
    has: ({ choiceKeywords }) => choiceKeywords.length > 0,
    usually: ({ usual }) => usual.choiceKeywords.length > 0,
  }),
  badgeTrouble('subscribeAndSaveLost', 'subscribeAndSaveWon', {
    has: ({ eligibility }) => eligibility === 'ELIGIBLE',
    usually: ({ usual }) => usual.eligibility === 'ELIGIBLE',
  }),
  soldOut('AMAZON', 'stockChanged', [{ fulfillable: 0, inbound: 0 }, {}]),
  soldOut('MERCHANT', 'ownStockChanged', [{ quantity: 0 }, {}]),
  {
    cause: ({ random }, product) => post('reviewPosted', product, { rating: random.pick([1, 2, 3]) }),
    resolve: (_, product) => (product.reviews.length > mostReviews ? post('reviewRemoved', product) : undefined),
  },
  permanentTrouble('feedbackReceived', ({ random }) => ({ rating: random.pick([1, 2, 3, 5]) })),
  permanentTrouble('searchRankChanged', ({ random }, { searchPositions }) => ({
    keyword: random.pick([...searchPositions.keys()]),
    position: random.int(1, 40),
  })),
];
