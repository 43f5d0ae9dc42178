import type { Tx } from '../../../lib/db/db.ts';
import type { SellerKey } from '../queries.ts';
import { makeSweepsDue, markHeld } from './lost-account-queries.ts';
import { deleteRefusals, wakeFailedSweeps, wakeSubscribing } from './refusal-queries.ts';

interface Return extends SellerKey {
  readonly now: Date;
  readonly version: string;
}

/**
 * Clears the loss and all refusals of an account whose authorisation works. If the account was lost, all of its sweeps
 * are due, so that changes during the loss are found soon; otherwise only failed sweeps are due.
 */
export async function noteReturn(tx: Tx, { now, ...account }: Return): Promise<void> {
  const wasLost = await markHeld(tx, account);
  await deleteRefusals(tx, account);
  await (wasLost ? makeSweepsDue : wakeFailedSweeps)(tx, account, now);
  await wakeSubscribing(tx, account, now);
}
