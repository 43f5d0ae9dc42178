import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { SweepKey, SweepRow } from './sweep-queries.ts';

/** What is due of one seller account, taken by one process. */
export interface DueWork {
  readonly key: SweepKey;
  readonly row: SweepRow;
  readonly access: SellerAccess;
  readonly signal: AbortSignal;
}
