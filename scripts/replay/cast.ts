import { findMarketplace } from '@app/shared/base/marketplaces.ts';
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

/** Sellers for what concerns no product in particular. An ISBN-10 as ASIN, as books have. */
export const testers = {
  EU: {
    sellingPartnerId: 'AREPLAYTESTEREU',
    region: 'EU',
    listings: [{ marketplace: 'UK', asin: '188864544X', sku: 'SKU123' }],
  },
  NA: {
    sellingPartnerId: 'AREPLAYTESTERNA',
    region: 'NA',
    listings: [
      { marketplace: 'US', asin: '188864544X', sku: 'SKU123' },
      { marketplace: 'CA', asin: '188864544X', sku: 'SKU123' },
    ],
  },
} as const satisfies Record<'EU' | 'NA', Seller>;

/** Several messages may be addressed to one seller. */
export function join(cast: Seller[], seller: Seller): void {
  const index = cast.findIndex(({ sellingPartnerId }) => sellingPartnerId === seller.sellingPartnerId);
  const known = cast[index];
  if (known) cast[index] = { ...known, listings: [...known.listings, ...seller.listings] };
  else cast.push(seller);
}

export const regionOf = ({ marketplace }: Listing): Region => findMarketplace(marketplace)?.region ?? 'NA';
