import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import type { ConnectionKey } from './service.ts';

interface RefreshClaim {
  readonly refreshedBy: string;
  readonly until: Date;
}

export async function claimRefresh(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { refreshedBy, until }: RefreshClaim,
): Promise<void> {
  await sql`
    update connections
       set refreshed_by = ${refreshedBy},
           refreshed_until = ${until}
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
}

/** Ends a refresh without a token, so that the next call need not wait for the end of the lease. */
export async function releaseRefresh(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  refreshedBy: string,
): Promise<void> {
  await sql`
    update connections
       set refreshed_by = null,
           refreshed_until = null
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}
       and refreshed_by = ${refreshedBy}`.execute(tx);
}

interface StoredTokens {
  readonly refreshedBy: string;
  readonly encryptedAccessToken: string;
  readonly accessExpiresAt: Date;
  /** The new refresh token; `null` keeps the stored one. */
  readonly encryptedRefreshToken: string | null;
}

/** Stores the new tokens, unless the user has connected again since the refresh began or the lease was lost. */
export async function storeTokens(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  tokens: StoredTokens,
): Promise<void> {
  await sql`
    update connections
       set access_token = ${tokens.encryptedAccessToken},
           access_expires_at = ${tokens.accessExpiresAt},
           refresh_token = coalesce(${tokens.encryptedRefreshToken}, refresh_token),
           refreshed_by = null,
           refreshed_until = null
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}
       and refreshed_by = ${tokens.refreshedBy}`.execute(tx);
}

/** Drops an access token that the service has refused, unless another process has stored a new one. */
export async function dropAccessToken(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  encryptedAccessToken: string,
): Promise<void> {
  await sql`
    update connections
       set access_token = null,
           access_expires_at = null
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}
       and access_token = ${encryptedAccessToken}`.execute(tx);
}
