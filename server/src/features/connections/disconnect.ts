import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { recordAudit } from '../accounts/audit-queries.ts';
import {
  deleteAuthorization,
  deleteConnection,
  findByAuthorization,
  findConnection,
  forgetConnections,
  listConnections,
} from './connection-queries.ts';
import { markEnded, revokeOutside } from './ended-grants.ts';
import type { ConnectionService } from './service.ts';

/**
 * Ends a connection to a service whose access belongs to this connection alone: our access is taken back at the
 * service, and then the tokens are deleted, also if the service does not answer. If the process dies in between, the connection remains and the user can end
 * it again.
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

/** Takes our access back at all services to which a tenant is connected, and deletes the connections. For the worker. */
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

/**
 * Ends the connection of an entry in the list of applications, before the entry is deleted. The worker takes our access
 * back.
 */
export async function endListed(
  ctx: Pick<Context, 'db' | 'clock' | 'keys' | 'log'>,
  services: readonly ConnectionService[],
  { tenantId, authorizationId }: { readonly tenantId: string; readonly authorizationId: string },
): Promise<void> {
  await ctx.db.tenant(tenantId, async (tx) => {
    const connection = await findByAuthorization(tx, tenantId, authorizationId);
    if (connection && services.some(({ id }) => id === connection.service)) await markEnded(ctx, tx, connection);
  });
}
