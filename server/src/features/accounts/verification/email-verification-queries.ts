import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import type { AddressKey } from '../queries.ts';

export interface Address {
  readonly email: string;
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
  /** Whether the primary address of the tenant is confirmed. */
  readonly isOwnerVerified: boolean;
  /**
   * Whether the mail server of the address has rejected it for good. Following a verification link proves that the
   * address accepts mail again.
   */
  readonly isStopped: boolean;
}

export async function findAddress(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<Address | null> {
  const { rows } = await sql<Address>`
    select e.email,
           e.is_primary as "isPrimary",
           e.verified_at is not null as "isVerified",
           o.verified_at is not null as "isOwnerVerified",
           e.stopped_at is not null as "isStopped"
      from email_addresses e
      join email_addresses o
        on o.tenant_id = e.tenant_id
       and o.is_primary
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}`.execute(tx);
  return rows[0] ?? null;
}

interface Verification extends AddressKey {
  readonly tokenHash: string;
  readonly email: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** Returns when the last link was sent; `null` if there is none. */
export async function findLinkSentAt(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<Date | null> {
  const { rows } = await sql<{ sentAt: Date }>`
    select v.sent_at as "sentAt"
      from email_verifications v
     where v.tenant_id = ${tenantId}
       and v.email_address_id = ${emailAddressId}`.execute(tx);
  return rows[0]?.sentAt ?? null;
}

/** Stores the verification and returns true, or returns false if one was sent after `lockedSince`. */
export async function putVerification(tx: Tx, one: Verification, lockedSince: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into email_verifications as v (tenant_id, email_address_id, token_hash, email, sent_at, expires_at)
    values (${one.tenantId}, ${one.emailAddressId}, ${one.tokenHash}, ${one.email}, ${one.sentAt}, ${one.expiresAt})
    on conflict (tenant_id, email_address_id) do update
       set token_hash = excluded.token_hash,
           email = excluded.email,
           sent_at = excluded.sent_at,
           expires_at = excluded.expires_at
     where v.sent_at <= ${lockedSince}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** A link that was sent, with the state of the address that it was sent to. */
export interface SentLink {
  readonly emailAddressId: string;
  readonly email: string;
  readonly sentAt: Date;
  readonly isVerified: boolean;
  readonly stoppedAt: Date | null;
}

/**
 * Locks the address and returns the link. Returns `null` if the link is unknown, replaced or expired, or if the address
 * has changed since.
 */
export async function lockSentLink(
  tx: Tx,
  { tenantId, tokenHash, now }: { readonly tenantId: string; readonly tokenHash: string; readonly now: Date },
): Promise<SentLink | null> {
  const { rows } = await sql<SentLink>`
    select e.email_address_id as "emailAddressId",
           e.email,
           v.sent_at as "sentAt",
           e.verified_at is not null as "isVerified",
           e.stopped_at as "stoppedAt"
      from email_verifications v
      join email_addresses e
        on e.tenant_id = v.tenant_id
       and e.email_address_id = v.email_address_id
       and e.email = v.email
     where v.tenant_id = ${tenantId}
       and v.token_hash = ${tokenHash}
       and v.expires_at > ${now}
       for no key update of e`.execute(tx);
  return rows[0] ?? null;
}

/** The address is confirmed, and receives mail again if its mail server had refused it. */
export async function confirmAddress(tx: Tx, { tenantId, emailAddressId }: AddressKey, now: Date): Promise<void> {
  await sql`
    update email_addresses
       set verified_at = ${now},
           stopped_at = null,
           stopped_reason = null
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}`.execute(tx);
}
