import { dayMs } from '@app/shared/base/time.ts';
import { weekdayFactor } from '../life/demand.ts';
import type { Order } from '../life/order.ts';
import type { Listing, Product } from '../model/product.ts';
import { createRandom, type Random } from '../random.ts';

const historyDays = 120;
/** Share of cancelled orders. */
const cancelledShare = 0.03;
/** Promotion id of Amazon's own shipping discount, which is not a promotion of the seller. */
const freeShippingOnly: readonly string[] = ['Amazon Core Free Shipping Promotion 2015/04/08 23-48-5-108'];
const none: readonly string[] = [];

interface HistoryInput {
  readonly listings: readonly Listing[];
  /** Start time of the world. */
  readonly now: Date;
}

/** Generates the unsorted order history of a product; the result depends only on the ASIN and the time. */
export function seedOrders(product: Product, { listings, now }: HistoryInput): Order[] {
  const random = createRandom(`${product.asin}:${product.marketplace}:orders`);
  const end = now.getTime() - 180_000;
  const shelves = pastSkus(product, listings);
  const { title } = product.usual.details;
  const orderAt = (createdAt: number): Order =>
    drawOrder(product, { shelf: shelves((end - createdAt) / dayMs), createdAt, title, random });
  if (product.demand.unitsPerDay === 0) return [0, 1].map(() => orderAt(end - random.int(70, 140) * dayMs));
  const orders: Order[] = [];
  for (let daysAgo = historyDays; daysAgo > 0; daysAgo -= 1) {
    const from = end - daysAgo * dayMs;
    const count = poisson(pastOrdersPerDay(product, daysAgo) * weekdayFactor(new Date(from)), random);
    for (let made = 0; made < count; made += 1) orders.push(orderAt(from + random.next() * dayMs));
  }
  return orders;
}

/** The fields of a listing that an order needs. */
type OrderableSku = Pick<Listing, 'sku' | 'fulfilledBy' | 'priceCents'>;

/** Returns a function that returns the SKUs with the prices that they had a number of days ago. */
function pastSkus(product: Product, listings: readonly Listing[]): (daysAgo: number) => readonly OrderableSku[] {
  const at = (difference: number): readonly OrderableSku[] =>
    listings.map(({ sku, fulfilledBy, usualPriceCents }) => ({
      sku,
      fulfilledBy,
      priceCents: usualPriceCents + difference,
    }));
  const usual = at(0);
  const others = product.pastPrices.map(({ sinceDaysAgo, priceCents }) => ({
    sinceDaysAgo,
    shelf: at(priceCents - product.usualPriceCents),
  }));
  return (daysAgo) => others.findLast(({ sinceDaysAgo }) => daysAgo <= sinceDaysAgo)?.shelf ?? usual;
}

interface OrderInput {
  readonly shelf: readonly OrderableSku[];
  readonly createdAt: number;
  /** The title at the time of the order; defaults to the current title. */
  readonly title?: string;
  readonly random: Random;
}

/** Generates an order for one of the SKUs at its price of that time. */
export function drawOrder(product: Product, { shelf, createdAt, title = product.title, random }: OrderInput): Order {
  const listing = random.pick(shelf);
  const quantity = drawQuantity(random);
  const promotion = product.promotions.find(({ share }) => random.chance(share));
  const isShippedFree = !promotion && random.chance(0.05);
  const cancelledAt = random.chance(cancelledShare) ? new Date(createdAt + random.int(1, 300) * 60_000) : undefined;
  return {
    orderId: `${random.int(100, 999)}-${random.int(1_000_000, 9_999_999)}-${random.int(1_000_000, 9_999_999)}`,
    orderItemId: String(random.int(10_000_000_000_000, 99_999_999_999_999)),
    sellerId: product.sellerId,
    marketplace: product.marketplace,
    asin: product.asin,
    sku: listing.sku,
    title,
    quantity,
    unitPriceCents: listing.priceCents,
    promotionIds: promotion ? [promotion.id] : isShippedFree ? freeShippingOnly : none,
    discountCents: promotion ? Math.round((listing.priceCents * quantity * promotion.percent) / 100) : 0,
    fulfilledBy: listing.fulfilledBy,
    createdAt: new Date(createdAt),
    cancelledAt,
  };
}

const drawQuantity = (random: Random): number => (random.chance(0.87) ? 1 : random.chance(0.7) ? 2 : random.int(3, 4));
/** Mean of `drawQuantity`. */
const unitsPerOrder = 1.19;

/** Expected orders on a past day, without the weekday factor. */
function pastOrdersPerDay({ demand }: Product, daysAgo: number): number {
  const { slump, unitsPerDay } = demand;
  return (unitsPerDay / unitsPerOrder) * (slump && daysAgo <= slump.sinceDaysAgo ? slump.factor : 1);
}

/** Expected orders on a future day, without the weekday factor. */
export const ordersPerDay = ({ demand }: Product): number => (demand.unitsPerDay / unitsPerOrder) * demand.factor;

/** Draws from a Poisson distribution. */
export function poisson(expected: number, random: Random): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let left = random.next(); left > limit; left *= random.next()) count += 1;
  return count;
}
