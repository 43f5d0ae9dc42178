import { shortDay } from '../../base/marketplace-day.ts';
import type { WithSku, ListingFacts, StockFacts } from '../facts/observations.ts';

/**
 * Returns the reason why none of our SKUs can be sold, for the end of the sentence "your listing is". Returns `null` if
 * a SKU can or may be sellable.
 */
export function whyNotForSale(
  listings: readonly WithSku<ListingFacts>[],
  stock: readonly WithSku<StockFacts>[],
): Reason | null {
  const inStock = new Map(stock.map(({ sku, fulfillable }) => [sku, fulfillable]));
  const reasons = listings.map((listing) => whyNot(listing, inStock.get(listing.sku) ?? null));
  const isEveryOne = reasons.length > 0 && reasons.every((reason) => reason !== null);
  return isEveryOne ? (inOrder.find((reason) => reasons.includes(reason)) ?? null) : null;
}

/** The reasons, the worst first. If our SKUs have different reasons, only the worst is named. */
const inOrder = ['suspended', 'not active', 'out of stock'] as const;
type Reason = (typeof inOrder)[number];

const suspending = ['LISTING_SUPPRESSED', 'CATALOG_ITEM_REMOVED'];

function whyNot(listing: ListingFacts, fulfillable: number | null): Reason | null {
  const isSuspended = listing.issues?.some(({ enforcements }) => enforcements.some((one) => suspending.includes(one)));
  if (isSuspended) return 'suspended';
  const units = listing.isFulfilledByAmazon ? fulfillable : listing.ownQuantity;
  if (units === 0) return 'out of stock';
  return listing.status && !listing.status.includes('BUYABLE') ? 'not active' : null;
}

/**
 * Returns the text for a drop of sales that ends because the product cannot be bought, or, without a reason, could not
 * be bought for part of its last day.
 */
export function notForSaleText(reason: Reason | null, lastDay: string): string {
  if (reason === null) return `Not on sale all day on ${shortDay(lastDay)}: sales are compared again after a whole day`;
  const words = reason === 'out of stock' ? 'Out of stock' : `Your listing is ${reason}`;
  return `${words}: sales are compared again when it is back`;
}
