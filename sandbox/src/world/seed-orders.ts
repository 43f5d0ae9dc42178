import type { Order } from './order.ts';
import type { Listing, Product } from './product.ts';
import type { Random } from './random.ts';

interface Past {
  readonly listings: readonly Listing[];
  readonly position: number;
  readonly now: Date;
  readonly random: Random;
}

const day = 86_400_000;
/** A sale counts as recent for 60 days; every so many products one has only older ones. */
const noRecentSaleEvery = 12;

/** The orders of the months before the sandbox started. */
export function seedOrders(product: Product, past: Past): Order[] {
  const isStale = past.position % noRecentSaleEvery === noRecentSaleEvery - 1;
  const count = isStale ? 2 : past.random.int(3, 9);
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = isStale ? past.random.int(70, 140) : past.random.next() * (index === 0 ? 20 : 58);
    return pastOrder(product, past, new Date(past.now.getTime() - daysAgo * day - 180_000));
  }).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

function pastOrder(product: Product, { listings, random }: Past, createdAt: Date): Order {
  const listing = random.pick(listings);
  return {
    orderId: `${random.int(100, 999)}-${random.int(1_000_000, 9_999_999)}-${random.int(1_000_000, 9_999_999)}`,
    orderItemId: String(random.int(10_000_000_000_000, 99_999_999_999_999)),
    sellerId: product.sellerId,
    marketplace: product.marketplace,
    asin: product.asin,
    sku: listing.sku,
    title: product.title,
    quantity: random.chance(0.85) ? 1 : random.int(2, 4),
    unitPriceCents: listing.priceCents,
    fulfilledBy: listing.fulfilledBy,
    createdAt,
    updatedAt: new Date(createdAt.getTime() + 120_000),
  };
}
