import { sql } from 'kysely';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { mail } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

/** The minutes in which a mail is made up and sent before the item is judged again. */
const spareMinutes = 15;

/**
 * The latest time from which an alert may be collected if its mail is to come before its item is judged again. `i` names
 * the item and `t` the tenant.
 */
export const collectedBeforeJudging = sql`
                    i.again_at - make_interval(
                      mins => ${spareMinutes}::int
                        + case when t.instant_alert then 0 else t.batching_interval_minutes end
                    )`;

interface ChangedTimes {
  readonly now: Date;
  /** The addresses whose times of mail have changed; those of all addresses, if they are not given. */
  readonly emailAddressIds?: readonly string[];
}

/**
 * Makes the alerts due now that wait for a mail, so that the time of their mail is planned again. Call this after every
 * change to the times of mail; otherwise the change takes effect up to an hour later. An alert that was held is still
 * collected from the end of its hold on, and is still mailed before its item is judged again. The end of a problem waits
 * for the next mail at any setting, and so it comes with the others or waits on.
 */
export async function planMailAgain(tx: Tx, tenantId: string, { now, emailAddressIds }: ChangedTimes): Promise<void> {
  await sql`
    with waiting as (
      select d.flip_at, d.flip_id, d.email_address_id,
             case when d.collected_from is not null
                  then least(d.collected_from, ${collectedBeforeJudging}) end as collected_from
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
       where d.tenant_id = ${tenantId}
         and d.state = 'pending'
         and d.channel = ${mail.id}
         and d.message_id is null
         and d.next_attempt_at > ${now}
         ${emailAddressIds ? sql`and d.email_address_id = any (${[...emailAddressIds]}::bigint[])` : sql``}
         and f.to_status <> ${itemStatus.ok}
    )
    update deliveries as d
       set next_attempt_at = ${now},
           collected_from = w.collected_from
      from waiting w
     where d.tenant_id = ${tenantId}
       and d.flip_at = w.flip_at
       and d.flip_id = w.flip_id
       and d.email_address_id = w.email_address_id
       and d.channel = ${mail.id}
       and d.state = 'pending'
       and d.message_id is null`.execute(tx);
  announceWork('alerts');
}
