import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

export interface ExpiringToken {
  readonly tenantId: string;
  readonly accessTokenId: string;
  readonly emailAddressId: string;
  readonly email: string;
  readonly name: string;
  readonly expiresAt: Date;
  /** Whether hooks were subscribed with it, which end together with it. */
  readonly hasHooks: boolean;
}

interface ExpiryFilter {
  readonly now: Date;
  readonly until: Date;
  readonly most: number;
}

/** Lists, over all tenants, the tokens that expire by `until` and whose person was not told of the expiry. */
export async function listExpiringTokens(
  db: Executor,
  { now, until, most }: ExpiryFilter,
): Promise<readonly ExpiringToken[]> {
  const { rows } = await sql<ExpiringToken>`
    select a.tenant_id as "tenantId",
           a.access_token_id as "accessTokenId",
           a.email_address_id as "emailAddressId",
           e.email,
           a.name,
           a.expires_at as "expiresAt",
           exists (
             select 1
               from channels c
              where c.tenant_id = a.tenant_id
                and c.access_token_id = a.access_token_id
           ) as "hasHooks"
      from access_tokens a
      join email_addresses e
        on e.tenant_id = a.tenant_id
       and e.email_address_id = a.email_address_id
     where a.expires_at > ${now}
       and a.expires_at <= ${until}
       and not a.is_expiry_told
       and a.integration_authorization_id is null
       -- Nobody is told of a token that was created for a few days only, because its person chose that time.
       and a.expires_at - a.created_at > interval '8 days'
       and e.is_user
     order by a.expires_at
     limit ${most}`.execute(db);
  return rows;
}

/**
 * Notes that the person is told of the expiry. Returns false if another process has told the person or the token was
 * revoked.
 */
export async function noteExpiryTold(tx: Tx, { tenantId, accessTokenId }: ExpiringToken): Promise<boolean> {
  const { rows } = await sql`
    update access_tokens
       set is_expiry_told = true
     where tenant_id = ${tenantId}
       and access_token_id = ${accessTokenId}
       and not is_expiry_told
    returning access_token_id`.execute(tx);
  return rows.length > 0;
}

/** Deletes tokens of all tenants that expired before this time, and routes that lead to no token. For the worker. */
export async function forgetTokens(db: Executor, expiredBefore: Date): Promise<void> {
  await sql`delete from access_tokens where expires_at < ${expiredBefore}`.execute(db);
  await sql`
    with valid as materialized (
      select a.tenant_id, a.token_hash
        from access_tokens a
       union all
      select r.tenant_id, r.token_hash
        from oauth_refresh_tokens r
       union all
      select c.tenant_id, c.code_hash
        from oauth_codes c
    )
    delete from token_tenants t
     where not exists (
             select 1
               from valid v
              where v.tenant_id = t.tenant_id
                and v.token_hash = t.token_hash
           )`.execute(db);
}
