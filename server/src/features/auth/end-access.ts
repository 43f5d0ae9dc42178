import type { Tx } from '../../lib/db/db.ts';
import type { AddressKey } from '../accounts/queries.ts';
import { deleteTokensOf } from './access-tokens/token-queries.ts';
import { deleteLinksOf } from './mails/password-queries.ts';
import { deletePendingLoginsOf, lockAddress } from './second-step/two-factor-queries.ts';
import { deleteSessionsOf } from './sessions/session-queries.ts';

/**
 * Ends everything by which somebody is or could get in as this user without the password: sessions, log-ins under way,
 * links in mails and tokens of programs. Calls that give access at the same time wait for its lock (`holdSession`).
 * Returns the hashes of the sessions.
 */
export async function endAccess(tx: Tx, key: AddressKey): Promise<readonly string[]> {
  await lockAddress(tx, key);
  await deletePendingLoginsOf(tx, key);
  await deleteLinksOf(tx, key);
  await deleteTokensOf(tx, key);
  return deleteSessionsOf(tx, key);
}
