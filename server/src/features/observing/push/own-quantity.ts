import type { ListingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { KnownListing } from './own-quantity-queries.ts';
import { rereadListings, type ResolvedConsequence } from './push-type.ts';

interface QuantityMessage {
  readonly quantity: number;
  readonly at: Date;
}

const source = 'listings-items';

/**
 * Decides what to do with the quantity of a SKU in a message that names no marketplace. The units are the seller's and
 * so the same in every marketplace of the account. If they were the same until now, the new quantity is taken for all
 * of them. If they differed, or if the offer begins or ends with this quantity, the listings that Amazon does not
 * fulfil are asked for.
 */
export function ofOwnQuantity(
  listings: readonly KnownListing[],
  { quantity, at }: QuantityMessage,
): ResolvedConsequence {
  const tracked = listings.filter(({ isTracked }) => isTracked);
  const own = tracked.flatMap(({ facts, ...listing }) => (facts && isOwn(facts) ? [{ ...listing, facts }] : []));
  const observations = own.map(({ productId, sku, facts, hash }) => ({
    productId,
    aspect: 'listing' as const,
    sku,
    facts: { ...facts, ownQuantity: quantity },
    observedAt: at,
    ...(hash !== null && { completes: hash }),
  }));
  const numbers = new Set(own.map(({ facts }) => facts.ownQuantity));
  if (numbers.size === 0 || tracked.some(({ facts }) => facts === null)) return rereadListings(source, tracked);
  // The quantity is known here, so the message concerns another marketplace, where the seller may have begun to ship
  // the SKU.
  if (numbers.size === 1 && numbers.has(quantity)) {
    const others = tracked.filter((listing) => !own.some(({ productId }) => productId === listing.productId));
    return others.length === 0 ? { outcome: 'nothing new', repeated: observations } : rereadListings(source, others);
  }
  if (numbers.has(0) || quantity === 0) return rereadListings(source, own);
  if (numbers.size > 1) return { outcome: 'reread', sources: [source], targets: own, mayWait: true };
  return { outcome: 'observed', source, observations };
}

const isOwn = ({ isFulfilledByAmazon, ownQuantity }: ListingFacts): boolean =>
  isFulfilledByAmazon === false && ownQuantity !== null;
