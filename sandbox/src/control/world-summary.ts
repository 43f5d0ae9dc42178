import { marketplace as marketplaceOf, type Region } from '@app/shared/base/marketplaces.ts';
import { isBuyable, type Product } from '../world/product.ts';
import type { Seller } from '../world/seller.ts';
import type { World } from '../world/world.ts';

export interface ProductSummary {
  asin: string;
  marketplace: string;
  title: string;
  /** The first of its SKUs. */
  sku: string;
  skus: readonly string[];
  /** Our own price in whole units of the currency. */
  price: number;
  currency: string;
  /** Whether the buy box is ours. */
  buyBox: boolean;
  otherSellers: number;
  suspended: boolean;
  hasImage: boolean;
  /** Whether somebody could buy it from us now. */
  active: boolean;
}

export interface SellerSummary {
  sellingPartnerId: string;
  name: string;
  region: Region;
  marketplaces: readonly string[];
  spare: boolean;
  products: ProductSummary[];
}

/** What is in the world, for tests that look for a product in a certain state and for people who pick one. */
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
  };
}
