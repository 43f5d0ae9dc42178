import { sql } from 'kysely';
import type { TokenScope } from '@app/shared/contract/endpoint.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { hiddenAccounts, type AddressKey } from '../../accounts/queries.ts';

interface NewToken extends AddressKey {
  readonly tokenHash: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertToken(tx: Tx, token: NewToken): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with routed as (
      insert into token_tenants (token_hash, tenant_id)
      values (${token.tokenHash}, ${token.tenantId})
    )
    insert into access_tokens (
      tenant_id, email_address_id, token_hash, name, scopes, created_at, expires_at
    )
    values (
      ${token.tenantId}, ${token.emailAddressId}, ${token.tokenHash}, ${token.name}, ${[...token.scopes]},
      ${token.createdAt}, ${token.expiresAt}
    )
    returning access_token_id as id`.execute(tx);
  return rows[0]?.id ?? '';
}

export async function countTokensOf(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select count(*)::int as tokens
      from access_tokens a
     where a.tenant_id = ${tenantId}
       and a.email_address_id = ${emailAddressId}
       and a.integration_authorization_id is null`.execute(tx);
  return rows[0]?.tokens ?? 0;
}

interface ListedToken {
  readonly id: string;
  readonly emailAddressId: string;
  readonly email: string;
  readonly name: string;
  readonly scopes: TokenScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

interface TokenViewer extends AddressKey {
  readonly isOwner: boolean;
}

/** Lists the personal tokens of the viewer, or all of them for the owner, newest first. */
export async function listTokensFor(tx: Tx, viewer: TokenViewer): Promise<readonly ListedToken[]> {
  const { rows } = await sql<ListedToken>`
    select a.access_token_id as id,
           a.email_address_id as "emailAddressId",
           e.email,
           a.name,
           a.scopes,
           a.created_at as "createdAt",
           a.expires_at as "expiresAt",
           a.last_used_at as "lastUsedAt"
      from access_tokens a
      join email_addresses e
        on e.tenant_id = a.tenant_id
       and e.email_address_id = a.email_address_id
     where a.tenant_id = ${viewer.tenantId}
       and a.integration_authorization_id is null
       and (${viewer.isOwner} or a.email_address_id = ${viewer.emailAddressId})
     order by a.created_at desc, a.access_token_id desc`.execute(tx);
  return rows;
}

/** Deletes a token that the viewer may revoke. Returns its name, or `null` if there is none. */
export async function deleteTokenFor(tx: Tx, viewer: TokenViewer, accessTokenId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    with gone as (
      delete from access_tokens
       where tenant_id = ${viewer.tenantId}
         and access_token_id = ${accessTokenId}
         and integration_authorization_id is null
         and (${viewer.isOwner} or email_address_id = ${viewer.emailAddressId})
      returning name, token_hash
    ),
    unrouted as (
      delete from token_tenants t
       using gone g
       where t.token_hash = g.token_hash
         and t.tenant_id = ${viewer.tenantId}
    )
    select g.name from gone g`.execute(tx);
  return rows[0]?.name ?? null;
}

/**
 * Deletes all tokens of a person, and the authorisations that the person has given to programs of others. The routes of
 * the tokens stay until the next clean-up and lead to no token. Codes are deleted first: this waits for a program that
 * is exchanging a code, so that the resulting authorisation is deleted too.
 */
export async function deleteTokensOf(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<void> {
  await sql`
    delete from oauth_codes
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
  await sql`
    delete from access_tokens
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
  await sql`
    delete from integration_authorizations
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
}

/** True if a program may act for the person, by a personal token or by an authorisation. */
export async function hasPrograms(
  tx: Tx,
  { tenantId, emailAddressId, now }: AddressKey & { readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from access_tokens a
     where a.tenant_id = ${tenantId}
       and a.email_address_id = ${emailAddressId}
       and a.integration_authorization_id is null
       and a.expires_at > ${now}
     union all
    select 1
      from integration_authorizations i
     where i.tenant_id = ${tenantId}
       and i.email_address_id = ${emailAddressId}
     limit 1`.execute(tx);
  return rows.length > 0;
}

export async function findTenantOfToken(db: Executor, tokenHash: string): Promise<string | null> {
  const { rows } = await sql<{ tenantId: string }>`
    select t.tenant_id as "tenantId"
      from token_tenants t
     where t.token_hash = ${tokenHash}`.execute(db);
  return rows[0]?.tenantId ?? null;
}

interface FoundToken {
  readonly accessTokenId: string;
  /** The authorisation to which the token belongs; `null` for a personal token. */
  readonly authorizationId: string | null;
  readonly emailAddressId: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date;
  readonly email: string;
  readonly isPrimary: boolean;
  readonly hiddenSellerAccountIds: readonly string[];
  readonly lacksTwoFactor: boolean;
  readonly isServed: boolean;
  /** The interface for which the token is valid; `null` for a personal token, which is valid for all. */
  readonly resource: string | null;
}

interface TokenKey {
  readonly tenantId: string;
  readonly tokenHash: string;
}

/**
 * Reads a token together with the present rights of its person. The lock keeps it from being deleted before the call is
 * counted.
 */
export async function findToken(tx: Tx, { tenantId, tokenHash }: TokenKey): Promise<FoundToken | null> {
  const { rows } = await sql<FoundToken>`
    select k.access_token_id as "accessTokenId",
           k.integration_authorization_id as "authorizationId",
           k.email_address_id as "emailAddressId",
           k.scopes,
           k.expires_at as "expiresAt",
           e.email,
           e.is_primary as "isPrimary",
           ${hiddenAccounts(tenantId)} as "hiddenSellerAccountIds",
           t.requires_two_factor and e.two_factor_since is null as "lacksTwoFactor",
           t.is_served as "isServed",
           i.resource
      from access_tokens k
      join email_addresses e
        on e.tenant_id = k.tenant_id
       and e.email_address_id = k.email_address_id
      join tenants t
        on t.tenant_id = k.tenant_id
      left join integration_authorizations i
        on i.tenant_id = ${tenantId}
       and i.integration_authorization_id = k.integration_authorization_id
     where k.tenant_id = ${tenantId}
       and k.token_hash = ${tokenHash}
       and e.is_user
       for key share of k`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Finds the first token of an authorisation, with which the calls of all its tokens are counted. A token that is being
 * deleted is passed over, because waiting for it could deadlock with the end of the authorisation.
 */
export async function findCountingToken(
  tx: Tx,
  { tenantId, authorizationId }: { readonly tenantId: string; readonly authorizationId: string },
): Promise<string | null> {
  const { rows } = await sql<{ accessTokenId: string }>`
    select o.access_token_id as "accessTokenId"
      from access_tokens o
     where o.tenant_id = ${tenantId}
       and o.integration_authorization_id = ${authorizationId}
     order by o.access_token_id
     limit 1
       for key share skip locked`.execute(tx);
  return rows[0]?.accessTokenId ?? null;
}

interface CountedCall {
  readonly tenantId: string;
  readonly accessTokenId: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly now: Date;
}

export interface CallWindow {
  /** The calls in the current window. All calls beyond the limit are counted as one. */
  readonly calls: number;
  readonly windowFrom: Date;
}

/** Counts a call in the window of its token. The row lock makes concurrent calls of all processes wait for each other. */
export async function countCall(tx: Tx, call: CountedCall): Promise<CallWindow> {
  const endedBefore = new Date(call.now.getTime() - call.windowMs);
  const { rows } = await sql<CallWindow>`
    insert into token_calls as c (tenant_id, access_token_id, window_from, calls)
    values (${call.tenantId}, ${call.accessTokenId}, ${call.now}, 1)
    on conflict (tenant_id, access_token_id) do update
       set calls = case when c.window_from <= ${endedBefore} then 1 else least(c.calls, ${call.limit}) + 1 end,
           window_from = case when c.window_from <= ${endedBefore} then ${call.now} else c.window_from end
    returning calls, window_from as "windowFrom"`.execute(tx);
  return rows[0] ?? { calls: 1, windowFrom: call.now };
}

/** Notes the use of a token, unless an earlier use was noted since `unlessAfter`. */
export async function noteTokenUse(
  tx: Tx,
  use: { readonly tenantId: string; readonly accessTokenId: string; readonly now: Date; readonly unlessAfter: Date },
): Promise<void> {
  await sql`
    update access_tokens
       set last_used_at = ${use.now}
     where tenant_id = ${use.tenantId}
       and access_token_id = ${use.accessTokenId}
       and (last_used_at is null or last_used_at <= ${use.unlessAfter})`.execute(tx);
}
