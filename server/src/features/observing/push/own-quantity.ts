import type { ListingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { KnownListing } from './own-quantity-queries.ts';
import { rereadListings, type Resolved } from './push-type.ts';

interface Told {
  readonly quantity: number;
  readonly at: Date;
}

const source = 'listings-items';

/**
 * What follows from a message that tells the units of a SKU without saying where. They are the seller's, and so the same
 * in every marketplace of the account: where they were the same until now, the number is taken for all without a question.
 * Where they were not, or where the offer begins or ends with them, those listings are read that Amazon does not send.
 */
export function ofOwnQuantity(listings: readonly KnownListing[], { quantity, at }: Told): Resolved {
  const tracked = listings.filter(({ isTracked }) => isTracked);
  const own = tracked.flatMap(({ facts, ...listing }) => (facts && isOwn(facts) ? [{ ...listing, facts }] : []));
  const numbers = new Set(own.map(({ facts }) => facts.ownQuantity));
  if (numbers.size === 0 || tracked.some(({ facts }) => facts === null)) return rereadListings(source, tracked);
  // Known here already: it tells of another marketplace, where the seller may have begun to send it himself.
  if (numbers.size === 1 && numbers.has(quantity)) {
    const others = tracked.filter((listing) => !own.some(({ productId }) => productId === listing.productId));
    return others.length === 0 ? { outcome: 'nothing new' } : rereadListings(source, others);
  }
  if (numbers.has(0) || quantity === 0) return rereadListings(source, own);
  if (numbers.size > 1) return { outcome: 'reread', source, targets: own, mayWait: true };
  const observations = own.map(({ productId, sku, facts }) => ({
    productId,
    aspect: 'listing' as const,
    sku,
    facts: { ...facts, ownQuantity: quantity },
    observedAt: at,
  }));
  return { outcome: 'observed', source, observations };
}

const isOwn = ({ isFulfilledByAmazon, ownQuantity }: ListingFacts): boolean =>
  isFulfilledByAmazon === false && ownQuantity !== null;
