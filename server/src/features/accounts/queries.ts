import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';

interface NewTenant {
  readonly tenantId: string;
  readonly companyName: string;
  readonly accountType: 'brand' | 'agency' | 'merchant';
  readonly worldEpoch: string;
  readonly trialEndsAt: Date;
  /** The package of the tenant; `null` for the standard package. */
  readonly packageId: string | null;
  readonly inviteCode: string | null;
  readonly affiliateRef: string | null;
  readonly createdAt: Date;
}

export async function insertTenant(tx: Tx, tenant: NewTenant): Promise<void> {
  await sql`
    insert into tenants (
      tenant_id, company_name, account_type, world_epoch, trial_ends_at, package_id, invite_code, affiliate_ref, created_at
    )
    values (
      ${tenant.tenantId}, ${tenant.companyName}, ${tenant.accountType}, ${tenant.worldEpoch},
      ${tenant.trialEndsAt}, ${tenant.packageId}, ${tenant.inviteCode}, ${tenant.affiliateRef},
      ${tenant.createdAt}
    )`.execute(tx);
}

interface NewOwner {
  readonly tenantId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  readonly timezoneOffsetMinutes: number;
  readonly timeZone: string | null;
  readonly createdAt: Date;
}

/** Creates the primary address, with which the owner logs in. */
export async function insertOwner(tx: Tx, owner: NewOwner): Promise<string> {
  const { rows } = await sql<{ emailAddressId: string }>`
    insert into email_addresses (
      tenant_id, email, first_name, last_name, is_primary, is_user, password_hash, timezone_offset_minutes, time_zone,
      created_at
    )
    values (
      ${owner.tenantId}, ${owner.email}, ${owner.firstName}, ${owner.lastName}, true, true, ${owner.passwordHash},
      ${owner.timezoneOffsetMinutes}, ${owner.timeZone}, ${owner.createdAt}
    )
    returning email_address_id as "emailAddressId"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The new address has no id');
  return row.emailAddressId;
}

export interface AddressKey {
  readonly tenantId: string;
  readonly emailAddressId: string;
}

/** Returns `null` for an address that cannot log in or does not exist. */
export async function findPasswordHash(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<string | null> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select e.password_hash as "passwordHash"
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}`.execute(tx);
  return rows[0]?.passwordHash ?? null;
}

/**
 * Returns whether this is still the password of the address, and prevents a change of it until the transaction ends. A
 * password is verified outside of transactions, so a new one may have been set since.
 */
export async function lockPassword(
  tx: Tx,
  { tenantId, emailAddressId, passwordHash }: AddressKey & { readonly passwordHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}
       and e.password_hash = ${passwordHash}
       for no key update`.execute(tx);
  return rows.length > 0;
}

export async function getPerson(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<Person> {
  const { rows } = await sql<Person>`
    select e.first_name as "firstName",
           e.last_name as "lastName",
           e.verified_at is not null as "isVerified",
           v.sent_at as "verificationSentAt",
           -- A due time that was computed for another digest hour or time zone is outdated and not returned.
           case
             when e.digest_clock = e.digest_reckoned_by and e.verified_at is not null and e.stopped_at is null
             then e.digest_due_at
           end as "nextDigestAt"
      from email_addresses e
      left join email_verifications v
        on v.tenant_id = ${tenantId}
       and v.email_address_id = e.email_address_id
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}`.execute(tx);
  const [person] = rows;
  if (!person) throw new Error(`There is no address ${emailAddressId}`);
  return person;
}

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly isVerified: boolean;
  readonly verificationSentAt: Date | null;
  /** The instant of the next digest; `null` without daily digests, and for an address that takes no mail. */
  readonly nextDigestAt: Date | null;
}

interface Tenant {
  readonly companyName: string;
  readonly trialEndsAt: Date;
  readonly announcement: string | null;
  /** The package of the tenant; `null` for the standard package. */
  readonly packageId: string | null;
}

export async function getTenant(tx: Tx, tenantId: string): Promise<Tenant> {
  const { rows } = await sql<Tenant>`
    select t.company_name as "companyName",
           t.trial_ends_at as "trialEndsAt",
           t.announcement,
           t.package_id as "packageId"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  const [tenant] = rows;
  if (!tenant) throw new Error(`There is no tenant ${tenantId}`);
  return tenant;
}

/**
 * The seller accounts that the person of the address `e` may not see. A seller account that is being deleted is hidden
 * from everybody, including the owner.
 */
export const hiddenAccounts = (tenantId: string): RawBuilder<readonly string[]> => sql`
  (e.hidden_seller_account_ids || array(
    select a.seller_account_id
      from seller_accounts a
     where a.tenant_id = ${tenantId}
       and a.deleted_at is not null
  ))::text[]`;

/**
 * Whether no seller account is hidden from the viewer. Only the address's own list of hidden accounts counts: comparing
 * the list with the existing accounts would tell the viewer about hidden ones.
 */
export async function seesAllAccounts(
  tx: Tx,
  { tenantId, emailAddressId, isOwner }: Pick<Actor, 'tenantId' | 'emailAddressId' | 'isOwner'>,
): Promise<boolean> {
  if (isOwner) return true;
  const { rows } = await sql`
    select 1
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}
       and cardinality(e.hidden_seller_account_ids) = 0`.execute(tx);
  return rows.length > 0;
}
