import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { AddressKey } from '../../accounts/queries.ts';

export interface PasswordLink extends AddressKey {
  readonly email: string;
  readonly purpose: 'reset' | 'invitation';
  /** The inviting company or person, as the mail names it. */
  readonly invitedBy?: string;
}

export interface LinkToken {
  readonly tenantId: string;
  readonly tokenHash: string;
}

interface NewPasswordLink extends PasswordLink {
  readonly tokenHash: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** Stores a link and replaces the previous one, so that only the latest is valid. */
export async function putPasswordLink(tx: Tx, link: NewPasswordLink): Promise<void> {
  await sql`
    insert into password_links (tenant_id, email_address_id, purpose, token_hash, email, sent_at, expires_at)
    values (
      ${link.tenantId}, ${link.emailAddressId}, ${link.purpose}, ${link.tokenHash}, ${link.email}, ${link.sentAt},
      ${link.expiresAt}
    )
    on conflict (tenant_id, email_address_id) do update
       set purpose = excluded.purpose,
           token_hash = excluded.token_hash,
           email = excluded.email,
           sent_at = excluded.sent_at,
           expires_at = excluded.expires_at`.execute(tx);
}

export interface FoundLink {
  readonly emailAddressId: string;
  readonly email: string;
  readonly purpose: PasswordLink['purpose'];
}

type LinkQuery = LinkToken & { readonly now: Date };

/** Returns `null` if the link is unknown, used or expired, or if its address has changed or may no longer log in. */
export async function findPasswordLink(tx: Tx, { tenantId, tokenHash, now }: LinkQuery): Promise<FoundLink | null> {
  const { rows } = await sql<FoundLink>`
    select l.email_address_id as "emailAddressId",
           l.email,
           l.purpose
      from password_links l
      join email_addresses e
        on e.tenant_id = l.tenant_id
       and e.email_address_id = l.email_address_id
       and e.email = l.email
       and e.is_user
     where l.tenant_id = ${tenantId}
       and l.token_hash = ${tokenHash}
       and l.expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}

/** Consumes the link. Returns false if a concurrent request has already consumed it. */
export async function deletePasswordLink(tx: Tx, { tenantId, tokenHash }: LinkToken): Promise<boolean> {
  const { rows } = await sql`
    delete from password_links
     where tenant_id = ${tenantId}
       and token_hash = ${tokenHash}
    returning 1`.execute(tx);
  return rows.length > 0;
}

interface NewPassword extends AddressKey {
  readonly passwordHash: string;
}

export async function setPasswordHash(tx: Tx, { tenantId, emailAddressId, passwordHash }: NewPassword): Promise<void> {
  await sql`
    update email_addresses
       set password_hash = ${passwordHash}
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
}

/**
 * A person who follows a link from a mail has access to the mailbox, so the address is confirmed. Returns false if it
 * was confirmed before.
 */
export async function markVerified(
  tx: Tx,
  { tenantId, emailAddressId, now }: AddressKey & { readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update email_addresses
       set verified_at = ${now}
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and verified_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Sends to the address again if its mail server had refused it, because the mail with the link has arrived. Returns
 * whether the address was stopped.
 */
export async function endStop(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<boolean> {
  const { rows } = await sql`
    update email_addresses
       set stopped_at = null,
           stopped_reason = null
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and stopped_at is not null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes links sent before a password change, possibly requested by someone who had the old password. */
export async function deleteLinksOf(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<void> {
  await sql`
    delete from password_links
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
}

/** Deletes expired links of all tenants. For the worker. */
export async function forgetPasswordLinks(db: Executor, endedBefore: Date): Promise<void> {
  await sql`delete from password_links where expires_at < ${endedBefore}`.execute(db);
}
