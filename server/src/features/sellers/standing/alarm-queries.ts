import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

/**
 * `applicationRefused`: Amazon refuses our own id or secret. `authorizationsRefused`: Amazon refuses the authorisations
 * of many sellers at the same time. `keyMissing`: a process lacks a key that has encrypted secrets.
 */
export type Alarm = 'applicationRefused' | 'authorizationsRefused' | 'keyMissing';

/**
 * Stores that the cause of an alarm was noticed, at most once a minute, because all failing work of all processes
 * writes the same row. Returns true if the alarm is new, or was over before.
 */
export async function noteAlarm(
  db: Executor,
  alarm: Alarm,
  { now, overBefore }: { readonly now: Date; readonly overBefore: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into operator_alarms as a (alarm, since, last_at)
    values (${alarm}, ${now}, ${now})
    on conflict (alarm) do update
       set since = case when a.last_at < ${overBefore} then excluded.since else a.since end,
           last_at = excluded.last_at,
           told_at = case when a.last_at < ${overBefore} then null else a.told_at end
     where a.last_at <= excluded.last_at - interval '1 minute'
    returning a.since = ${now} as "isNew"`.execute(db);
  return rows[0]?.isNew ?? false;
}

/** True if the alarm is raised and the dashboards have not been told yet. */
export async function isUntold(db: Executor, alarm: Alarm): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from operator_alarms a
     where a.alarm = ${alarm}
       and a.told_at is null`.execute(db);
  return rows.length > 0;
}

export async function noteTold(db: Executor, alarm: Alarm, now: Date): Promise<void> {
  await sql`
    update operator_alarms
       set told_at = ${now}
     where alarm = ${alarm}`.execute(db);
}

/**
 * Ends an alarm. Returns false if there is none. Otherwise the caller has to tell the dashboards and then call
 * `forgetAlarm`.
 */
export async function silenceAlarm(db: Executor, alarm: Alarm): Promise<boolean> {
  const { rows } = await sql`
    update operator_alarms
       set last_at = '-infinity'
     where alarm = ${alarm}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes an alarm that is over, unless it was raised again since it ended. */
export async function forgetAlarm(db: Executor, alarm: Alarm): Promise<void> {
  await sql`
    delete from operator_alarms
     where alarm = ${alarm}
       and last_at = '-infinity'`.execute(db);
}

export async function isNoticed(db: Executor, alarm: Alarm, after: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from operator_alarms a
     where a.alarm = ${alarm}
       and a.last_at >= ${after}`.execute(db);
  return rows.length > 0;
}

export interface RecentLosses {
  readonly accounts: number;
  readonly lost: number;
  /** Tenants with a lost account. */
  readonly tenants: number;
}

/** Counts the connected accounts of all tenants, and those that were lost since an instant and still are. */
export async function countRecentLosses(db: Executor, since: Date): Promise<RecentLosses> {
  const { rows } = await sql<RecentLosses>`
    select count(*)::int as accounts,
           count(*) filter (where l.is_recent)::int as lost,
           count(distinct s.tenant_id) filter (where l.is_recent)::int as tenants
      from seller_accounts s
     cross join lateral (select s.may_need_reauthorization and s.lost_at >= ${since} as is_recent) l
     where s.deleted_at is null`.execute(db);
  return rows[0] ?? { accounts: 0, lost: 0, tenants: 0 };
}

/** Returns the tenants that have connected a seller account. */
export async function listConnectedTenants(db: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct s.tenant_id as "tenantId"
      from seller_accounts s
     where s.deleted_at is null`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}
