import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { AddressKey } from '../../accounts/queries.ts';
import type { SessionKey } from '../sessions/session-queries.ts';

/** The second factors of an address that a login can ask for. */
export interface Factors {
  readonly hasApp: boolean;
  readonly passkeys: readonly { readonly id: string; readonly transports: string[] }[];
  readonly recoveryCodes: number;
}

export async function findFactors(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<Factors> {
  const { rows } = await sql<Factors>`
    select exists (
             select from authenticator_apps a where a.tenant_id = ${tenantId} and a.email_address_id = ${emailAddressId}
           ) as "hasApp",
           coalesce((
             select json_agg(json_build_object('id', p.credential_id, 'transports', p.transports) order by p.passkey_id)
               from passkeys p
              where p.tenant_id = ${tenantId}
                and p.email_address_id = ${emailAddressId}
           ), '[]') as passkeys,
           (select count(*)::int
              from recovery_codes c
             where c.tenant_id = ${tenantId}
               and c.email_address_id = ${emailAddressId}) as "recoveryCodes"`.execute(tx);
  return rows[0] ?? { hasApp: false, passkeys: [], recoveryCodes: 0 };
}

/** Returns since when a login of this address has a second step; `null` if it has none. */
export async function findTwoFactorSince(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select e.two_factor_since as since
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}`.execute(tx);
  return rows[0]?.since ?? null;
}

export async function setTwoFactorSince(tx: Tx, key: AddressKey & { readonly since: Date | null }): Promise<void> {
  await sql`
    update email_addresses
       set two_factor_since = ${key.since}
     where tenant_id = ${key.tenantId}
       and email_address_id = ${key.emailAddressId}`.execute(tx);
}

/** Locks the address, so that two changes to the second factors of one user run one after the other. */
export async function lockAddress(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<void> {
  await sql`
    select from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}
       for update`.execute(tx);
}

export async function isTwoFactorRequired(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ isRequired: boolean }>`
    select t.requires_two_factor as "isRequired" from tenants t where t.tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.isRequired ?? false;
}

export async function setTwoFactorRequired(tx: Tx, tenantId: string, isRequired: boolean): Promise<void> {
  await sql`update tenants set requires_two_factor = ${isRequired} where tenant_id = ${tenantId}`.execute(tx);
}

export async function findProvedAt(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<Date | null> {
  const { rows } = await sql<{ provedAt: Date }>`
    select s.proved_at as "provedAt"
      from sessions s
     where s.tenant_id = ${tenantId}
       and s.session_hash = ${sessionHash}`.execute(tx);
  return rows[0]?.provedAt ?? null;
}

export interface TeamMember {
  readonly emailAddressId: string;
  readonly email: string;
  readonly hasTwoFactor: boolean;
}

/** Lists all users except the owner. */
export async function listTeam(tx: Tx, tenantId: string): Promise<readonly TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select e.email_address_id as "emailAddressId",
           e.email,
           e.two_factor_since is not null as "hasTwoFactor"
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.is_user
       and not e.is_primary
     order by e.email`.execute(tx);
  return rows;
}

/** Returns the e-mail of a user, or `null` for an address that may not log in. */
export async function findUserEmail(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select e.email
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}
       and e.is_user`.execute(tx);
  return rows[0]?.email ?? null;
}

async function deleteAllFactors(tx: Tx, key: AddressKey): Promise<void> {
  await sql`
    with apps as (
      delete from authenticator_apps where tenant_id = ${key.tenantId} and email_address_id = ${key.emailAddressId}
    ), keys as (
      delete from passkeys where tenant_id = ${key.tenantId} and email_address_id = ${key.emailAddressId}
    )
    delete from recovery_codes where tenant_id = ${key.tenantId} and email_address_id = ${key.emailAddressId}`.execute(
    tx,
  );
}

/** Removes all factors, so that a log-in has no second step. */
export async function forgetFactors(tx: Tx, key: AddressKey): Promise<void> {
  await deleteAllFactors(tx, key);
  await setTwoFactorSince(tx, { ...key, since: null });
}

export async function deleteRecoveryCodes(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<void> {
  await sql`
    delete from recovery_codes
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
}

export async function insertRecoveryCodes(
  tx: Tx,
  { tenantId, emailAddressId, codeHashes }: AddressKey & { readonly codeHashes: readonly string[] },
): Promise<void> {
  await sql`
    insert into recovery_codes (tenant_id, email_address_id, code_hash)
    select ${tenantId}, ${emailAddressId}, h.code_hash
      from unnest(${codeHashes}::text[]) as h (code_hash)
    returning 1`.execute(tx);
}

/** Consumes the code. Returns false if it does not exist. */
export async function takeRecoveryCode(
  tx: Tx,
  { tenantId, emailAddressId, codeHash }: AddressKey & { readonly codeHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_codes
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and code_hash = ${codeHash}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export interface PendingLogin extends AddressKey {
  readonly tokenHash: string;
  readonly keepMeSignedIn: boolean;
  readonly passkeyChallenge: string;
  readonly expiresAt: Date;
}

export async function insertPendingLogin(tx: Tx, login: PendingLogin): Promise<void> {
  await sql`
    insert into pending_logins (
      tenant_id, token_hash, email_address_id, keep_me_signed_in, passkey_challenge, expires_at
    )
    values (
      ${login.tenantId}, ${login.tokenHash}, ${login.emailAddressId}, ${login.keepMeSignedIn},
      ${login.passkeyChallenge}, ${login.expiresAt}
    )`.execute(tx);
}

interface PendingKey {
  readonly tenantId: string;
  readonly tokenHash: string;
}

interface FoundPendingLogin extends PendingLogin {
  readonly email: string;
  /** The hash of the password with which the log-in began. The log-in is refused if the password was changed. */
  readonly passwordHash: string;
}

/** Finds the pending login of a user who may still log in. Returns `null` if it is unknown, used or expired. */
export async function findPendingLogin(
  tx: Tx,
  { tenantId, tokenHash, now }: PendingKey & { readonly now: Date },
): Promise<FoundPendingLogin | null> {
  const { rows } = await sql<FoundPendingLogin>`
    select l.tenant_id as "tenantId",
           l.token_hash as "tokenHash",
           l.email_address_id as "emailAddressId",
           l.keep_me_signed_in as "keepMeSignedIn",
           l.passkey_challenge as "passkeyChallenge",
           l.expires_at as "expiresAt",
           e.email,
           e.password_hash as "passwordHash"
      from pending_logins l
      join email_addresses e
        on e.tenant_id = l.tenant_id
       and e.email_address_id = l.email_address_id
       and e.is_user
     where l.tenant_id = ${tenantId}
       and l.token_hash = ${tokenHash}
       and l.expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}

/** Consumes the pending login. Returns false if a concurrent request has already consumed it. */
export async function deletePendingLogin(tx: Tx, { tenantId, tokenHash }: PendingKey): Promise<boolean> {
  const { rows } = await sql`
    delete from pending_logins
     where tenant_id = ${tenantId}
       and token_hash = ${tokenHash}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes pending logins that were started with a password that is no longer valid. */
export async function deletePendingLoginsOf(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<void> {
  await sql`
    delete from pending_logins
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
}

/** Deletes expired pending logins of all tenants. For the worker. */
export async function forgetPendingLogins(db: Executor, endedBefore: Date): Promise<void> {
  await sql`delete from pending_logins where expires_at < ${endedBefore}`.execute(db);
}
