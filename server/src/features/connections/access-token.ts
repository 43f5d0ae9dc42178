import type { Context } from '../../context.ts';
import { AuthorizationLost, ExternalError } from '../../external/marketplace/external-error.ts';
import type { Grant } from '../../external/oauth/oauth-client.ts';
import { lockConnection, type StoredConnection } from './connection-queries.ts';
import { claimRefresh, dropAccessToken, releaseRefresh, storeTokens } from './refresh-queries.ts';
import type { ConnectionKey, ConnectionService } from './service.ts';
import { noteBreak } from './standing-queries.ts';
import { encryptTokens, readAccessToken, readRefreshToken } from './tokens.ts';

export type AccessContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys'>;

/** A token is renewed this long before it expires, because it could expire while a request is on its way. */
const spareMs = 60_000;
/** How long one process may refresh a token while others wait. Longer than a refresh takes with all of its attempts. */
const leaseMs = 30_000;
const waitMs = 250;

/**
 * Calls the service with an access token, and once more with a new one if it answers 401. Throws `AuthorizationLost`
 * when the service has ended our access, after storing the break, and `UnknownKey` while the key of the tokens is not
 * configured.
 */
export async function callWithAccess<T>(
  ctx: AccessContext,
  { service, key }: { readonly service: ConnectionService; readonly key: ConnectionKey },
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const first = await obtainToken(ctx, service, key);
  try {
    return await call(first.accessToken);
  } catch (error) {
    if (!(error instanceof ExternalError) || error.status !== 401) throw error;
    await ctx.db.tenant(key.tenantId, (tx) => dropAccessToken(tx, key, first.encrypted));
  }
  return call((await obtainToken(ctx, service, key)).accessToken);
}

interface ObtainedToken {
  readonly accessToken: string;
  readonly encrypted: string;
}

/** Returns the stored access token or a new one. One process refreshes, and the others wait for it. */
async function obtainToken(ctx: AccessContext, service: ConnectionService, key: ConnectionKey): Promise<ObtainedToken> {
  for (;;) {
    const refreshedBy = ctx.random.uuid();
    const found = await findOrClaim(ctx, key, { service, refreshedBy });
    if (found === 'wait') {
      await ctx.clock.pause(waitMs);
      continue;
    }
    return 'accessToken' in found ? found : refresh(ctx, service, { ...found, refreshedBy });
  }
}

interface ClaimedConnection {
  readonly connection: StoredConnection;
  readonly refreshToken: string;
}

function findOrClaim(
  { db, clock, keys }: AccessContext,
  key: ConnectionKey,
  { service, refreshedBy }: { readonly service: ConnectionService; readonly refreshedBy: string },
): Promise<ObtainedToken | ClaimedConnection | 'wait'> {
  const now = clock.now().getTime();
  return db.tenant(key.tenantId, async (tx) => {
    const connection = await lockConnection(tx, key);
    if (!connection?.encryptedRefreshToken) throw new AuthorizationLost(service.id, 'there is no connection');
    const { encryptedAccessToken: encrypted, accessExpiresAt, refreshedUntil } = connection;
    if (encrypted !== null && accessExpiresAt !== null && accessExpiresAt.getTime() - spareMs > now) {
      return { accessToken: readAccessToken(keys, connection, encrypted), encrypted };
    }
    if (refreshedUntil !== null && refreshedUntil.getTime() > now) return 'wait';
    await claimRefresh(tx, key, { refreshedBy, until: new Date(now + leaseMs) });
    return { connection, refreshToken: readRefreshToken(keys, connection, connection.encryptedRefreshToken) };
  });
}

async function refresh(
  { db, clock, keys }: AccessContext,
  { client, title }: ConnectionService,
  { connection, refreshToken, refreshedBy }: ClaimedConnection & { readonly refreshedBy: string },
): Promise<ObtainedToken> {
  const { tenantId } = connection;
  let grant: Grant;
  try {
    grant = await client.refresh(refreshToken);
  } catch (error) {
    await db.tenant(tenantId, async (tx) => {
      const current = await lockConnection(tx, connection);
      // If the user has connected again since the refresh began, the refusal of the older token does not count.
      const isSame = current?.encryptedRefreshToken === connection.encryptedRefreshToken;
      if (error instanceof AuthorizationLost && isSame) {
        await noteBreak(tx, connection, { reason: lostReason(title), now: clock.now(), endsTokens: true });
      } else {
        await releaseRefresh(tx, connection, refreshedBy);
      }
    });
    throw error;
  }
  const { accessToken, accessExpiresAt } = grant;
  const encrypted = encryptTokens(keys, connection, grant);
  await db.tenant(tenantId, (tx) => storeTokens(tx, connection, { ...encrypted, refreshedBy, accessExpiresAt }));
  return { accessToken, encrypted: encrypted.encryptedAccessToken };
}

/** The reason that users see. The service names no cause: the access was taken back, has expired or was replaced. */
const lostReason = (title: string): string =>
  `${title} no longer lets Watchpost in: the access was taken back, or it has expired. Please connect again.`;
