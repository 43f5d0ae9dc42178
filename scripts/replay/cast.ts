import type { Region } from '@app/shared/base/marketplaces.ts';

/** One listing that a body names, so that the product must know it before the body can say anything about it. */
export interface Listing {
  /** Our code of the marketplace. */
  marketplace: string;
  asin: string;
  sku: string;
}

/** A seller who is authorised for the replay, with what the bodies say that he lists. */
export interface Seller {
  sellingPartnerId: string;
  region: Region;
  listings: readonly Listing[];
}

/** The marketplaces in which a seller lists something, each once. */
export const marketplacesOfSeller = ({ listings }: Seller): readonly string[] => [
  ...new Set(listings.map(({ marketplace }) => marketplace)),
];
