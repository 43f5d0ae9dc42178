import type { Listing, Product } from './product.ts';
import { hashOf, type Random } from './random.ts';

interface Shelf {
  /** The product's place in its seller's range: decides which exceptions it gets. */
  readonly position: number;
  readonly now: Date;
  readonly random: Random;
}

const day = 86_400_000;
/** Every so many products one is closed by its seller: no active offer. */
const closedEvery = 17;
/** Every so many products one is sold from two SKUs: the marketplace's warehouse and the seller's own. */
const twoSkusEvery = 9;

export function seedListings(product: Product, shelf: Shelf): Listing[] {
  const isClosed = shelf.position % closedEvery === closedEvery - 1;
  if (isClosed) product.buyBoxSellerId = product.rivals[0]?.sellerId;
  const first = seedListing(product, shelf, { suffix: '', isClosed });
  const hasTwo = shelf.position % twoSkusEvery === 4;
  return hasTwo ? [first, seedListing(product, shelf, { suffix: '-FBM', isClosed })] : [first];
}

function seedListing(
  product: Product,
  shelf: Shelf,
  { suffix, isClosed }: { suffix: string; isClosed: boolean },
): Listing {
  const { random, now } = shelf;
  const createdAt = new Date(now.getTime() - random.int(200, 1400) * day);
  const initials = product.brand.slice(0, 3).toUpperCase();
  const number = String(hashOf(product.asin) % 10_000).padStart(4, '0');
  return {
    sellerId: product.sellerId,
    sku: `${initials}-${product.shape.slice(0, 4).toUpperCase()}-${number}${suffix}`,
    asin: product.asin,
    marketplace: product.marketplace,
    listingId: `${String(random.int(1, 12)).padStart(2, '0')}${random.int(10, 28)}${random.code(7)}`,
    fulfilledBy: suffix ? 'MERCHANT' : 'AMAZON',
    createdAt,
    priceCents: suffix ? Math.round(product.usualPriceCents * 1.04) : product.usualPriceCents,
    quantity: isClosed ? 0 : random.int(12, 640),
    isActive: !isClosed,
    isSuspended: false,
    updatedAt: new Date(now.getTime() - random.int(1, 90) * day),
  };
}
