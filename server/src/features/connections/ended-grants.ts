import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { encryptSecret } from '../../lib/secrets.ts';
import { deleteConnection, endedPrefix, endConnection, type StoredConnection } from './connection-queries.ts';
import type { ConnectionService } from './service.ts';
import { serviceBackoff } from './standing.ts';
import { updateSetback } from './standing-queries.ts';
import { readRefreshToken, tokenPlace } from './tokens.ts';

/** After this many attempts, which take more than a day, a service that does not answer keeps our access. */
const mostAttempts = 48;

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
  await endConnection(tx, connection, { subject, now: clock.now(), sealedRefreshToken: sealed });
}

/**
 * Takes our access back at the service itself, unless another connection lives from it. Returns false if the service
 * does not answer, or if the token cannot be read.
 */
export async function revokeOutside(
  { db, keys, log }: Pick<Context, 'db' | 'keys' | 'log'>,
  { client, title, isGrantShared }: Pick<ConnectionService, 'client' | 'title' | 'isGrantShared'>,
  connection: StoredConnection,
): Promise<boolean> {
  const { tenantId, encryptedRefreshToken } = connection;
  if (encryptedRefreshToken === null || (await isGrantShared?.(db, connection))) return true;
  try {
    await client.revoke(readRefreshToken(keys, connection, encryptedRefreshToken));
    return true;
  } catch (error) {
    log.warn({ tenantId, err: error }, `${title} did not confirm that our access was revoked`);
    return false;
  }
}

/**
 * Takes our access back for an ended connection, and forgets it. If the service does not answer, the connection is due
 * again later. For the worker.
 */
export async function endGrant(
  ctx: Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'log'>,
  service: ConnectionService,
  connection: StoredConnection,
): Promise<void> {
  const isRevoked = await revokeOutside(ctx, service, connection);
  const failures = connection.failures + 1;
  const now = ctx.clock.now();
  const nextTryAt = new Date(now.getTime() + backoffMs(serviceBackoff, connection.failures, ctx.random));
  await ctx.db.tenant(connection.tenantId, (tx) =>
    isRevoked || failures >= mostAttempts
      ? deleteConnection(tx, connection)
      : updateSetback(tx, connection, { now, failures, nextTryAt, error: null }),
  );
}
