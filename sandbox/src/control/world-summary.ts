import { marketplace as marketplaceOf, type Region } from '@app/shared/base/marketplaces.ts';
import { isUsual } from '../world/model/details.ts';
import { isBuyable, type Listing, type Product } from '../world/model/product.ts';
import { shownTenths } from '../world/model/reviews.ts';
import type { Seller } from '../world/model/seller.ts';
import { inboundOf } from '../world/model/stock.ts';
import type { World } from '../world/world.ts';

export interface ProductSummary {
  asin: string;
  marketplace: string;
  title: string;
  /** The first SKU of the product. */
  sku: string;
  skus: readonly string[];
  /** The seller's own price in whole units of the currency. */
  price: number;
  currency: string;
  /** Whether the seller holds the buy box. */
  buyBox: boolean;
  otherSellers: number;
  suspended: boolean;
  hasImage: boolean;
  /** Whether at least one of the seller's listings is buyable. */
  active: boolean;
  addToCart: boolean;
  prime: boolean;
  searchSuppressed: boolean;
  parentAsin: string;
  /** The rating as the product page shows it (4.3), and the number of reviews on the page. */
  rating: number;
  reviews: number;
  bestSeller: boolean;
  choice: boolean;
  subscribeAndSave: boolean;
  /** Search phrases for which the product has its own position. */
  keywords: readonly string[];
  /** Units in Amazon's warehouses, inbound, and at the seller; `null` if no SKU is fulfilled that way. */
  fulfillable: number | null;
  inbound: number | null;
  ownQuantity: number | null;
  /** Average units sold per day, and the current demand as a fraction of it: 1 is normal. */
  unitsPerDay: number;
  demand: number;
  /** Flags for what differs from the seeded state. */
  changed: Readonly<Record<'details' | 'package' | 'category' | 'parent' | 'parentDetails' | 'fee', boolean>>;
}

interface SellerSummary {
  sellingPartnerId: string;
  name: string;
  region: Region;
  marketplaces: readonly string[];
  spare: boolean;
  products: ProductSummary[];
}

/** Returns all sellers and products with their current state, for tests and for the events page. */
export function summarize(world: World): { sellers: SellerSummary[] } {
  return { sellers: world.sellers.map((seller) => summarizeSeller(world, seller)) };
}

const summarizeSeller = (world: World, seller: Seller): SellerSummary => ({
  sellingPartnerId: seller.sellingPartnerId,
  name: seller.name,
  region: seller.region,
  marketplaces: seller.marketplaces,
  spare: seller.isSpare,
  products: world.products
    .filter((product) => product.sellerId === seller.sellingPartnerId)
    .map((product) => summarizeProduct(world, product)),
});

function summarizeProduct(world: World, product: Product): ProductSummary {
  const listings = world.listingsOf(product);
  const [first] = listings;
  return {
    asin: product.asin,
    marketplace: product.marketplace,
    title: product.title,
    sku: first?.sku ?? '',
    skus: listings.map((listing) => listing.sku),
    price: ((listings.find(isBuyable) ?? first)?.priceCents ?? 0) / 100,
    currency: marketplaceOf(product.marketplace).currency,
    buyBox: product.buyBoxSellerId === product.sellerId,
    otherSellers: product.rivals.length,
    suspended: listings.some((listing) => listing.isSuspended),
    hasImage: product.hasMainImage,
    active: listings.some(isBuyable),
    prime: listings.some(({ isPrime }) => isPrime),
    searchSuppressed: listings.some(({ suppression }) => suppression !== undefined),
    ...pageOf(product),
    ...stockOf(listings),
    unitsPerDay: product.demand.unitsPerDay,
    demand: product.demand.factor,
    changed: changesOf(world, product),
  };
}

const pageOf = (product: Product) => ({
  addToCart: product.hasAddToCart,
  parentAsin: product.parentAsin,
  rating: (shownTenths(product.stars) ?? 0) / 10,
  reviews: product.reviews.length,
  bestSeller: product.categoryRank === 1,
  choice: product.choiceKeywords.length > 0,
  subscribeAndSave: product.eligibility === 'ELIGIBLE',
  keywords: [...product.searchPositions.keys()],
});

function stockOf(listings: readonly Listing[]) {
  const atAmazon = listings.find(({ fulfilledBy }) => fulfilledBy === 'AMAZON');
  const atHome = listings.find(({ fulfilledBy }) => fulfilledBy === 'MERCHANT');
  return {
    fulfillable: atAmazon?.stock.fulfillable ?? null,
    inbound: atAmazon ? inboundOf(atAmazon.stock) : null,
    ownQuantity: atHome?.ownQuantity ?? null,
  };
}

function changesOf(world: World, product: Product): ProductSummary['changed'] {
  const { usual } = product;
  const parent = world.findParent(product.parentAsin, product.marketplace);
  return {
    details: !isUsual(product, usual.details),
    package: product.packageSize !== usual.packageSize,
    category: product.category !== usual.category || product.productType !== usual.productType,
    parent: product.parentAsin !== usual.parentAsin,
    parentDetails: parent !== undefined && !isUsual(parent, parent.usual.details),
    fee: world.listingsOf(product).some(({ fees }) => fees.fbaCents !== fees.usualFbaCents),
  };
}
