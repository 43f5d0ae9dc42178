import { sql } from 'kysely';
import { minuteMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { mail } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

/** Waiting alerts are checked again after this time, because the settings of their address may have changed. */
export const lookAgainMs = 10 * minuteMs;

/** The minutes in which a mail is made up and sent before the item is judged again. */
export const spareMinutes = 15;

interface Release {
  readonly now: Date;
  /** Only alerts are released that are looked at until then, if it is given. */
  readonly lookedAtUntil?: Date;
  /** Only alerts to these addresses are released, if they are given. */
  readonly emailAddressIds?: readonly string[];
}

/**
 * Makes held alert mail due now. Call this with every change to whether alerts are collected; otherwise the change takes
 * effect only when held mail is checked again, up to ten minutes later. The end of a problem waits for the next mail at
 * any setting, and so it comes with the released mail or waits on.
 */
export const releaseHeldMail = (tx: Tx, tenantId: string, now: Date): Promise<void> => release(tx, tenantId, { now });

/**
 * Makes alert mail to these addresses due now that quiet hours may hold. Call this with every change to quiet hours or
 * the time zone. An alert that was held is collected from the end of its hold on, which only the time of its next check
 * says: one that is checked later than quiet hours are keeps its time, because it would come by itself otherwise.
 */
export const releaseQuietMail = (
  tx: Tx,
  tenantId: string,
  { emailAddressIds, now }: { readonly emailAddressIds: readonly string[]; readonly now: Date },
): Promise<void> =>
  release(tx, tenantId, { now, emailAddressIds, lookedAtUntil: new Date(now.getTime() + lookAgainMs) });

/**
 * Lets alert mail be collected for more minutes, or for fewer if the number is negative. An alert that was held keeps the
 * end of its hold, from which it is collected, because it is due this much later or earlier; as before it is mailed
 * before its item is judged again. All other alerts are checked now, and are collected from their change on.
 */
export async function collectFor(
  tx: Tx,
  tenantId: string,
  { moreMinutes, now }: { readonly moreMinutes: number; readonly now: Date },
): Promise<void> {
  const checkedUntil = new Date(now.getTime() + lookAgainMs);
  await release(tx, tenantId, { now, lookedAtUntil: checkedUntil });
  await sql`
    with held as (
      select d.flip_at, d.flip_id, d.email_address_id,
             greatest(
               ${now}::timestamptz,
               least(
                 d.next_attempt_at + make_interval(mins => ${moreMinutes}::int),
                 i.again_at - make_interval(mins => ${spareMinutes}::int)
               )
             ) as mailed_at
        from deliveries d
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
         and d.next_attempt_at > ${checkedUntil}
         and f.to_status <> ${itemStatus.ok}
    )
    update deliveries as d
       set next_attempt_at = h.mailed_at
      from held h
     where d.tenant_id = ${tenantId}
       and d.flip_at = h.flip_at
       and d.flip_id = h.flip_id
       and d.email_address_id = h.email_address_id
       and d.channel = ${mail.id}`.execute(tx);
}

async function release(tx: Tx, tenantId: string, { now, lookedAtUntil, emailAddressIds }: Release): Promise<void> {
  await sql`
    update deliveries as d
       set next_attempt_at = ${now}
      from flips f
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = ${mail.id}
       and d.message_id is null
       and d.next_attempt_at > ${now}
       and d.next_attempt_at <= ${lookedAtUntil ?? 'infinity'}
       ${emailAddressIds ? sql`and d.email_address_id = any (${[...emailAddressIds]}::bigint[])` : sql``}
       and f.tenant_id = ${tenantId}
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
       and f.to_status <> ${itemStatus.ok}`.execute(tx);
  announceWork('alerts');
}
