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

interface AuthorizationRow {
  readonly id: string;
  readonly name: string;
  readonly authorizedAt: Date;
  /** The other user for whom the program acts; `null` for those of the viewer and of the tenant. */
  readonly email: string | null;
}

/** The authorisations that a call concerns: all of the tenant, for the owner, or those that the viewer gave. */
export type Extent = 'all' | 'own';

interface AuthorizationFilter {
  readonly tenantId: string;
  /** The viewer. */
  readonly emailAddressId: string;
  readonly extent: Extent;
}

/** Lists the authorisations of the extent, the oldest first. */
export async function listAuthorizationRows(
  tx: Tx,
  { tenantId, emailAddressId, extent }: AuthorizationFilter,
): Promise<readonly AuthorizationRow[]> {
  const { rows } = await sql<AuthorizationRow>`
    select i.integration_authorization_id as id, i.name, i.authorized_at as "authorizedAt", e.email
      from integration_authorizations i
      left join email_addresses e
        on e.tenant_id = ${tenantId}
       and e.email_address_id = i.email_address_id
       and e.email_address_id <> ${emailAddressId}
     where i.tenant_id = ${tenantId}
       and (${extent === 'all'} or i.email_address_id = ${emailAddressId})
     order by i.integration_authorization_id`.execute(tx);
  return rows;
}

/** Deletes an authorisation and returns its name, or `null` if the extent has none with this id. */
export async function deleteAuthorization(
  tx: Tx,
  id: string,
  { tenantId, emailAddressId, extent }: AuthorizationFilter,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    delete from integration_authorizations
     where tenant_id = ${tenantId}
       and integration_authorization_id = ${id}
       and (${extent === 'all'} or email_address_id = ${emailAddressId})
    returning name`.execute(tx);
  return rows[0]?.name ?? null;
}
