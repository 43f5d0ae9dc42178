import { sql } from 'kysely';
import { mail } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

/**
 * Makes held alert mail due now. Call this with every change to when mail is sent (instant or collected, the interval,
 * quiet hours, time zone); otherwise the change takes effect only when held mail is checked again, up to ten minutes
 * later.
 */
export async function releaseHeldMail(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update deliveries
       set next_attempt_at = ${now}
     where tenant_id = ${tenantId}
       and state = 'pending'
       and channel = ${mail.id}
       and message_id is null
       and next_attempt_at > ${now}`.execute(tx);
  announceWork('alerts');
}
