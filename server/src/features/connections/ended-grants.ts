import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { encryptSecret } from '../../lib/secrets.ts';
import { announceWork } from '../../lib/jobs/work-bells.ts';
import { deleteConnection, endedPrefix, type StoredConnection } from './connection-queries.ts';
import type { ConnectionService } from './service.ts';
import { readRefreshToken, tokenPlace } from './tokens.ts';

export const isEnded = ({ subject }: Pick<StoredConnection, 'subject'>): boolean => subject.startsWith(endedPrefix);

/**
 * Takes a connection out of use and out of the list of applications, and makes it due for the worker. A connection
 * without a token that could be taken back, or with one that cannot be read, is not changed.
 */
export async function markEnded(
  { clock, keys, log }: Pick<Context, 'clock' | 'keys' | 'log'>,
  tx: Tx,
  connection: StoredConnection,
): Promise<void> {
  const { tenantId, connectionId, encryptedRefreshToken } = connection;
  if (encryptedRefreshToken === null) return;
  const subject = `${endedPrefix}${connectionId}`;
  let sealed: string;
  try {
    const token = readRefreshToken(keys, connection, encryptedRefreshToken);
    sealed = encryptSecret(keys, tokenPlace({ ...connection, subject }, 'refresh_token'), token);
  } catch (error) {
    log.warn({ tenantId, err: error }, `the access to ${connection.title} cannot be taken back`);
    return;
  }
  await sql`
    update connections
       set subject = ${subject},
           integration_authorization_id = null,
           state = 'pending',
           reason = null,
           next_try_at = ${clock.now()},
           refresh_token = ${sealed},
           access_token = null,
           access_expires_at = null,
           refreshed_by = null,
           refreshed_until = null
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
  announceWork('connections');
}

/**
 * Takes our access back at the service itself, unless another connection lives from it. If the service does not answer,
 * the caller deletes the tokens all the same.
 */
export async function revokeOutside(
  { db, keys, log }: Pick<Context, 'db' | 'keys' | 'log'>,
  { client, title, isGrantShared }: Pick<ConnectionService, 'client' | 'title' | 'isGrantShared'>,
  connection: StoredConnection,
): Promise<void> {
  const { tenantId, encryptedRefreshToken } = connection;
  if (encryptedRefreshToken === null || (await isGrantShared?.(db, connection))) return;
  try {
    await client.revoke(readRefreshToken(keys, connection, encryptedRefreshToken));
  } catch (error) {
    log.warn({ tenantId, err: error }, `${title} did not confirm that our access was revoked`);
  }
}

/** Takes our access back for an ended connection, and forgets it. For the worker. */
export async function endGrant(
  ctx: Pick<Context, 'db' | 'keys' | 'log'>,
  service: ConnectionService,
  connection: StoredConnection,
): Promise<void> {
  await revokeOutside(ctx, service, connection);
  await ctx.db.tenant(connection.tenantId, (tx) => deleteConnection(tx, connection));
}
