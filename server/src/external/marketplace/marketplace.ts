import type { Region } from '@app/shared/base/marketplaces.ts';

/** One authorised seller account, as calls to the marketplace need it. */
export interface SellerAccess {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly refreshToken: string;
}

/** The marketplace's API, seen from the features: one method per operation that the product uses. */
export interface Marketplace {
  /** Trades the code that consent brought for a refresh token. Throws ExternalError; permanent when refused. */
  exchangeCode(input: { readonly code: string; readonly redirectUri: string }): Promise<{ refreshToken: string }>;
  /** In which marketplaces the seller takes part. Those that the product does not know are left out. */
  participations(access: SellerAccess): Promise<readonly Participation[]>;
}

export interface Participation {
  /** Our code of the marketplace: `US`, `DE`. */
  readonly marketplace: string;
  readonly storeName: string | null;
}
