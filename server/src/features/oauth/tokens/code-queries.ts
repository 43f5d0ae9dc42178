import { sql } from 'kysely';
import type { TokenScope } from '@app/shared/contract/endpoint.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { isAllowedAgain } from '../../accounts/allowed-again-queries.ts';
import { authorizationMs } from '../../accounts/authorization-lifetime.ts';

interface AuthorizationCode {
  readonly tenantId: string;
  readonly codeHash: string;
  readonly emailAddressId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly scopes: readonly TokenScope[];
  readonly resource: string;
  readonly expiresAt: Date;
}

export async function insertCode(tx: Tx, code: AuthorizationCode): Promise<void> {
  await sql`
    with routed as (
      insert into token_tenants (token_hash, tenant_id)
      values (${code.codeHash}, ${code.tenantId})
    )
    insert into oauth_codes (
      tenant_id, code_hash, email_address_id, client_id, client_name, redirect_uri, code_challenge, scopes, resource,
      expires_at
    )
    values (
      ${code.tenantId}, ${code.codeHash}, ${code.emailAddressId}, ${code.clientId}, ${code.clientName},
      ${code.redirectUri}, ${code.codeChallenge}, ${[...code.scopes]}, ${code.resource}, ${code.expiresAt}
    )`.execute(tx);
}

export interface FoundCode extends AuthorizationCode {
  /** The authorisation for which the code was exchanged; `null` until then. */
  readonly authorizationId: string | null;
}

/** Locks the code, so that the second of two exchanges sees the first. */
export async function lockCode(
  tx: Tx,
  { tenantId, codeHash }: Pick<AuthorizationCode, 'tenantId' | 'codeHash'>,
): Promise<FoundCode | null> {
  const { rows } = await sql<FoundCode>`
    select c.tenant_id as "tenantId",
           c.code_hash as "codeHash",
           c.email_address_id as "emailAddressId",
           c.client_id as "clientId",
           c.client_name as "clientName",
           c.redirect_uri as "redirectUri",
           c.code_challenge as "codeChallenge",
           c.scopes,
           c.resource,
           c.expires_at as "expiresAt",
           c.integration_authorization_id as "authorizationId"
      from oauth_codes c
     where c.tenant_id = ${tenantId}
       and c.code_hash = ${codeHash}
       for update`.execute(tx);
  return rows[0] ?? null;
}

export async function noteExchange(
  tx: Tx,
  { tenantId, codeHash, authorizationId }: FoundCode & { readonly authorizationId: string },
): Promise<void> {
  await sql`
    update oauth_codes
       set integration_authorization_id = ${authorizationId}
     where tenant_id = ${tenantId}
       and code_hash = ${codeHash}`.execute(tx);
}

/**
 * Deletes codes of all tenants, and authorisations of programs that can no longer renew their tokens. An authorisation
 * with hooks stays until its end: a program that is only called by its hooks has no reason to renew its tokens, and
 * would be told of nothing any more without a word. Its hooks then go on with a later authorisation, if the person has
 * given one, which therefore stays as well.
 */
export async function forgetAuthorizations(db: Executor, endedBefore: Date): Promise<void> {
  const givenBefore = new Date(endedBefore.getTime() - authorizationMs);
  await sql`delete from oauth_codes where expires_at < ${endedBefore}`.execute(db);
  await handHooksOver(db, givenBefore);
  await sql`
    delete from integration_authorizations later
     where later.client_id is not null
       and later.authorized_at < ${endedBefore}
       and not exists (
             select 1
               from oauth_refresh_tokens r
              where r.tenant_id = later.tenant_id
                and r.integration_authorization_id = later.integration_authorization_id
                and r.expires_at >= ${endedBefore}
           )
       and (
             later.authorized_at < ${givenBefore}
          or not exists (
               select 1
                 from channels c
                 join integration_authorizations earlier
                   on earlier.tenant_id = c.tenant_id
                  and earlier.integration_authorization_id = c.integration_authorization_id
                where c.tenant_id = later.tenant_id
                  and (
                        earlier.integration_authorization_id = later.integration_authorization_id
                     or ${isAllowedAgain(sql`earlier.tenant_id`)}
                      )
             )
           )`.execute(db);
}

/** Hands the hooks of ended authorisations over to the latest ones that continue them. */
async function handHooksOver(db: Executor, givenBefore: Date): Promise<void> {
  await sql`
    update channels c
       set integration_authorization_id = renewed.latest
      from (
             select earlier.tenant_id,
                    earlier.integration_authorization_id as ended,
                    max(later.integration_authorization_id) as latest
               from integration_authorizations earlier
               join integration_authorizations later
                 on later.tenant_id = earlier.tenant_id
                and ${isAllowedAgain(sql`earlier.tenant_id`)}
              where earlier.authorized_at < ${givenBefore}
                and later.authorized_at >= ${givenBefore}
              group by earlier.tenant_id, earlier.integration_authorization_id
           ) renewed
     where c.tenant_id = renewed.tenant_id
       and c.integration_authorization_id = renewed.ended`.execute(db);
}
