import { sql } from 'kysely';
import { json, type Tx } from '../../lib/db/db.ts';

export interface AccountKey {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

interface StoredProfile {
  readonly profileId: string;
  readonly marketplace: string;
  readonly timeZone: string;
}

/** Replaces the profiles of a seller account. Returns false if the account does not exist any more. */
export async function replaceProfiles(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  profiles: readonly StoredProfile[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.deleted_at is null
       for no key update`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    delete from advertising_profiles
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
  await sql`
    insert into advertising_profiles (tenant_id, seller_account_id, marketplace, profile_id, time_zone)
    select ${tenantId}, ${sellerAccountId}, p.marketplace, p."profileId", p."timeZone"
      from jsonb_to_recordset(${json(profiles)}::jsonb) as p (marketplace text, "profileId" text, "timeZone" text)
        on conflict do nothing`.execute(tx);
  return true;
}

/** A profile with the last day that was reported before a pass began; `null` if no day was reported. */
export interface ReportedProfile extends StoredProfile {
  readonly reportedTo: string | null;
}

export async function listProfilesOf(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  passStartedAt: Date,
): Promise<readonly ReportedProfile[]> {
  const { rows } = await sql<ReportedProfile>`
    select p.profile_id as "profileId",
           p.marketplace,
           p.time_zone as "timeZone",
           (select max(d.day)
              from advertising_reported_days d
             where d.tenant_id = ${tenantId}
               and d.seller_account_id = p.seller_account_id
               and d.marketplace = p.marketplace
               and d.advertised_read_at < ${passStartedAt}
               and d.purchased_read_at < ${passStartedAt}) as "reportedTo"
      from advertising_profiles p
     where p.tenant_id = ${tenantId}
       and p.seller_account_id = ${sellerAccountId}
     order by p.marketplace`.execute(tx);
  return rows;
}

/** Makes the reports due immediately. They are read from the beginning, at the pace of a first pass. */
export async function makeReportsDue(tx: Tx, { tenantId, sellerAccountId }: AccountKey, now: Date): Promise<void> {
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
    values (${tenantId}, ${sellerAccountId}, '', 'advertising', ${now})
        on conflict (tenant_id, seller_account_id, marketplace, source) do update
       set due_at = excluded.due_at,
           pass_started_at = null,
           confirmed_at = null,
           failures = 0,
           last_error = null`.execute(tx);
}

/** Stamps the seller account, so that browsers learn the new state of the connection. */
export async function stampAccount(tx: Tx, { tenantId, sellerAccountId }: AccountKey, version: string): Promise<void> {
  await sql`
    update seller_accounts
       set version = ${version}::bigint
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and deleted_at is null`.execute(tx);
}
