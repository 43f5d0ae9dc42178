import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import type { StoredAccount, StoredAddress, StoredPricing } from './settings-shapes.ts';
import { storedFields } from './stored-settings.ts';

const settingColumns = sql.join(
  storedFields.map(({ column, storedName }) => sql`e.${sql.ref(column)} as ${sql.id(storedName)}`),
);

/** Lists the primary address first. */
export async function listAddresses(tx: Tx, tenantId: string): Promise<readonly StoredAddress[]> {
  const { rows } = await sql<StoredAddress>`
    select e.email_address_id as "emailAddressId",
           e.email,
           e.first_name as "firstName",
           e.last_name as "lastName",
           e.is_primary as "isPrimary",
           e.is_user as "isUser",
           e.is_user and e.password_hash is null as "isInvited",
           e.verified_at is not null as "isVerified",
           e.alert_settings as "alertSettings",
           e.hidden_seller_account_ids::text[] as "hiddenSellerAccountIds",
           e.unsubscribed_seller_account_ids::text[] as "unsubscribedSellerAccountIds",
           ${settingColumns},
           case when e.stopped_at is not null then coalesce(e.stopped_reason, '') end as "stoppedReason",
           v.sent_at as "verificationSentAt",
           (select max(o.local_day)
              from messages o
             where o.tenant_id = ${tenantId}
               and o.email_address_id = e.email_address_id
               and o.local_day is not null) as "lastDigestDay"
      from email_addresses e
      left join email_verifications v
        on v.tenant_id = ${tenantId}
       and v.email_address_id = e.email_address_id
     where e.tenant_id = ${tenantId}
     order by e.is_primary desc, e.email_address_id`.execute(tx);
  return rows;
}

export async function getAccount(tx: Tx, tenantId: string): Promise<StoredAccount> {
  const { rows } = await sql<StoredAccount>`
    select t.company_name as "companyName",
           t.created_at as "createdAt",
           t.trial_ends_at as "trialEndsAt",
           t.instant_alert as "instantAlert",
           t.alert_subject as "alertSubject",
           t.batching_interval_minutes as "batchingIntervalMinutes",
           t.suppressed_types as "suppressedTypes",
           t.group_statuses as "groupStatuses"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  const [account] = rows;
  if (!account) throw new Error(`There is no tenant ${tenantId}`);
  return account;
}

export async function getPricing(tx: Tx, tenantId: string): Promise<StoredPricing> {
  const { rows } = await sql<StoredPricing>`
    select s.period_from as "periodFrom",
           coalesce(p.plan, 'daily') as plan,
           s.daily_from as "dailyFrom"
      from tenants t
      join tenant_subscriptions s
        on s.tenant_id = t.tenant_id
      left join packages p
        on p.package_id = t.package_id
     where t.tenant_id = ${tenantId}`.execute(tx);
  const [pricing] = rows;
  if (!pricing) throw new Error(`The tenant ${tenantId} has no subscription`);
  return pricing;
}

/**
 * Locks addresses before a save reads them, because the links in mails change settings of an address too. The save
 * writes all settings of an address, and would restore those that such a link changed in between.
 */
export async function lockAddresses(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select 1
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and (e.is_primary or e.email_address_id = any (${[...ids]}::bigint[]))
     order by e.email_address_id
       for no key update`.execute(tx);
}

/** Whether one of these addresses has the role of an operator, who sees all tenants. */
export async function areOperatorsAmong(tx: Tx, tenantId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { rows } = await sql`
    select 1
      from operators o
     where o.tenant_id = ${tenantId}
       and o.email_address_id = any (${[...ids]}::bigint[])
     limit 1`.execute(tx);
  return rows.length > 0;
}
