import type { Tx } from '../../lib/db/db.ts';
import type { AddressKey } from '../accounts/queries.ts';
import { deleteTokensOf } from './access-tokens/token-queries.ts';
import { deleteLinksOf } from './mails/password-queries.ts';
import { deletePendingLoginsOf, lockAddress } from './second-step/two-factor-queries.ts';
import { deleteSessionsOf } from './sessions/session-queries.ts';

/**
 * Ends everything by which somebody is or could get in as this user without the password: sessions, log-ins under way,
 * links in mails and tokens of programs. Returns the hashes of the sessions. What is being given at the same time holds the
 * lock (`holdSession`).
 */
export async function endAccess(tx: Tx, key: AddressKey): Promise<readonly string[]> {
  await lockAddress(tx, key);
  await deletePendingLoginsOf(tx, key);
  await deleteLinksOf(tx, key);
  await deleteTokensOf(tx, key);
  return deleteSessionsOf(tx, key);
}
