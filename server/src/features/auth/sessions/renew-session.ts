import { decryptSecret, encryptSecret, type EncryptionKeys } from '../../../lib/secrets.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { findSessionSecret } from '../second-step/app-queries.ts';
import { newAppPlace } from '../second-step/authenticator-app.ts';
import { setSessionHash, type SessionKey } from './session-queries.ts';

interface Renewal {
  readonly former: SessionKey;
  readonly sessionHash: string;
  /** The instant at which the password was given. */
  readonly now: Date;
}

/**
 * Gives a session another hash after its password was given. Returns false if the session has ended, or if another
 * request has just renewed it. The secret of an authenticator app that is being added is bound to the hash, so it is
 * encrypted again.
 */
export async function renewSession(
  { keys }: { readonly keys: EncryptionKeys },
  tx: Tx,
  { former, sessionHash, now }: Renewal,
): Promise<boolean> {
  const { tenantId } = former;
  const sealed = await findSessionSecret(tx, former);
  const secret = sealed && decryptSecret(keys, newAppPlace(former), sealed);
  const appSecret = secret && encryptSecret(keys, newAppPlace({ tenantId, sessionHash }), secret);
  return setSessionHash(tx, { former, sessionHash, appSecret, now });
}
