import { sql } from 'kysely';
import { json, type Tx } from '../../lib/db/db.ts';
import type { StoredAccount, StoredAddress } from './settings-shapes.ts';

/** The written fields of an address, as columns of a recordset. */
const columns = sql`(
             id text, email text, first_name text, last_name text, is_user boolean, is_other boolean,
             alert_settings jsonb, hidden bigint[], untold bigint[], digest boolean, newsletter boolean,
             digest_hour smallint, offset_minutes integer, dst boolean, time_zone text, quiet_from smallint,
             quiet_to smallint
           )`;

const rowOf = (address: StoredAddress, isOther: boolean) => ({
  id: address.emailAddressId,
  email: address.email,
  first_name: address.firstName,
  last_name: address.lastName,
  is_user: address.isUser,
  /** Whether the e-mail has changed: a new e-mail is unconfirmed, and no mail server has rejected it yet. */
  is_other: isOther,
  alert_settings: address.alertSettings,
  hidden: address.hiddenSellerAccountIds,
  untold: address.unsubscribedSellerAccountIds,
  digest: address.subscribedToDailyDigest,
  newsletter: address.subscribedToNewsletter,
  digest_hour: address.digestEmailHour,
  offset_minutes: address.timezoneOffsetMinutes,
  dst: address.timezoneAdjustToDst,
  time_zone: address.timeZone,
  quiet_from: address.quietFromHour,
  quiet_to: address.quietToHour,
});

export async function updateAddresses(
  tx: Tx,
  tenantId: string,
  changed: readonly { readonly before: StoredAddress; readonly after: StoredAddress }[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ before, after }) => rowOf(after, before.email !== after.email));
  await sql`
    update email_addresses e
       set email = c.email,
           first_name = c.first_name,
           last_name = c.last_name,
           is_user = c.is_user,
           verified_at = case when c.is_other then null else e.verified_at end,
           stopped_at = case when c.is_other then null else e.stopped_at end,
           stopped_reason = case when c.is_other then null else e.stopped_reason end,
           alert_settings = c.alert_settings,
           hidden_seller_account_ids = c.hidden,
           unsubscribed_seller_account_ids = c.untold,
           subscribed_to_daily_digest = c.digest,
           subscribed_to_newsletter = c.newsletter,
           digest_email_hour = c.digest_hour,
           timezone_offset_minutes = c.offset_minutes,
           timezone_adjust_to_dst = c.dst,
           time_zone = c.time_zone,
           quiet_from_hour = c.quiet_from,
           quiet_to_hour = c.quiet_to
      from jsonb_to_recordset(${json(rows)}::jsonb) as c ${columns}
     where e.tenant_id = ${tenantId}
       and e.email_address_id = c.id::bigint`.execute(tx);
}

/** Returns the new ids by e-mail. */
export async function insertAddresses(
  tx: Tx,
  tenantId: string,
  { added, now }: { readonly added: readonly StoredAddress[]; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  if (added.length === 0) return new Map();
  const { rows } = await sql<{ emailAddressId: string; email: string }>`
    insert into email_addresses (
      tenant_id, email, first_name, last_name, is_primary, is_user, alert_settings, hidden_seller_account_ids,
      unsubscribed_seller_account_ids, subscribed_to_daily_digest, subscribed_to_newsletter, digest_email_hour,
      timezone_offset_minutes, timezone_adjust_to_dst, time_zone, quiet_from_hour, quiet_to_hour, created_at
    )
    select ${tenantId}, c.email, c.first_name, c.last_name, false, c.is_user, c.alert_settings, c.hidden, c.untold,
           c.digest, c.newsletter, c.digest_hour, c.offset_minutes, c.dst, c.time_zone, c.quiet_from, c.quiet_to,
           ${now}::timestamptz
      from jsonb_to_recordset(${json(added.map((address) => rowOf(address, false)))}::jsonb) as c ${columns}
    returning email_address_id as "emailAddressId", email`.execute(tx);
  return new Map(rows.map(({ email, emailAddressId }) => [email, emailAddressId]));
}

/** Deletes addresses with their sessions, links and browser subscriptions. Their pending deliveries fail. */
export async function deleteAddresses(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update deliveries
       set state = 'failed',
           last_error = 'The address was deleted'
     where tenant_id = ${tenantId}
       and email_address_id = any (${[...ids]}::bigint[])
       and state = 'pending'`.execute(tx);
  await sql`
    delete from email_addresses
     where tenant_id = ${tenantId}
       and email_address_id = any (${[...ids]}::bigint[])
       and not is_primary`.execute(tx);
}

/** Deletes links that would confirm an address that has changed since. */
export async function deleteVerifications(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from email_verifications
     where tenant_id = ${tenantId}
       and email_address_id = any (${[...ids]}::bigint[])`.execute(tx);
}

interface LoginRow {
  readonly emailAddressId: string;
  readonly email: string;
}

/**
 * Removes the logins of `before` and adds those of `after` for this tenant. Returns false if one of the e-mails
 * already logs in to an account of any tenant.
 */
export async function replaceLogins(
  tx: Tx,
  tenantId: string,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly LoginRow[] },
): Promise<boolean> {
  if (before.length > 0) {
    await sql`
      delete from logins
       where tenant_id = ${tenantId}
         and email_address_id = any (${[...before]}::bigint[])`.execute(tx);
  }
  if (after.length === 0) return true;
  const { rows } = await sql`
    insert into logins (email, tenant_id, email_address_id)
    select l.email, ${tenantId}, l.id
      from unnest(
             ${after.map(({ email }) => email.toLowerCase())}::text[],
             ${after.map(({ emailAddressId }) => emailAddressId)}::bigint[]
           ) as l (email, id)
     order by l.email
    on conflict (email) do nothing
    returning email`.execute(tx);
  return rows.length === after.length;
}

export async function updateAccount(
  tx: Tx,
  tenantId: string,
  account: Pick<StoredAccount, 'instantAlert' | 'alertSubject' | 'batchingIntervalMinutes'>,
): Promise<void> {
  await sql`
    update tenants
       set instant_alert = ${account.instantAlert},
           alert_subject = ${account.alertSubject},
           batching_interval_minutes = ${account.batchingIntervalMinutes}
     where tenant_id = ${tenantId}`.execute(tx);
}

/** The sessions of these addresses, so that their cached rights can be dropped. */
export async function listSessionHashes(tx: Tx, tenantId: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ sessionHash: string }>`
    select s.session_hash as "sessionHash"
      from sessions s
     where s.tenant_id = ${tenantId}
       and s.email_address_id = any (${[...ids]}::bigint[])`.execute(tx);
  return rows.map(({ sessionHash }) => sessionHash);
}
