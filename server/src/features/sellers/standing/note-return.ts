import type { Tx } from '../../../lib/db/db.ts';
import type { SellerKey } from '../queries.ts';
import { markHeld } from './lost-account-queries.ts';
import { deleteRefusals, wakeFailedSweeps, wakeSubscribing } from './refusal-queries.ts';

interface Return extends SellerKey {
  readonly now: Date;
  readonly version: string;
}

/** Clears the mark and all refusals of an account whose authorisation works, and makes postponed work due. */
export async function noteReturn(tx: Tx, { now, ...account }: Return): Promise<void> {
  await markHeld(tx, account);
  await deleteRefusals(tx, account);
  await wakeFailedSweeps(tx, account, now);
  await wakeSubscribing(tx, account, now);
}
