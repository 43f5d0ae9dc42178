import { sql } from 'kysely';
import type { Executor, Tx } from '../../lib/db/db.ts';
import type { AddressKey } from '../accounts/queries.ts';

export interface PasswordLink extends AddressKey {
  readonly email: string;
  readonly purpose: 'reset' | 'invitation';
  /** Who asks them in, as the mail names them: a company, or a person of it. */
  readonly invitedBy?: string;
}

export interface LinkToken {
  readonly tenantId: string;
  readonly tokenHash: string;
}

export interface NewPasswordLink extends PasswordLink {
  readonly tokenHash: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** The last link counts: it takes the place of any before. */
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

type AskedLink = LinkToken & { readonly now: Date };

/** `null` when it is unknown, used, too old, or was sent to an address that has changed or may not log in any more. */
export async function findPasswordLink(tx: Tx, { tenantId, tokenHash, now }: AskedLink): Promise<FoundLink | null> {
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

/** Uses the link up; false when somebody else just has. */
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

/** Whoever has followed a link of a mail has the mailbox. */
export async function markVerified(
  tx: Tx,
  { tenantId, emailAddressId, now }: AddressKey & { readonly now: Date },
): Promise<void> {
  await sql`
    update email_addresses
       set verified_at = ${now}
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and verified_at is null`.execute(tx);
}

/** Links that were sent before a password was changed, by whoever had the old one. */
export async function deleteLinksOf(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<void> {
  await sql`
    delete from password_links
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
}

/** Worker: over all tenants, those that have ended. */
export async function forgetPasswordLinks(db: Executor, endedBefore: Date): Promise<void> {
  await sql`delete from password_links where expires_at < ${endedBefore}`.execute(db);
}
