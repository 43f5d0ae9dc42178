import type { Order } from './order.ts';
import { isBuyable, type Listing, type Product, type Rival } from './product.ts';
import type { World } from './world.ts';

/** Moves every SKU of the product by the same amount, so that the product has one story. */
export function changeOwnPrice(world: World, product: Product, priceCents: number): void {
  const [first, ...others] = world.listingsOf(product);
  if (!first) return;
  const difference = priceCents - first.priceCents;
  const now = world.clock.now();
  for (const listing of [first, ...others]) {
    listing.priceCents = Math.max(1, listing.priceCents + difference);
    listing.updatedAt = now;
  }
  world.announce('offers', product);
}

export function giveBuyBox(world: World, product: Product, sellerId: string | undefined): void {
  product.buyBoxSellerId = sellerId;
  world.announce('offers', product);
}

export function repriceRival(world: World, product: Product, change: { sellerId: string; priceCents: number }): void {
  const rival = product.rivals.find((candidate) => candidate.sellerId === change.sellerId);
  if (!rival) return;
  rival.priceCents = Math.max(1, change.priceCents);
  world.announce('offers', product);
}

export function addRival(world: World, product: Product, rival: Rival): void {
  product.rivals.push(rival);
  product.buyBoxSellerId ??= rival.sellerId;
  world.announce('offers', product);
}

export function removeRival(world: World, product: Product, sellerId: string): void {
  product.rivals = product.rivals.filter((rival) => rival.sellerId !== sellerId);
  if (product.buyBoxSellerId === sellerId) product.buyBoxSellerId = heir(world, product);
  world.announce('offers', product);
}

export const suspendListings = (world: World, product: Product): void => setSuspended(world, product, true);
export const restoreListings = (world: World, product: Product): void => setSuspended(world, product, false);

function setSuspended(world: World, product: Product, isSuspended: boolean): void {
  const listings = world.listingsOf(product).filter((listing) => listing.isActive);
  for (const listing of listings) {
    listing.isSuspended = isSuspended;
    listing.updatedAt = world.clock.now();
  }
  product.buyBoxSellerId = isSuspended ? heir(world, product) : product.sellerId;
  world.announce('listing', product, listings);
}

export function setMainImage(world: World, product: Product, hasMainImage: boolean): void {
  product.hasMainImage = hasMainImage;
  world.announce('catalog', product);
}

export function moveRank(world: World, product: Product, rank: number): void {
  const share = product.categoryRank / product.rank;
  product.rank = Math.max(1, rank);
  product.categoryRank = Math.max(1, Math.round(product.rank * share));
  world.announce('rank', product);
}

export function placeOrder(world: World, listing: Listing, quantity: number): Order | undefined {
  const product = world.findProduct(listing.asin, listing.marketplace);
  if (!product || !isBuyable(listing)) return undefined;
  const now = world.clock.now();
  const { sellerId, marketplace, asin, sku, fulfilledBy, priceCents } = listing;
  const digits = String(world.random.int(1_000_000, 9_999_999));
  const count = String(world.orders.length + 1).padStart(7, '0');
  const order: Order = {
    orderId: `${world.random.int(100, 999)}-${digits}-${count}`,
    orderItemId: `${digits}${count}`,
    sellerId,
    marketplace,
    asin,
    sku,
    fulfilledBy,
    quantity,
    title: product.title,
    unitPriceCents: priceCents,
    createdAt: now,
    updatedAt: now,
  };
  world.orders.push(order);
  world.announce('order', product, [listing]);
  return order;
}

/** Who gets the buy box when its holder is gone: our own offer, else the cheapest rival. */
function heir(world: World, product: Product): string | undefined {
  if (world.listingsOf(product).some(isBuyable)) return product.sellerId;
  return product.rivals.toSorted((a, b) => a.priceCents - b.priceCents)[0]?.sellerId;
}
