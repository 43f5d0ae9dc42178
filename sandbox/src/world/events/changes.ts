import { statusOf, type Order } from '../life/order.ts';
import { isBuyable, type Listing, type Product, type Rival } from '../model/product.ts';
import type { Random } from '../random.ts';
import { drawOrder } from '../seed/orders.ts';
import type { World } from '../world.ts';

/** Changes the price of every SKU of the product by the same amount. */
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
  if (product.hasAddToCart) product.buyBoxSellerId ??= rival.sellerId;
  world.announce('offers', product);
}

export function removeRival(world: World, product: Product, sellerId: string): void {
  product.rivals = product.rivals.filter((rival) => rival.sellerId !== sellerId);
  if (product.buyBoxSellerId === sellerId) product.buyBoxSellerId = nextBuyBoxHolder(world, product);
  world.announce('offers', product);
}

export function suspendListings(world: World, product: Product, of = world.listingsOf(product)): void {
  setSuspended(world, product, { listings: of, isSuspended: true });
}

export function restoreListings(world: World, product: Product): void {
  setSuspended(world, product, { listings: world.listingsOf(product), isSuspended: false });
}

function setSuspended(
  world: World,
  product: Product,
  { listings: of, isSuspended }: { listings: readonly Listing[]; isSuspended: boolean },
): void {
  const listings = of.filter((listing) => listing.isActive);
  for (const listing of listings) {
    listing.isSuspended = isSuspended;
    listing.updatedAt = world.clock.now();
  }
  product.buyBoxSellerId = nextBuyBoxHolder(world, product);
  world.announce('listing', product, { listings });
}

export function setMainImage(world: World, product: Product, hasMainImage: boolean): void {
  product.hasMainImage = hasMainImage;
  world.announce('catalog', product);
}

export function moveRank(world: World, product: Product, rank: number): void {
  const share = product.categoryRank / product.rank;
  product.rank = Math.max(1, rank);
  // Rank 1 brings the best-seller badge, which only its own events may change; random changes stop at rank 2.
  if (product.categoryRank > 1) product.categoryRank = Math.max(2, Math.round(product.rank * share));
  world.announce('rank', product);
}

/** Places an order; returns undefined if no listing is buyable. */
export function placeOrder(
  world: World,
  product: Product,
  { at, random }: { at: Date; random: Random },
): Order | undefined {
  const listings = world.listingsOf(product).filter(isBuyable);
  if (listings.length === 0) return undefined;
  const order = drawOrder(product, { shelf: listings, createdAt: at.getTime(), random });
  world.orderBook.add(order);
  const listing = listings.find(({ sku }) => sku === order.sku);
  if (listing) reduceStock(listing, order.quantity);
  if (!world.listingsOf(product).some(isBuyable)) reassignBuyBox(world, product);
  return order;
}

function reduceStock(listing: Listing, quantity: number): void {
  const { stock } = listing;
  if (listing.fulfilledBy === 'AMAZON') stock.fulfillable = Math.max(0, stock.fulfillable - quantity);
  else listing.ownQuantity = Math.max(0, listing.ownQuantity - quantity);
}

/** Announces the FBA and the seller-fulfilled stock of a product, as far as it has such listings. */
export function announceStock(world: World, product: Product): void {
  const listings = world.listingsOf(product);
  const atAmazon = listings.filter(({ fulfilledBy }) => fulfilledBy === 'AMAZON');
  const atHome = listings.filter(({ fulfilledBy }) => fulfilledBy === 'MERCHANT');
  if (atAmazon.length > 0) world.announce('stock', product, { listings: atAmazon });
  if (atHome.length > 0) world.announce('ownStock', product, { listings: atHome });
}

interface Cancellation {
  readonly daysAgo: number;
  /** Share of the orders to cancel, from 0 to 1. */
  readonly share: number;
}

/** Cancels a share of the orders of the last `daysAgo` days; returns the number of cancelled orders. */
export function cancelPastOrders(world: World, product: Product, { daysAgo, share }: Cancellation): number {
  const now = world.clock.now();
  const since = new Date(now.getTime() - daysAgo * 86_400_000);
  const orders = world.orderBook
    .ordersSince(product.sellerId, since)
    .filter((order) => order.asin === product.asin && order.marketplace === product.marketplace)
    .filter((order) => statusOf(order, now) !== 'CANCELLED' && world.random.chance(share));
  for (const order of orders) order.cancelledAt = now;
  for (const order of orders) world.announce('order', product, { order });
  return orders.length;
}

/** Reassigns the buy box after the seller's stock has run out or has been replenished. */
export function reassignBuyBox(world: World, product: Product): void {
  const isOffered = world.listingsOf(product).some(isBuyable);
  if (isOffered || product.buyBoxSellerId === product.sellerId)
    product.buyBoxSellerId = nextBuyBoxHolder(world, product);
  world.announce('offers', product);
}

/** Returns the next buy box holder: the seller if it has a buyable listing, otherwise the cheapest rival. */
function nextBuyBoxHolder(world: World, product: Product): string | undefined {
  if (!product.hasAddToCart) return undefined;
  if (world.listingsOf(product).some(isBuyable)) return product.sellerId;
  return product.rivals.toSorted((a, b) => a.priceCents - b.priceCents)[0]?.sellerId;
}
