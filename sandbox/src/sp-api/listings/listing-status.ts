import { isBuyable, type Listing, type Product } from '../../world/model/product.ts';

/** What shoppers can do with a listing; nothing when the marketplace took it down. */
export function statusOf(listing: Listing): ('BUYABLE' | 'DISCOVERABLE')[] {
  if (listing.isSuspended) return [];
  if (!isBuyable(listing)) return listing.suppression ? [] : ['DISCOVERABLE'];
  return listing.suppression ? ['BUYABLE'] : ['BUYABLE', 'DISCOVERABLE'];
}

export type Enforcement = 'LISTING_SUPPRESSED' | 'SEARCH_SUPPRESSED';

/** What the marketplace does to a listing because of its issues. */
export function enforcementsOf({ isSuspended, suppression }: Listing): Enforcement[] {
  const enforcements: Enforcement[] = [];
  if (isSuspended) enforcements.push('LISTING_SUPPRESSED');
  if (suppression) enforcements.push('SEARCH_SUPPRESSED');
  return enforcements;
}

/** The name of a SKU's units in Amazon's warehouses. */
export const fnSkuOf = ({ listingId }: Listing): string => `X00${listingId.slice(-7)}`;

/** The SKU that holds a product's variations together at its seller; nobody can buy it. */
export const parentSkuOf = ({ brand, parentAsin }: Product): string =>
  `${brand.slice(0, 3).toUpperCase()}-PARENT-${parentAsin.slice(-4)}`;
