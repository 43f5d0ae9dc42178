import { sql } from 'kysely';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Tx } from '../../../lib/db/db.ts';

export interface AuthorizationRequest {
  readonly region: Region;
  readonly returnPath: string;
  readonly accountName: string | null;
  readonly expectedSellerKey: string | null;
  readonly expiresAt: Date;
}

interface RequestKey {
  readonly tenantId: string;
  readonly stateHash: string;
  readonly emailAddressId: string;
  readonly sessionHash: string;
}

/** Inserts a request and deletes the expired ones of the tenant. */
export async function insertAuthorizationRequest(
  tx: Tx,
  request: AuthorizationRequest & RequestKey & { readonly now: Date },
): Promise<void> {
  await sql`
    delete from authorization_requests
     where tenant_id = ${request.tenantId}
       and expires_at <= ${request.now}`.execute(tx);
  await sql`
    insert into authorization_requests (
      tenant_id, state_hash, email_address_id, session_hash, region, return_path, account_name, expected_seller_key,
      expires_at
    )
    values (
      ${request.tenantId}, ${request.stateHash}, ${request.emailAddressId}, ${request.sessionHash}, ${request.region},
      ${request.returnPath}, ${request.accountName}, ${request.expectedSellerKey}, ${request.expiresAt}
    )`.execute(tx);
}

/** Takes a request exactly once, and only in the session of the person who began it. */
export async function takeAuthorizationRequest(tx: Tx, key: RequestKey): Promise<AuthorizationRequest | null> {
  const { rows } = await sql<AuthorizationRequest>`
    delete from authorization_requests
     where tenant_id = ${key.tenantId}
       and state_hash = ${key.stateHash}
       and email_address_id = ${key.emailAddressId}
       and session_hash = ${key.sessionHash}
    returning region,
              return_path as "returnPath",
              account_name as "accountName",
              expected_seller_key as "expectedSellerKey",
              expires_at as "expiresAt"`.execute(tx);
  return rows[0] ?? null;
}
