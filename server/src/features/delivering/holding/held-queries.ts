import { sql } from 'kysely';
import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { mail } from '@app/shared/transports/mail.ts';
import { webhook } from '@app/shared/transports/webhook.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { tenantsAtOnce } from '../../../lib/jobs/tenant-turns.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import { collectedBeforeJudging } from '../../accounts/recipients/waiting-mail-queries.ts';

/** Returns the ids of all tenants that have deliveries whose hold is over. */
export async function findTenantsWithHeld(db: Executor, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct d.tenant_id as "tenantId"
      from deliveries d
     where d.state = 'held'
       and d.next_attempt_at <= ${now}
     limit ${tenantsAtOnce}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

interface DueHolds {
  readonly now: Date;
  readonly most: number;
}

/** Locks the items of deliveries whose hold is over, as judging does, so that no flip ends what is being released. */
export async function lockHeldItems(tx: Tx, tenantId: string, { now, most }: DueHolds): Promise<readonly string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select i.item_id as "itemId"
      from items i
     where i.tenant_id = ${tenantId}
       and i.item_id = any (array(
             select distinct f.item_id
               from deliveries d
               join flips f
                 on f.tenant_id = d.tenant_id
                and f.at = d.flip_at
                and f.flip_id = d.flip_id
              where d.tenant_id = ${tenantId}
                and d.state = 'held'
                and d.next_attempt_at <= ${now}
              limit ${most}
           ))
     order by i.item_id
       for update of i`.execute(tx);
  return rows.map(({ itemId }) => itemId);
}

/** The reason that the delivery log shows for a problem that somebody has closed while it was held. */
const closedBefore = 'The issue was closed before it was told';

/**
 * Makes deliveries due whose hold is over, and drops those of issues that are closed by now. The end of a problem waits for
 * the next message like other ends, unless many are told together. Mail is collected from now on, because a hold may be
 * longer than the collecting time: what was held would come one by one. A problem that may end before, because its window
 * does, is collected from an earlier instant, so that it is mailed while it still holds.
 */
export async function releaseHolds(
  tx: Tx,
  tenantId: string,
  { itemIds, now, endWaitMs }: { readonly itemIds: readonly string[]; readonly now: Date; readonly endWaitMs: number },
): Promise<void> {
  // A change of the times of mail makes waiting mail due, and would not see mail that is released at the same time.
  await sql`select 1 from tenants t where t.tenant_id = ${tenantId} for share`.execute(tx);
  await sql`
    with due as (
      select f.at,
             f.flip_id,
             f.to_status = ${itemStatus.ok} and n.told_at is null as is_end,
             f.to_status <> ${itemStatus.ok}
         and (
               i.item_id is null
            or i.status not in (${itemStatus.warning}, ${itemStatus.alert})
            or i.issue_status = ${issueStatus.done}
             ) as is_closed,
             -- The time is computed here, because a cluster refuses the addition of times in the set clause of an
             -- update.
             f.at + make_interval(secs => ${endWaitMs / 1000}::float8) as ends_at,
             -- An item that is judged again by time may be ok from then on, as at the end of a window.
             least(${now}::timestamptz, ${collectedBeforeJudging}) as collected_from
        from deliveries d
        join tenants t
          on t.tenant_id = d.tenant_id
        join flips f
          on f.tenant_id = d.tenant_id
         and f.at = d.flip_at
         and f.flip_id = d.flip_id
        left join items i
          on i.tenant_id = ${tenantId}
         and i.item_id = f.item_id
        left join incidents n
          on n.tenant_id = ${tenantId}
         and n.incident_id = f.incident_id
       where d.tenant_id = ${tenantId}
         and d.state = 'held'
         and d.next_attempt_at <= ${now}
         and (f.item_id = any (${itemIds}::text[]) or i.item_id is null)
       group by 1, 2, 3, 4, 5, 6
    )
    update deliveries as d
       set state = case when u.is_closed then 'dropped' else 'pending' end,
           last_error = case when u.is_closed then ${closedBefore} end,
           collected_from = case when d.channel = ${mail.id} then u.collected_from end,
           next_attempt_at = greatest(
             ${now}::timestamptz,
             case when u.is_end and d.channel <> ${webhook.id} then u.ends_at end
           )
      from due u
     where d.tenant_id = ${tenantId}
       and d.flip_at = u.at
       and d.flip_id = u.flip_id
       and d.state = 'held'
       and d.next_attempt_at <= ${now}`.execute(tx);
  announceWork('alerts');
}
