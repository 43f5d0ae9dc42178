import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

export interface NewNotice {
  readonly tenantId: string;
  readonly at: Date;
  readonly kind: 'addressStopped' | 'channelStopped';
  /** What was stopped. */
  readonly subject: string;
  readonly reason: string;
}

/** To the owner; nothing when that is the very address that was stopped. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await sql`
    insert into notices (
      tenant_id, at, kind, channel, email_address_id, recipient, subject, reason, state, next_attempt_at
    )
    select e.tenant_id, ${notice.at}, ${notice.kind}, 'mail', e.email_address_id, e.email, ${notice.subject},
           ${notice.reason}, 'pending', ${notice.at}
      from email_addresses e
     where e.tenant_id = ${notice.tenantId}
       and e.is_primary
       and e.stopped_at is null`.execute(tx);
}

export interface DueNotice {
  readonly tenantId: string;
  readonly noticeId: string;
}

/** Across tenants, as far as this executor sees them. */
export async function listDueNotices(db: Executor, now: Date): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select n.tenant_id as "tenantId", n.notice_id as "noticeId"
      from notices n
     where n.state = 'pending'
       and n.next_attempt_at <= ${now}
     order by n.next_attempt_at
     limit 100`.execute(db);
  return rows;
}

/** Named before it is sent: the message that is sent again has the same name. */
export async function nameNotice(
  tx: Tx,
  { tenantId, noticeId, messageId }: DueNotice & { readonly messageId: string },
): Promise<void> {
  await sql`
    update notices
       set message_id = ${messageId}
     where tenant_id = ${tenantId}
       and notice_id = ${noticeId}
       and message_id is null`.execute(tx);
}

export interface LockedNotice {
  readonly kind: 'addressStopped' | 'channelStopped';
  readonly email: string;
  readonly subject: string;
  readonly reason: string;
  readonly messageId: string;
  readonly attempts: number;
}

/** `null` when another process has it. */
export async function lockNotice(tx: Tx, { tenantId, noticeId }: DueNotice): Promise<LockedNotice | null> {
  const { rows } = await sql<LockedNotice>`
    select n.kind, n.recipient as email, n.subject, n.reason, n.message_id as "messageId", n.attempts
      from notices n
     where n.tenant_id = ${tenantId}
       and n.notice_id = ${noticeId}
       and n.state = 'pending'
       for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

interface Outcome {
  readonly state: 'pending' | 'sent' | 'failed';
  readonly error: string | null;
  readonly now: Date;
  readonly nextAttemptAt: Date;
}

export async function markNotice(tx: Tx, { tenantId, noticeId }: DueNotice, outcome: Outcome): Promise<void> {
  await sql`
    update notices
       set state = ${outcome.state},
           attempts = attempts + 1,
           sent_at = case when ${outcome.state} = 'sent' then ${outcome.now}::timestamptz end,
           next_attempt_at = ${outcome.nextAttemptAt},
           last_error = ${outcome.error}
     where tenant_id = ${tenantId}
       and notice_id = ${noticeId}`.execute(tx);
}

/** As long as deliveries are kept. */
export async function forgetNotices(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from notices n
     where n.at < ${before}`.execute(db);
}
