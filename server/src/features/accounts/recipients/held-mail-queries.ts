import { sql } from 'kysely';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { mail } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

/**
 * Makes held alert mail due now. Call this with every change to when mail is sent (instant or collected, the interval,
 * quiet hours, time zone); otherwise the change takes effect only when held mail is checked again, up to ten minutes
 * later. The end of a problem waits for the next mail at any setting, and so it comes with the released mail or waits
 * on.
 */
export async function releaseHeldMail(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update deliveries as d
       set next_attempt_at = ${now}
      from flips f
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = ${mail.id}
       and d.message_id is null
       and d.next_attempt_at > ${now}
       and f.tenant_id = ${tenantId}
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
       and f.to_status <> ${itemStatus.ok}`.execute(tx);
  announceWork('alerts');
}
