import { sql } from 'kysely';
import type { Executor, Tx } from '../../../../lib/db/db.ts';

/** Across tenants: only says who has something to send; it is claimed inside the tenant. */
export async function findTenantsToTell(db: Executor, channel: 'mail' | 'push', now: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct d.tenant_id as "tenantId"
      from deliveries d
     where d.state = 'pending'
       and d.channel = ${channel}
       and d.next_attempt_at <= ${now}
     limit 100`.execute(db);
  return rows.map((row) => row.tenantId);
}

export async function listDueMails(tx: Tx, tenantId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ messageId: string }>`
    select distinct d.message_id as "messageId"
      from deliveries d
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = 'mail'
       and d.message_id is not null
       and d.next_attempt_at <= ${now}`.execute(tx);
  return rows.map((row) => row.messageId);
}

export async function markSent(tx: Tx, tenantId: string, message: { messageId: string; now: Date }): Promise<void> {
  await sql`
    update deliveries
       set state = 'sent',
           sent_at = ${message.now},
           attempts = attempts + 1,
           last_error = null
     where tenant_id = ${tenantId}
       and message_id = ${message.messageId}
       and state = 'pending'`.execute(tx);
}

export async function markNotSent(
  tx: Tx,
  tenantId: string,
  message: { messageId: string; error: string; nextAttemptAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update deliveries
       set state = ${message.nextAttemptAt ? 'pending' : 'failed'},
           next_attempt_at = ${message.nextAttemptAt ?? message.now},
           attempts = attempts + 1,
           last_error = ${message.error}
     where tenant_id = ${tenantId}
       and message_id = ${message.messageId}
       and state = 'pending'`.execute(tx);
}

/** What somebody may not or would not be told any more is not sent, and the log says why. */
export async function giveUp(
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
