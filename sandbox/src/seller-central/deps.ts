import type { Region } from '@app/shared/base/marketplaces.ts';
import type { AuthorizationCodes } from '../lwa/codes.ts';
import type { Seller } from '../world/model/seller.ts';

export interface SellerCentralDeps {
  applicationId: string;
  /** The product's address: target of sign-ups, and the only non-loopback origin allowed as redirect address. */
  watchpostUrl: string;
  publicUrl: () => string;
  sellers: readonly Seller[];
  codes: AuthorizationCodes;
  newId: () => string;
}

export interface RegionDeps extends SellerCentralDeps {
  region: Region;
  /** Path prefix of this region's Seller Central. */
  prefix: string;
}

export const regionNames: Readonly<Record<Region, string>> = { NA: 'North America', EU: 'Europe', IN: 'India' };

/** Returns the region's sellers, the spare one first. */
export const sellersOf = ({ sellers, region }: RegionDeps): readonly Seller[] =>
  sellers.filter((seller) => seller.region === region).toSorted((a, b) => Number(b.isSpare) - Number(a.isSpare));
