import type { Region } from '@app/shared/base/marketplaces.ts';
import type { AuthorizationCodes } from '../lwa/codes.ts';
import type { Seller } from '../world/model/seller.ts';

export interface SellerCentralDeps {
  applicationId: string;
  /** Where the product answers: its login URI and the only other host than loopback that consent may lead to. */
  watchpostUrl: string;
  publicUrl: () => string;
  sellers: readonly Seller[];
  codes: AuthorizationCodes;
  newId: () => string;
}

export interface RegionDeps extends SellerCentralDeps {
  region: Region;
  /** Path under which this region's Seller Central stands. */
  prefix: string;
}

export const regionNames: Readonly<Record<Region, string>> = { NA: 'North America', EU: 'Europe', IN: 'India' };

/** The region's sellers, the one that waits for sign-up first. */
export const sellersOf = ({ sellers, region }: RegionDeps): readonly Seller[] =>
  sellers.filter((seller) => seller.region === region).toSorted((a, b) => Number(b.isSpare) - Number(a.isSpare));
