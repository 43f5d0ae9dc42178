import { sql } from 'kysely';
import type { Executor, Tx } from '../../lib/db/db.ts';

export interface SessionKey {
  readonly tenantId: string;
  readonly sessionHash: string;
}

export interface NewSession extends SessionKey {
  readonly emailAddressId: string;
  readonly keepMeSignedIn: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await sql`
    insert into sessions (tenant_id, session_hash, email_address_id, keep_me_signed_in, created_at, expires_at)
    values (
      ${session.tenantId}, ${session.sessionHash}, ${session.emailAddressId}, ${session.keepMeSignedIn},
      ${session.createdAt}, ${session.expiresAt}
    )`.execute(tx);
}

export interface FoundSession {
  readonly emailAddressId: string;
  readonly email: string;
  readonly isPrimary: boolean;
  readonly hiddenSellerAccountIds: readonly string[];
  readonly keepMeSignedIn: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** With the address that it belongs to: every call of every browser asks for both. */
export async function findSession(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<FoundSession | null> {
  const { rows } = await sql<FoundSession>`
    select e.email_address_id as "emailAddressId",
           e.email,
           e.is_primary as "isPrimary",
           e.hidden_seller_account_ids::text[] as "hiddenSellerAccountIds",
           s.keep_me_signed_in as "keepMeSignedIn",
           s.created_at as "createdAt",
           s.expires_at as "expiresAt"
      from sessions s
      join email_addresses e
        on e.tenant_id = s.tenant_id
       and e.email_address_id = s.email_address_id
     where s.tenant_id = ${tenantId}
       and s.session_hash = ${sessionHash}
       and e.is_user`.execute(tx);
  return rows[0] ?? null;
}

export async function setSessionExpiry(tx: Tx, session: SessionKey & { readonly expiresAt: Date }): Promise<void> {
  await sql`
    update sessions
       set expires_at = ${session.expiresAt}
     where tenant_id = ${session.tenantId}
       and session_hash = ${session.sessionHash}`.execute(tx);
}

export async function deleteSession(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<void> {
  await sql`
    delete from sessions
     where tenant_id = ${tenantId}
       and session_hash = ${sessionHash}`.execute(tx);
}

export interface Login {
  readonly tenantId: string;
  readonly emailAddressId: string;
}

/** @param email in the form that logins are kept in: without blanks and in lower case. */
export async function findLogin(db: Executor, email: string): Promise<Login | null> {
  const { rows } = await sql<Login>`
    select l.tenant_id as "tenantId",
           l.email_address_id as "emailAddressId"
      from logins l
     where l.email = ${email}`.execute(db);
  return rows[0] ?? null;
}

/** False when the address has a login already, of whichever tenant. */
export async function insertLogin(tx: Tx, login: Login & { readonly email: string }): Promise<boolean> {
  const { rows } = await sql`
    insert into logins (email, tenant_id, email_address_id)
    values (${login.email}, ${login.tenantId}, ${login.emailAddressId})
    on conflict (email) do nothing
    returning email`.execute(tx);
  return rows.length > 0;
}

/** The attempt was none of the guesses that are counted. */
export async function takeAttemptBack(db: Executor, subject: string): Promise<void> {
  await sql`
    update login_attempts
       set failures = failures - 1
     where subject = ${subject}
       and failures > 0`.execute(db);
}

export async function forgetAttempts(db: Executor, subject: string): Promise<void> {
  await sql`
    delete from login_attempts
     where subject = ${subject}`.execute(db);
}

/** Worker: over all tenants, those that have ended. */
export async function forgetSessions(db: Executor, endedBefore: Date): Promise<void> {
  await sql`delete from sessions where expires_at < ${endedBefore}`.execute(db);
}

export async function forgetOldAttempts(db: Executor, lastBefore: Date): Promise<void> {
  await sql`delete from login_attempts where last_at < ${lastBefore}`.execute(db);
}
