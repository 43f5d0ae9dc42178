import type { WithSku, ListingFacts, StockFacts } from './observations.ts';

type Listings = readonly WithSku<ListingFacts>[];
type Stocks = readonly WithSku<StockFacts>[];

/** Units of a product in Amazon's warehouses, folded over all its SKUs. */
export interface AmazonStock {
  /** The SKUs that Amazon ships. */
  readonly skus: readonly string[];
  readonly fulfillable: number;
  readonly inbound: number;
  readonly reserved: number;
}

/**
 * Returns `null` when the answers do not say how many units Amazon has; `skus` is empty when the seller ships all
 * units.
 */
export function foldAmazonStock(listings: Listings, stocks: Stocks): AmazonStock | null {
  const known = stocks.filter(({ fulfillable }) => fulfillable !== null);
  const shippers = new Map<string, boolean | null>([
    ...known.map(({ sku }) => [sku, true] as const),
    ...listings.flatMap((listing) => {
      const isAmazons = isShippedByAmazon(listing);
      return isAmazons === null && known.some(({ sku }) => sku === listing.sku)
        ? []
        : [[listing.sku, isAmazons] as const];
    }),
  ]);
  const shelves = known.filter(({ sku }) => shippers.get(sku));
  if (
    shelves.length === 0 &&
    (shippers.size === 0 || [...shippers.values()].some((isAmazons) => isAmazons !== false))
  ) {
    return null;
  }
  return {
    skus: shelves.map(({ sku }) => sku).toSorted(),
    fulfillable: sum(shelves.map(({ fulfillable }) => fulfillable)),
    inbound: sum(shelves.map(({ inbound }) => inbound)),
    reserved: sum(shelves.map(({ reserved }) => reserved)),
  };
}

/** Units of a product that the seller stores and ships. */
export interface OwnStock {
  /** The SKUs that the seller ships. */
  readonly skus: readonly string[];
  readonly quantity: number;
}

/**
 * Returns `null` when the answers do not say how many units the seller has; `skus` is empty when Amazon ships all
 * units.
 */
export function foldOwnStock(listings: Listings): OwnStock | null {
  const own = listings.filter((listing) => isShippedByAmazon(listing) === false);
  const isUnknown = own.some(({ ownQuantity }) => ownQuantity === null);
  if (own.length === 0 && !listings.some((listing) => isShippedByAmazon(listing))) return null;
  if (isUnknown || (own.length === 0 && listings.some((listing) => isShippedByAmazon(listing) === null))) return null;
  return { skus: own.map(({ sku }) => sku).toSorted(), quantity: sum(own.map(({ ownQuantity }) => ownQuantity)) };
}

/**
 * If the answer does not say who ships a listing, a quantity of the seller's own (`ownQuantity`) means that the seller
 * does.
 */
const isShippedByAmazon = ({ isFulfilledByAmazon, ownQuantity }: ListingFacts): boolean | null =>
  isFulfilledByAmazon ?? (ownQuantity === null ? null : false);

/**
 * Returns whether no unit is left to sell, neither at Amazon nor at the seller; false while either stock is unknown.
 */
export function isSoldOut(listings: Listings = [], stocks: Stocks = []): boolean {
  const atAmazon = foldAmazonStock(listings, stocks);
  const own = foldOwnStock(listings);
  if (!atAmazon || !own) return false;
  return atAmazon.skus.length + own.skus.length > 0 && atAmazon.fulfillable + own.quantity === 0;
}

const sum = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((total, one) => total + (one ?? 0), 0);
