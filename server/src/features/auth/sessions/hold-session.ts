import { AppError } from '@app/shared/base/errors.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { lockAddress } from '../second-step/two-factor-queries.ts';
import { hasSession } from './session-queries.ts';

/**
 * Locks the address of the caller until the transaction ends, and throws if the session has ended since the call was
 * admitted. A change that gives access beyond the session begins with it: `endAccess` takes the same lock, and would
 * otherwise miss what is given at the same time.
 */
export async function holdSession(
  tx: Tx,
  actor: Pick<Actor, 'tenantId' | 'emailAddressId' | 'sessionHash'>,
): Promise<void> {
  await lockAddress(tx, actor);
  if (!(await hasSession(tx, actor))) throw new AppError('notLoggedIn');
}
