import { sql } from 'kysely';
import { mail } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../lib/db/db.ts';

/**
 * What waits to be mailed is looked at again now: to be called with every change of when mail is sent (instant or
 * collected, the interval, quiet hours, time zone). Without it that takes ten minutes.
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
}
