import { isBuyable, type Listing, type Product } from '../../world/model/product.ts';

/** Returns the status flags of a listing; none if it is suspended. */
export function statusOf(listing: Listing): ('BUYABLE' | 'DISCOVERABLE')[] {
  if (listing.isSuspended) return [];
  if (!isBuyable(listing)) return listing.suppression ? [] : ['DISCOVERABLE'];
  return listing.suppression ? ['BUYABLE'] : ['BUYABLE', 'DISCOVERABLE'];
}

export type Enforcement = 'LISTING_SUPPRESSED' | 'SEARCH_SUPPRESSED';

/** Returns the enforcement actions that apply to a listing. */
export function enforcementsOf({ isSuspended, suppression }: Listing): Enforcement[] {
  const enforcements: Enforcement[] = [];
  if (isSuspended) enforcements.push('LISTING_SUPPRESSED');
  if (suppression) enforcements.push('SEARCH_SUPPRESSED');
  return enforcements;
}

/** Returns the FNSKU, Amazon's warehouse id of a SKU. */
export const fnSkuOf = ({ listingId }: Listing): string => `X00${listingId.slice(-7)}`;

/** Returns the seller's SKU of the variation parent, which cannot be bought. */
export const parentSkuOf = ({ brand, parentAsin }: Product): string =>
  `${brand.slice(0, 3).toUpperCase()}-PARENT-${parentAsin.slice(-4)}`;
