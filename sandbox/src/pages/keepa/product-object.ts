import { offersOf } from '../../world/model/offers.ts';
import type { Product } from '../../world/model/product.ts';
import { ratingCount, shownTenths } from '../../world/model/reviews.ts';
import type { World } from '../../world/world.ts';
import type { ProductRequest } from './request.ts';

/** Indexes into Keepa's 36 histories, as far as the sandbox fills them; the value -1 means "none". */
const newPrice = 1;
const salesRank = 3;
const newOffers = 11;
const rating = 16;
const reviewCount = 17;
const buyBoxPrice = 18;
const kinds = 36;

/** Returns a product in Keepa's format. Each history holds only the current value with its time. */
export function keepaProduct(
  world: World,
  product: Product,
  request: Pick<ProductRequest, 'history' | 'stats' | 'rating' | 'domain'>,
): unknown {
  const now = keepaTime(world.clock.now());
  const current = currentValues(world, product, request.rating === '1');
  return {
    asin: product.asin,
    domainId: Number(request.domain),
    title: product.title,
    brand: product.brand,
    manufacturer: product.brand,
    parentAsin: product.parentAsin === '' ? null : product.parentAsin,
    color: product.color,
    description: product.description,
    features: product.bullets,
    eanList: [product.ean],
    type: product.productType,
    categoryTree: [{ catId: Number(product.category.classificationId), name: product.category.title }],
    rootCategory: Number(product.category.classificationId.slice(0, 4)),
    salesRankDisplayGroup: product.category.displayGroup,
    websiteDisplayGroup: product.category.displayGroup,
    websiteDisplayGroupName: product.category.displayGroupTitle,
    isAdultProduct: false,
    isSNS: product.eligibility === 'ELIGIBLE',
    hasReviews: product.reviews.length > 0,
    images: product.hasMainImage ? [{ l: `${product.asin}.png`, lH: 500, lW: 500 }] : null,
    packageLength: product.packageSize.sizesMm[0],
    packageWidth: product.packageSize.sizesMm[1],
    packageHeight: product.packageSize.sizesMm[2],
    packageWeight: product.packageSize.weightGrams,
    fbaFees: { lastUpdate: now, pickAndPackFee: world.listingsOf(product)[0]?.fees.fbaCents ?? -1 },
    lastUpdate: now,
    lastRatingUpdate: now,
    csv: request.history === '0' ? null : current.map((value) => (value === -1 ? null : [now, value])),
    stats: request.stats === undefined ? null : stats(world, product, current),
  };
}

function currentValues(world: World, product: Product, hasRating: boolean): number[] {
  const offers = offersOf(product, world.listingsOf(product));
  const winner = offers.find((offer) => offer.isBuyBoxWinner);
  const values = Array<number>(kinds).fill(-1);
  values[newPrice] = offers[0]?.priceCents ?? -1;
  values[salesRank] = product.rank;
  values[newOffers] = offers.length;
  values[buyBoxPrice] = winner ? winner.priceCents + winner.shippingCents : -1;
  if (!hasRating) return values;
  values[rating] = shownTenths(product.stars) ?? -1;
  values[reviewCount] = ratingCount(product.stars);
  return values;
}

function stats(world: World, product: Product, current: readonly number[]): unknown {
  const offers = offersOf(product, world.listingsOf(product));
  const winner = offers.find((offer) => offer.isBuyBoxWinner);
  return {
    current,
    totalOfferCount: offers.length,
    buyBoxSellerId: winner?.sellerId ?? null,
    buyBoxPrice: winner ? winner.priceCents : -2,
    buyBoxShipping: winner ? winner.shippingCents : -2,
    buyBoxIsUnqualified: winner ? false : offers.length > 0,
    buyBoxIsFBA: winner ? winner.fulfilledBy === 'AMAZON' : null,
    buyBoxIsPrimeEligible: winner ? winner.isPrime : null,
  };
}

/** Keepa counts minutes since 1 January 2011; this is the offset from 1970. */
const startMinutes = 21_564_000;

export const keepaTime = (at: Date): number => Math.floor(at.getTime() / 60_000) - startMinutes;
