import type { SellerAccess } from '../../../../external/marketplace/seller-access.ts';
import type { SweepKey, SweepRow } from '../sweep-queries.ts';

/** A due sweep that this process has taken. */
export interface DueWork {
  readonly key: SweepKey;
  readonly row: SweepRow;
  readonly access: SellerAccess;
  readonly signal: AbortSignal;
  /** Start of this pass. Everything that a pass has seen counts as seen at this time. */
  readonly passStartedAt: Date;
  /** True if push announces the changes of the source and was proven alive when the sweep was taken. */
  readonly isPushAlive: boolean;
}

/** The result of a pass that is over. */
export interface PassResult {
  /** Changes that the pass found although push should have announced them. */
  readonly missed: number;
}
