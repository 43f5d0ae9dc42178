import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { recordAudit } from '../accounts/audit.ts';
import {
  deleteAuthorization,
  deleteConnection,
  findByAuthorization,
  findConnection,
  forgetConnections,
  listConnections,
  type StoredConnection,
} from './connection-queries.ts';
import type { ConnectionService } from './service.ts';
import { readRefreshToken } from './tokens.ts';

/**
 * Takes our access back at the service itself. If the service does not answer, the caller deletes the tokens all the
 * same.
 */
export async function revokeOutside(
  { keys, log }: Pick<Context, 'keys' | 'log'>,
  { client, title }: Pick<ConnectionService, 'client' | 'title'>,
  connection: StoredConnection,
): Promise<void> {
  const { tenantId, encryptedRefreshToken } = connection;
  if (encryptedRefreshToken === null) return;
  try {
    await client.revoke(readRefreshToken(keys, connection, encryptedRefreshToken));
  } catch (error) {
    log.warn({ tenantId, err: error }, `${title} did not confirm that our access was revoked`);
  }
}

/**
 * Ends a connection: our access is taken back at the service, and then the tokens are deleted. If the process dies in
 * between, the connection remains and the user can end it again.
 */
export async function disconnect(
  ctx: Pick<Context, 'db' | 'clock' | 'keys' | 'log'>,
  { tenantId, email }: Actor,
  { service, subject }: { readonly service: ConnectionService; readonly subject: string },
): Promise<void> {
  const place = { tenantId, service: service.id, subject };
  const connection = await ctx.db.tenant(tenantId, (tx) => findConnection(tx, place));
  if (!connection) throw new AppError('notFound');
  await revokeOutside(ctx, service, connection);
  const { authorizationId, title } = connection;
  await ctx.db.tenant(tenantId, async (tx) => {
    await deleteConnection(tx, connection);
    if (authorizationId !== null) await deleteAuthorization(tx, tenantId, authorizationId);
    await recordAudit(tx, [
      { tenantId, at: ctx.clock.now(), actor: email, action: 'connection ended', subject: title },
    ]);
  });
}

/** Takes our access back at all services to which a tenant is connected, and deletes the connections. */
export async function revokeAll(
  ctx: Pick<Context, 'db' | 'keys' | 'log'>,
  services: readonly ConnectionService[],
  tenantId: string,
): Promise<void> {
  for (const service of services) {
    const connections = await ctx.db.tenant(tenantId, (tx) => listConnections(tx, { tenantId, service: service.id }));
    for (const connection of connections) await revokeOutside(ctx, service, connection);
  }
  await ctx.db.tenant(tenantId, (tx) => forgetConnections(tx, tenantId));
}

/** Takes our access back for an entry in the list of applications, before the entry and its connection are deleted. */
export async function revokeListed(
  ctx: Pick<Context, 'db' | 'keys' | 'log'>,
  services: readonly ConnectionService[],
  { tenantId, authorizationId }: { readonly tenantId: string; readonly authorizationId: string },
): Promise<void> {
  const connection = await ctx.db.tenant(tenantId, (tx) => findByAuthorization(tx, tenantId, authorizationId));
  const service = services.find(({ id }) => id === connection?.service);
  if (connection && service) await revokeOutside(ctx, service, connection);
}
