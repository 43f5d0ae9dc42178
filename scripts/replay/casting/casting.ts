import { regionOf } from './cast.ts';
import type { Seller } from './cast.ts';
import type { Subjects } from './subjects.ts';

/**
 * Creates one seller for each region of the listings that a body names. The seller gets the id of a seller whose offers
 * the body lists, if one is still free, so that one of these offers is ours.
 */
export function castFor(subjects: Subjects, cast: Seller[], name = ''): Seller[] {
  const byRegion = Map.groupBy(subjects.listings, (listing) => regionOf(listing));
  return [...byRegion].map(([region, listings]) => {
    const isFree = (id: string): boolean => cast.every(({ sellingPartnerId }) => sellingPartnerId !== id);
    const sellingPartnerId = subjects.sellers.find(isFree) ?? `AREPLAY${name}${String(cast.length).padStart(2, '0')}`;
    const seller = { sellingPartnerId, region, listings };
    cast.push(seller);
    return seller;
  });
}
