import { dayMs } from '@app/shared/base/time.ts';
import type { Listing, Product } from '../model/product.ts';
import { sizeTierOf, type Fees } from '../model/fees.ts';
import { createRandom, hashOf, type Random } from '../random.ts';
import { emptyStock, seedStock } from './stock.ts';

interface ListingContext {
  readonly position: number;
  readonly now: Date;
  readonly random: Random;
}

/** One of this many products is closed by its seller and has no active offer. */
const closedEvery = 17;
/** One of this many products has two SKUs, one FBA and one seller-fulfilled. */
const twoSkusEvery = 9;

export function seedListings(product: Product, shelf: ListingContext): Listing[] {
  const isClosed = shelf.position % closedEvery === closedEvery - 1;
  if (isClosed) closeProduct(product);
  const first = seedListing(product, shelf, { suffix: '', isClosed });
  const hasTwo = shelf.position % twoSkusEvery === 4;
  return hasTwo ? [first, seedListing(product, shelf, { suffix: '-FBM', isClosed })] : [first];
}

/** Closes a product that the seller stopped selling some weeks ago. */
function closeProduct(product: Product): void {
  product.buyBoxSellerId = product.rivals[0]?.sellerId;
  product.demand.slump = { sinceDaysAgo: 25, factor: 0 };
}

function seedListing(
  product: Product,
  shelf: ListingContext,
  { suffix, isClosed }: { suffix: string; isClosed: boolean },
): Listing {
  const { random, now } = shelf;
  const createdAt = new Date(now.getTime() - random.int(200, 1400) * dayMs);
  const initials = product.brand.slice(0, 3).toUpperCase();
  const number = String(hashOf(product.asin) % 10_000).padStart(4, '0');
  const isOurs = suffix !== '';
  const priceCents = isOurs ? Math.round(product.usualPriceCents * 1.04) : product.usualPriceCents;
  const more = createRandom(`${product.asin}:${product.marketplace}:stock`);
  return {
    sellerId: product.sellerId,
    sku: `${initials}-${product.shape.slice(0, 4).toUpperCase()}-${number}${suffix}`,
    asin: product.asin,
    marketplace: product.marketplace,
    listingId: `${String(random.int(1, 12)).padStart(2, '0')}${random.int(10, 28)}${random.code(7)}`,
    fulfilledBy: isOurs ? 'MERCHANT' : 'AMAZON',
    isPrime: !isOurs,
    isRestocked: true,
    createdAt,
    fees: seedFees(product),
    stock: isOurs || isClosed ? emptyStock() : seedStock(product.demand, more),
    usualPriceCents: priceCents,
    priceCents,
    ownQuantity: isOurs && !isClosed ? random.int(12, 90) : 0,
    isActive: !isClosed,
    isSuspended: false,
    updatedAt: new Date(now.getTime() - random.int(1, 90) * dayMs),
  };
}

/** FBA fees per marketplace in cents, close to Amazon's tables: a base amount and an amount per kilogram. */
const fbaBase: Readonly<Record<string, readonly [base: number, perKilogram: number]>> = {
  US: [322, 78],
  CA: [402, 98],
  UK: [248, 44],
  DE: [312, 52],
  IN: [4600, 2100],
};

function seedFees({ marketplace, packageSize }: Product): Fees {
  const [base, perKilogram] = fbaBase[marketplace] ?? [322, 78];
  const fbaCents = base + Math.round((packageSize.weightGrams / 1000) * perKilogram);
  return {
    fbaCents,
    usualFbaCents: fbaCents,
    referralPercent: 15,
    variableClosingCents: 0,
    sizeTier: sizeTierOf(packageSize),
  };
}
