import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { tenantsAtOnce } from '../../../lib/jobs/tenant-turns.ts';
import type { MessageKey } from './message.ts';
import type { Settlement } from './message-queries.ts';

interface TenantWithMembers {
  readonly tenantId: string;
  readonly isServed: boolean;
}

/** Returns the ids of all tenants that have due deliveries which are part of no message yet. */
export async function findTenantsWithMembers(
  db: Executor,
  { transports, now }: { readonly transports: readonly string[]; readonly now: Date },
): Promise<readonly TenantWithMembers[]> {
  const { rows } = await sql<TenantWithMembers>`
    /* prepared */
    select distinct d.tenant_id as "tenantId", t.is_served as "isServed"
      from deliveries d
      join tenants t
        on t.tenant_id = d.tenant_id
     where d.state = 'pending'
       and d.channel = any (${transports})
       and d.message_id is null
       and d.next_attempt_at <= ${now}
     limit ${tenantsAtOnce}`.execute(db);
  return rows;
}

/** The reason that the delivery log shows for messages that were due while the service of their tenant was off. */
export const serviceWasOff = 'The service was off when it was to be sent';

/** Gives up due deliveries that are part of no message, because the service of their tenant is off. */
export async function giveUpUnserved(
  tx: Tx,
  tenantId: string,
  { transports, now }: { readonly transports: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql`
    update deliveries
       set state = 'failed',
           last_error = ${serviceWasOff}
     where tenant_id = ${tenantId}
       and state = 'pending'
       and channel = any (${transports})
       and message_id is null
       and next_attempt_at <= ${now}`.execute(tx);
}

/** Copies the state of a message that was not sent to its members; members that were given up earlier stay given up. */
export async function settleMembers(
  tx: Tx,
  { tenantId, messageId }: MessageKey,
  { state, error, dueAt, isAttempt }: Settlement,
): Promise<void> {
  const memberState = { waiting: 'pending', failed: 'failed', 'given up': 'failed' }[state];
  await sql`
    /* prepared */
    update deliveries
       set state = ${memberState},
           next_attempt_at = ${dueAt},
           attempts = attempts + ${isAttempt ? 1 : 0},
           last_error = case when ${memberState} = 'pending' then coalesce(${error}, last_error) else ${error} end
     where tenant_id = ${tenantId}
       and message_id = ${messageId}
       and state = 'pending'`.execute(tx);
}

/** Gives up members that the recipient may not receive or does not want any more; the log shows the reason. */
export async function giveUpMembers(
  tx: Tx,
  tenantId: string,
  { messageId, lines, reason }: { messageId: string; lines: readonly { readonly flipId: string }[]; reason: string },
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update deliveries
       set state = 'failed',
           last_error = ${reason}
     where tenant_id = ${tenantId}
       and message_id = ${messageId}
       and state = 'pending'
       and flip_id = any (${lines.map(({ flipId }) => flipId)}::bigint[])`.execute(tx);
}
