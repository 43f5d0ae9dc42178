import { sql } from 'kysely';
import type { Actor } from '../../../http/actor.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { hiddenAccounts, type AddressKey } from '../../accounts/queries.ts';

export interface SessionKey {
  readonly tenantId: string;
  readonly sessionHash: string;
}

interface NewSession extends SessionKey {
  readonly emailAddressId: string;
  readonly keepMeSignedIn: boolean;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await sql`
    insert into sessions (
      tenant_id, session_hash, email_address_id, keep_me_signed_in, browser, created_at, last_seen_at, proved_at,
      expires_at
    )
    values (
      ${session.tenantId}, ${session.sessionHash}, ${session.emailAddressId}, ${session.keepMeSignedIn},
      ${session.browser}, ${session.createdAt}, ${session.createdAt}, ${session.createdAt}, ${session.expiresAt}
    )`.execute(tx);
}

export interface FoundSession {
  readonly emailAddressId: string;
  readonly email: string;
  readonly isPrimary: boolean;
  readonly hiddenSellerAccountIds: readonly string[];
  readonly keepMeSignedIn: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /**
   * True if the account requires a second factor and this user has none yet. Only calls that need no second factor are
   * then answered.
   */
  readonly lacksTwoFactor: boolean;
  readonly isServed: boolean;
  readonly operating: NonNullable<Actor['operating']>;
}

/** Reads the session together with its address, because every request needs both. */
export async function findSession(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<FoundSession | null> {
  const { rows } = await sql<FoundSession>`
    /* prepared */
    select e.email_address_id as "emailAddressId",
           e.email,
           e.is_primary as "isPrimary",
           ${hiddenAccounts(tenantId)} as "hiddenSellerAccountIds",
           s.keep_me_signed_in as "keepMeSignedIn",
           s.created_at as "createdAt",
           s.last_seen_at as "lastSeenAt",
           s.expires_at as "expiresAt",
           t.requires_two_factor and e.two_factor_since is null as "lacksTwoFactor",
           t.is_served as "isServed",
           case
             when o.email_address_id is null then 'no'
             when e.two_factor_since is null then 'needs two factor'
             else 'yes'
           end as operating
      from sessions s
      join email_addresses e
        on e.tenant_id = s.tenant_id
       and e.email_address_id = s.email_address_id
      join tenants t
        on t.tenant_id = s.tenant_id
      left join operators o
        on o.tenant_id = ${tenantId}
       and o.email_address_id = s.email_address_id
     where s.tenant_id = ${tenantId}
       and s.session_hash = ${sessionHash}
       and e.is_user`.execute(tx);
  return rows[0] ?? null;
}

export async function hasSession(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from sessions s
     where s.tenant_id = ${tenantId}
       and s.session_hash = ${sessionHash}`.execute(tx);
  return rows.length > 0;
}

/** Returns false if the session has ended or has another hash since. */
export async function setSessionExpiry(tx: Tx, session: SessionKey & { readonly expiresAt: Date }): Promise<boolean> {
  const { rows } = await sql`
    update sessions
       set expires_at = ${session.expiresAt}
     where tenant_id = ${session.tenantId}
       and session_hash = ${session.sessionHash}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function setLastSeen(tx: Tx, session: SessionKey & { readonly now: Date }): Promise<void> {
  await sql`
    update sessions
       set last_seen_at = ${session.now}
     where tenant_id = ${session.tenantId}
       and session_hash = ${session.sessionHash}`.execute(tx);
}

interface NewSessionHash {
  readonly former: SessionKey;
  readonly sessionHash: string;
  readonly appSecret: string | null;
  readonly now: Date;
}

/**
 * Changes the hash of a session in all tables, so that its unfinished consents and its browser's push subscription stay
 * valid. Returns false if there is no such session. This is one statement, because the foreign key of subscriptions is
 * checked after each statement and cannot cascade updates on a cluster.
 */
export async function setSessionHash(
  tx: Tx,
  { former, sessionHash, appSecret, now }: NewSessionHash,
): Promise<boolean> {
  const { tenantId } = former;
  const { rows } = await sql`
    with renewed as (
      update sessions
         set session_hash = ${sessionHash},
             app_secret = ${appSecret},
             proved_at = ${now}
       where tenant_id = ${tenantId}
         and session_hash = ${former.sessionHash}
      returning 1
    ),
    subscribed as (
      update push_subscriptions
         set session_hash = ${sessionHash}
       where tenant_id = ${tenantId}
         and session_hash = ${former.sessionHash}
    ),
    consented as (
      update connection_requests
         set session_hash = ${sessionHash}
       where tenant_id = ${tenantId}
         and session_hash = ${former.sessionHash}
    ),
    authorized as (
      update authorization_requests
         set session_hash = ${sessionHash}
       where tenant_id = ${tenantId}
         and session_hash = ${former.sessionHash}
    )
    select 1 from renewed`.execute(tx);
  return rows.length > 0;
}

export async function deleteSession(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<void> {
  await sql`
    delete from sessions
     where tenant_id = ${tenantId}
       and session_hash = ${sessionHash}`.execute(tx);
}

interface ListedSession {
  readonly sessionHash: string;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Lists the unexpired sessions of one address, most recently seen first. */
export async function listSessionsOf(
  tx: Tx,
  { tenantId, emailAddressId, now }: AddressKey & { readonly now: Date },
): Promise<readonly ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select s.session_hash as "sessionHash",
           s.browser,
           s.created_at as "createdAt",
           s.last_seen_at as "lastSeenAt"
      from sessions s
     where s.tenant_id = ${tenantId}
       and s.email_address_id = ${emailAddressId}
       and s.expires_at > ${now}
     order by s.last_seen_at desc, s.created_at desc
     limit 200`.execute(tx);
  return rows;
}

interface SessionOfAddress extends AddressKey {
  readonly sessionHash: string;
}

/** Returns the `browser` of the deleted session, or `null` if the address has no such session. */
export async function deleteSessionOf(
  tx: Tx,
  one: SessionOfAddress,
): Promise<{ readonly browser: string | null } | null> {
  const { rows } = await sql<{ browser: string | null }>`
    delete from sessions
     where tenant_id = ${one.tenantId}
       and email_address_id = ${one.emailAddressId}
       and session_hash = ${one.sessionHash}
    returning browser`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes all sessions of one address except one. Returns their hashes, so that the cache can drop them. */
export async function deleteSessionsOf(
  tx: Tx,
  { tenantId, emailAddressId, except = null }: AddressKey & { readonly except?: string | null },
): Promise<readonly string[]> {
  const { rows } = await sql<{ sessionHash: string }>`
    delete from sessions
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and session_hash is distinct from ${except}
    returning session_hash as "sessionHash"`.execute(tx);
  return rows.map(({ sessionHash }) => sessionHash);
}

/** Deletes expired sessions of all tenants. For the worker. */
export async function forgetSessions(db: Executor, endedBefore: Date): Promise<void> {
  await sql`delete from sessions where expires_at < ${endedBefore}`.execute(db);
}
