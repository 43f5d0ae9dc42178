import { sql } from 'kysely';
import { json, type Tx } from '../../../lib/db/db.ts';
import type { StoredAccount, StoredAddress } from './settings-shapes.ts';
import { storedFields } from './stored-settings.ts';

/** The columns of an address that a save writes, with their values: a row of `email_addresses` in part. */
const rowOf = (address: StoredAddress): Readonly<Record<string, unknown>> => ({
  email: address.email,
  first_name: address.firstName,
  last_name: address.lastName,
  is_user: address.isUser,
  alert_settings: address.alertSettings,
  hidden_seller_account_ids: address.hiddenSellerAccountIds,
  unsubscribed_seller_account_ids: address.unsubscribedSellerAccountIds,
  ...Object.fromEntries(storedFields.map(({ column, storedName }) => [column, address[storedName]])),
});

/** An address with another mailbox (`readdressedIds`) is unconfirmed, and no mail server has refused it yet. */
export async function updateAddresses(
  tx: Tx,
  tenantId: string,
  {
    changed,
    readdressedIds,
  }: { readonly changed: readonly { readonly after: StoredAddress }[]; readonly readdressedIds: readonly string[] },
): Promise<void> {
  const rows = changed.map(({ after }) => ({ email_address_id: after.emailAddressId, ...rowOf(after) }));
  const [first] = changed;
  if (!first) return;
  const isReaddressed = sql`e.email_address_id = any (${[...readdressedIds]}::bigint[])`;
  const assignments = Object.keys(rowOf(first.after)).map((column) => sql`${sql.id(column)} = c.${sql.id(column)}`);
  await sql`
    update email_addresses e
       set ${sql.join(assignments)},
           verified_at = case when ${isReaddressed} then null else e.verified_at end,
           stopped_at = case when ${isReaddressed} then null else e.stopped_at end,
           stopped_reason = case when ${isReaddressed} then null else e.stopped_reason end
      from jsonb_populate_recordset(null::email_addresses, ${json(rows)}::jsonb) as c
     where e.tenant_id = ${tenantId}
       and e.email_address_id = c.email_address_id`.execute(tx);
}

/** Returns the new ids by e-mail. */
export async function insertAddresses(
  tx: Tx,
  tenantId: string,
  { added, now }: { readonly added: readonly StoredAddress[]; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  const [first] = added;
  if (!first) return new Map();
  const columns = Object.keys(rowOf(first));
  const { rows } = await sql<{ emailAddressId: string; email: string }>`
    insert into email_addresses (tenant_id, is_primary, created_at, ${sql.join(columns.map((column) => sql.id(column)))})
    select ${tenantId}, false, ${now}::timestamptz, ${sql.join(columns.map((column) => sql`c.${sql.id(column)}`))}
      from jsonb_populate_recordset(null::email_addresses, ${json(added.map(rowOf))}::jsonb) as c
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
       and state in ('pending', 'held')`.execute(tx);
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
