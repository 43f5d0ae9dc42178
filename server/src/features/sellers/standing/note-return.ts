import type { Tx } from '../../../lib/db/db.ts';
import type { SellerKey } from '../queries.ts';
import { makeSweepsDue, markHeld } from './lost-account-queries.ts';
import { deleteRefusals, wakeFailedSweeps, wakeSubscribing } from './refusal-queries.ts';

interface Return extends SellerKey {
  readonly now: Date;
  readonly version: string;
}

/**
 * Clears the mark and all refusals of an account whose authorisation works. After a loss all of its work is due, so that
 * what happened meanwhile is found at once; otherwise what was postponed.
 */
export async function noteReturn(tx: Tx, { now, ...account }: Return): Promise<void> {
  const wasLost = await markHeld(tx, account);
  await deleteRefusals(tx, account);
  await (wasLost ? makeSweepsDue : wakeFailedSweeps)(tx, account, now);
  await wakeSubscribing(tx, account, now);
}
