import type { Tx } from '../../lib/db/db.ts';
import type { SellerKey } from './queries.ts';
import { markHeld } from './lost-account-queries.ts';
import { deleteRefusals, wakeFailedSweeps, wakeSubscribing } from './refusal-queries.ts';

interface Return extends SellerKey {
  readonly now: Date;
  readonly version: string;
}

/** The authorisation holds, again or anew: nothing is held against the account, and what was put off is due. */
export async function noteReturn(tx: Tx, { now, ...account }: Return): Promise<void> {
  await markHeld(tx, account);
  await deleteRefusals(tx, account);
  await wakeFailedSweeps(tx, account, now);
  await wakeSubscribing(tx, account, now);
}
