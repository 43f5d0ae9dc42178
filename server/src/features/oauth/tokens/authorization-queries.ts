import { sql } from 'kysely';
import { minuteMs } from '@app/shared/base/time.ts';
import type { TokenScope } from '@app/shared/contract/endpoint.ts';
import type { Tx } from '../../../lib/db/db.ts';

interface NewAuthorization {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly TokenScope[];
  readonly resource: string;
  readonly now: Date;
}

export async function insertAuthorization(tx: Tx, given: NewAuthorization): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into integration_authorizations (
      tenant_id, name, authorized_at, email_address_id, client_id, scopes, resource
    )
    values (
      ${given.tenantId}, ${given.clientName}, ${given.now}, ${given.emailAddressId}, ${given.clientId},
      ${[...given.scopes]}, ${given.resource}
    )
    returning integration_authorization_id as id`.execute(tx);
  return rows[0]?.id ?? '';
}

export interface AuthorizationKey {
  readonly tenantId: string;
  readonly authorizationId: string;
}

/** Ends an authorisation; its tokens and hooks go with it. Returns the name of its program, or `null` if it has ended. */
export async function endAuthorization(
  tx: Tx,
  { tenantId, authorizationId }: AuthorizationKey,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    delete from integration_authorizations
     where tenant_id = ${tenantId}
       and integration_authorization_id = ${authorizationId}
    returning name`.execute(tx);
  return rows[0]?.name ?? null;
}

export interface NewTokenPair extends AuthorizationKey {
  readonly emailAddressId: string;
  readonly clientName: string;
  readonly scopes: readonly TokenScope[];
  readonly accessHash: string;
  readonly refreshHash: string;
  readonly now: Date;
  readonly accessExpiresAt: Date;
  readonly refreshExpiresAt: Date;
}

/**
 * The limit of access tokens that a program gets for one authorisation. Each is a row, and lasts an hour. The window is
 * shorter than that, so that the rows can be counted.
 */
export const renewals = { most: 60, windowMs: 15 * minuteMs } as const;

/**
 * Stores an access token and the refresh token that follows it, and deletes the ended ones before them. The first access
 * token stays, because the calls of all are counted with it, and so do those of the window in which renewals are
 * counted.
 */
export async function insertTokenPair(tx: Tx, pair: NewTokenPair): Promise<void> {
  await sql`
    delete from access_tokens
     where tenant_id = ${pair.tenantId}
       and integration_authorization_id = ${pair.authorizationId}
       and expires_at <= ${pair.now}
       and created_at <= ${new Date(pair.now.getTime() - renewals.windowMs)}
       and access_token_id > (
             select min(o.access_token_id)
               from access_tokens o
              where o.tenant_id = ${pair.tenantId}
                and o.integration_authorization_id = ${pair.authorizationId}
           )`.execute(tx);
  // A repeated exchange has the refresh token of the first one.
  await sql`
    with routed as (
      insert into token_tenants (token_hash, tenant_id)
      values (${pair.accessHash}, ${pair.tenantId}), (${pair.refreshHash}, ${pair.tenantId})
      on conflict do nothing
    ),
    renewing as (
      insert into oauth_refresh_tokens (tenant_id, token_hash, integration_authorization_id, expires_at)
      values (${pair.tenantId}, ${pair.refreshHash}, ${pair.authorizationId}, ${pair.refreshExpiresAt})
      on conflict do nothing
    )
    insert into access_tokens (
      tenant_id, email_address_id, token_hash, name, scopes, created_at, expires_at, integration_authorization_id
    )
    values (
      ${pair.tenantId}, ${pair.emailAddressId}, ${pair.accessHash}, ${pair.clientName}, ${[...pair.scopes]},
      ${pair.now}, ${pair.accessExpiresAt}, ${pair.authorizationId}
    )`.execute(tx);
}

/** Returns when the nth newest access token of an authorisation was issued; `null` if it has fewer. */
export async function findNthNewest(
  tx: Tx,
  { tenantId, authorizationId, n }: AuthorizationKey & { readonly n: number },
): Promise<Date | null> {
  const { rows } = await sql<{ createdAt: Date }>`
    select a.created_at as "createdAt"
      from access_tokens a
     where a.tenant_id = ${tenantId}
       and a.integration_authorization_id = ${authorizationId}
     order by a.created_at desc
     limit 1 offset ${n - 1}`.execute(tx);
  return rows[0]?.createdAt ?? null;
}

interface TokenKey {
  readonly tenantId: string;
  readonly tokenHash: string;
}

export interface FoundRefreshToken {
  readonly authorizationId: string;
  readonly emailAddressId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly TokenScope[];
  readonly resource: string;
  readonly authorizedAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** Locks the refresh token, so that the second of two exchanges sees the first. */
export async function lockRefreshToken(tx: Tx, { tenantId, tokenHash }: TokenKey): Promise<FoundRefreshToken | null> {
  const { rows } = await sql<FoundRefreshToken>`
    select r.integration_authorization_id as "authorizationId",
           i.email_address_id as "emailAddressId",
           i.client_id as "clientId",
           i.name as "clientName",
           i.scopes,
           i.resource,
           i.authorized_at as "authorizedAt",
           r.expires_at as "expiresAt",
           r.used_at as "usedAt"
      from oauth_refresh_tokens r
      join integration_authorizations i
        on i.tenant_id = r.tenant_id
       and i.integration_authorization_id = r.integration_authorization_id
     where r.tenant_id = ${tenantId}
       and r.token_hash = ${tokenHash}
       for update of r`.execute(tx);
  return rows[0] ?? null;
}

export async function noteRefresh(tx: Tx, { tenantId, tokenHash, now }: TokenKey & { now: Date }): Promise<void> {
  await sql`
    update oauth_refresh_tokens
       set used_at = ${now}
     where tenant_id = ${tenantId}
       and token_hash = ${tokenHash}`.execute(tx);
}

/** Ends one access token of a client. Its row stays, because the limits of calls and renewals are counted with it. */
export async function endAccessToken(
  tx: Tx,
  { tenantId, tokenHash, clientId, now }: TokenKey & { readonly clientId: string; readonly now: Date },
): Promise<void> {
  await sql`
    update access_tokens a
       set expires_at = least(a.expires_at, ${now}::timestamptz)
      from integration_authorizations i
     where a.tenant_id = ${tenantId}
       and a.token_hash = ${tokenHash}
       and i.tenant_id = ${tenantId}
       and i.integration_authorization_id = a.integration_authorization_id
       and i.client_id = ${clientId}`.execute(tx);
}
