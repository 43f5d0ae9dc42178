import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Standing } from './standing.ts';

/** One authorised seller account, as calls to the marketplace need it. */
export interface SellerAccess {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly refreshToken: string;
  /** Absent while the account is being connected. */
  readonly standing?: Standing;
}
