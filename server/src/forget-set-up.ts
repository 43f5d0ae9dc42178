import { recordAudit } from './features/accounts/audit-queries.ts';
import { listAddresses } from './features/accounts/settings/settings-queries.ts';
import {
  deleteAddresses,
  listSessionHashes,
  replaceLogins,
} from './features/accounts/settings/settings-write-queries.ts';
import { forgetConnections } from './features/connections/connection-queries.ts';
import { deleteChannels, giveUpWaiting } from './features/delivering/channels/channel-queries.ts';
import type { Tx } from './lib/db/db.ts';
import { lockTenant } from './lib/db/lock-tenant.ts';

interface UnconfirmedAccount {
  readonly tenantId: string;
  /** The address of the owner, which is being confirmed. */
  readonly email: string;
  readonly now: Date;
}

/**
 * Removes all other users and recipients, channels and connections from the account, because somebody else may have
 * signed up with the owner's address. Returns the sessions of the removed users.
 */
export async function forgetSetUp(tx: Tx, { tenantId, email, now }: UnconfirmedAccount): Promise<readonly string[]> {
  await lockTenant(tx, tenantId);
  const others = (await listAddresses(tx, tenantId)).filter(({ isPrimary }) => !isPrimary);
  const ids = others.map(({ emailAddressId }) => emailAddressId);
  const sessionHashes = await listSessionHashes(tx, tenantId, ids);
  await replaceLogins(tx, tenantId, { before: ids, after: [] });
  await deleteAddresses(tx, tenantId, ids);
  for (const channelId of await deleteChannels(tx, tenantId)) {
    await giveUpWaiting(tx, { tenantId, channelId }, 'The channel was removed');
  }
  await forgetConnections(tx, tenantId);
  const details = { addresses: { from: others.map((address) => address.email) } };
  await recordAudit(tx, [{ tenantId, at: now, actor: email, action: 'set-up removed', subject: email, details }]);
  return sessionHashes;
}
