import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Standing } from './standing.ts';

/** The credentials of one authorised seller account for calls to the marketplace. */
export interface SellerAccess {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly refreshToken: string;
  /** The standing of the account; absent while the account is being connected. */
  readonly standing?: Standing;
}
