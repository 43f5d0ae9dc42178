import { findMarketplace } from '@app/shared/base/marketplaces.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';

/** A listing that a body names. The product must know the listing before it can use the body. */
export interface Listing {
  /** The marketplace by our code, such as `US` or `DE`. */
  marketplace: string;
  asin: string;
  sku: string;
}

/** A seller that is authorised for the replay, with the listings that the bodies name. */
export interface Seller {
  sellingPartnerId: string;
  region: Region;
  listings: readonly Listing[];
}

/** The marketplaces of a seller's listings, each once. */
export const marketplacesOfSeller = ({ listings }: Seller): readonly string[] => [
  ...new Set(listings.map(({ marketplace }) => marketplace)),
];

/** Sellers for bodies that concern no particular product. Their ASIN is an ISBN-10, as for books. */
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

/** Adds a seller, or merges its listings if several messages are addressed to the same seller. */
export function join(cast: Seller[], seller: Seller): void {
  const index = cast.findIndex(({ sellingPartnerId }) => sellingPartnerId === seller.sellingPartnerId);
  const known = cast[index];
  if (known) cast[index] = { ...known, listings: [...known.listings, ...seller.listings] };
  else cast.push(seller);
}

export const regionOf = ({ marketplace }: Listing): Region => findMarketplace(marketplace)?.region ?? 'NA';
