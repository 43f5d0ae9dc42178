import { sql } from 'kysely';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { lockTenant } from '../../../lib/db/lock-tenant.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

/** Returns the ids of all tenants that have incidents which wait for a second look. */
export async function findTenantsWithWaiting(db: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct i.tenant_id as "tenantId"
      from incidents i
     where i.state = 'waiting'`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

export interface WaitingIncident {
  readonly incidentId: string;
  readonly sellerAccountId: string;
  readonly type: string | null;
  readonly openedAt: Date;
}

/**
 * Locks the tenant as judging does when it writes, so that no flip joins or leaves the incidents until the transaction
 * ends.
 */
export async function lockWaiting(tx: Tx, tenantId: string): Promise<readonly WaitingIncident[]> {
  await lockTenant(tx, tenantId);
  const { rows } = await sql<WaitingIncident>`
    select i.incident_id as "incidentId", i.seller_account_id as "sellerAccountId", i.type, i.opened_at as "openedAt"
      from incidents i
     where i.tenant_id = ${tenantId}
       and i.state = 'waiting'
     order by i.incident_id`.execute(tx);
  return rows;
}

interface Look {
  readonly sellerAccountId: string;
  readonly sources: readonly string[];
  /** Only passes that began after this instant count; `null` if every pass counts. */
  readonly after: Date | null;
}

/** Whether these sources have looked at all products of the seller account in a pass that began after `after`. */
export async function haveLooked(
  tx: Tx,
  tenantId: string,
  { sellerAccountId, sources, after }: Look,
): Promise<boolean> {
  const { rows } = await sql<{ hasLooked: boolean }>`
    select count(*) > 0
       and bool_and(s.confirmed_at is not null and (${after}::timestamptz is null or s.confirmed_at > ${after})) as "hasLooked"
      from sweeps s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.source = any (${sources}::text[])`.execute(tx);
  return rows[0]?.hasLooked ?? false;
}

/**
 * Makes the next pass of these sources due soon, because push may have made it rare. A pass that has begun is completed
 * first.
 */
export async function lookSoon(
  tx: Tx,
  tenantId: string,
  { sellerAccountId, sources, after, dueAt }: Look & { readonly after: Date; readonly dueAt: Date },
): Promise<void> {
  await sql`
    with resting as (
      select s.marketplace, s.source
        from sweeps s
       where s.tenant_id = ${tenantId}
         and s.seller_account_id = ${sellerAccountId}
         and s.source = any (${sources}::text[])
         and s.pass_started_at is null
         and s.confirmed_at <= ${after}
         and s.due_at > ${dueAt}
         for update skip locked
    )
    update sweeps s
       set due_at = ${dueAt},
           cursor = s.cursor - 'silentAt'
      from resting r
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.marketplace = r.marketplace
       and s.source = r.source`.execute(tx);
  announceWork('sweeps');
}

/**
 * Ends the wait of incidents. Their deliveries that are held for no other reason become due now; a problem with a
 * minimum duration becomes due when this time has passed since its flip.
 */
export async function endWaits(
  tx: Tx,
  tenantId: string,
  {
    incidentIds,
    isConfirmed,
    now,
    heldUntil,
  }: {
    readonly incidentIds: readonly string[];
    readonly isConfirmed: boolean;
    readonly now: Date;
    readonly heldUntil: Date;
  },
): Promise<void> {
  await sql`
    with told as (
      update incidents
         set state = 'told',
             told_at = ${now},
             confirmed_at = case when ${isConfirmed} then ${now}::timestamptz end,
             last_member_at = ${now}
       where tenant_id = ${tenantId}
         and incident_id = any (${incidentIds}::bigint[])
      returning incident_id
    ),
    -- The times are computed here, because a cluster refuses the addition of times in the set clause of an update.
    members as (
      select f.at,
             f.flip_id,
             case when f.to_status = ${itemStatus.ok} then ${now}::timestamptz
                  else greatest(
                    ${now}::timestamptz,
                    f.at + make_interval(mins => coalesce((w.settings ->> 'minimumMinutes')::int, 0))
                  ) end as due_at
        from told t
        join flips f
          on f.tenant_id = ${tenantId}
         and f.incident_id = t.incident_id
        left join watchdog_settings w
          on w.tenant_id = ${tenantId}
         and w.type = f.type
    )
    update deliveries as d
       set next_attempt_at = m.due_at
      from members m
     where d.tenant_id = ${tenantId}
       and d.flip_at = m.at
       and d.flip_id = m.flip_id
       and d.state = 'held'
       and d.next_attempt_at <= ${heldUntil}`.execute(tx);
}
