import { sql } from 'kysely';
import type { Executor, Tx } from '../lib/db/db.ts';
import { announceWork } from '../lib/jobs/work-bells.ts';

interface SetAsideMessage {
  readonly tenantId: string;
  readonly messageId: string;
  readonly companyName: string;
  readonly transport: string;
  readonly purpose: string;
  readonly setAsideAt: Date;
  readonly attempts: number;
  readonly error: string | null;
}

export async function listSetAsideMessages(db: Executor, most: number): Promise<readonly SetAsideMessage[]> {
  const { rows } = await sql<SetAsideMessage>`
    select m.tenant_id as "tenantId",
           m.message_id as "messageId",
           t.company_name as "companyName",
           m.transport,
           m.purpose,
           m.set_aside_at as "setAsideAt",
           m.attempts,
           m.last_error as error
      from messages m
      join tenants t
        on t.tenant_id = m.tenant_id
     where m.set_aside_at is not null
     order by m.set_aside_at desc
     limit ${most}`.execute(db);
  return rows;
}

interface SetAsideTurnRow {
  readonly tenantId: string;
  readonly companyName: string;
  readonly chore: string;
  readonly since: Date;
  readonly retryAt: Date;
  readonly failures: number;
  readonly error: string;
  readonly isRetryAsked: boolean;
}

/** Lists tenants that chores have set aside. Several processes may count the same tenant. */
export async function listSetAsideTurns(db: Executor, most: number): Promise<readonly SetAsideTurnRow[]> {
  const { rows } = await sql<SetAsideTurnRow>`
    select s.tenant_id as "tenantId",
           t.company_name as "companyName",
           s.chore,
           min(s.since) as since,
           min(s.retry_at) as "retryAt",
           max(s.failures) as failures,
           max(s.last_error) as error,
           bool_and(s.is_retry_asked) as "isRetryAsked"
      from set_aside_turns s
      join tenants t
        on t.tenant_id = s.tenant_id
     group by s.tenant_id, t.company_name, s.chore
     order by min(s.since) desc
     limit ${most}`.execute(db);
  return rows;
}

export interface PoisonedNotification {
  readonly notificationNo: string;
  readonly setAsideAt: Date;
  readonly deliveries: number;
  readonly reason: string;
  readonly body: string;
}

export async function listPoisonedNotifications(db: Executor, most: number): Promise<readonly PoisonedNotification[]> {
  const { rows } = await sql<PoisonedNotification>`
    select n.notification_no::text as "notificationNo",
           n.set_aside_at as "setAsideAt",
           n.deliveries,
           n.reason,
           n.body
      from poisoned_notifications n
     order by n.set_aside_at desc
     limit ${most}`.execute(db);
  return rows;
}

export async function findPoisonedBody(db: Executor, notificationNo: string): Promise<string | null> {
  const { rows } = await sql<{ body: string }>`
    select n.body
      from poisoned_notifications n
     where n.notification_no = ${notificationNo}`.execute(db);
  return rows[0]?.body ?? null;
}

export async function deletePoisonedNotification(db: Executor, notificationNo: string): Promise<void> {
  await sql`delete from poisoned_notifications where notification_no = ${notificationNo}`.execute(db);
}

interface MessageKey {
  readonly tenantId: string;
  readonly messageId: string;
}

/** Makes a set-aside message due, with the members that failed with it. Returns false if it is not set aside. */
export async function retryMessage(tx: Tx, { tenantId, messageId }: MessageKey, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with retried as (
      update messages
         set state = 'waiting',
             attempts = 0,
             due_at = ${now},
             set_aside_at = null
       where tenant_id = ${tenantId}
         and message_id = ${messageId}
         and set_aside_at is not null
      returning tenant_id, message_id, last_error
    ),
    members as (
      update deliveries d
         set state = 'pending',
             attempts = 0,
             next_attempt_at = ${now}
        from retried r
       where d.tenant_id = ${tenantId}
         and d.message_id = r.message_id
         and d.state = 'failed'
         and d.last_error = r.last_error
    )
    select 1 from retried`.execute(tx);
  announceWork('messages');
  return rows.length > 0;
}

/** Gives a set-aside message up for good. Returns false if it is not set aside. */
export async function dropMessage(tx: Tx, { tenantId, messageId }: MessageKey): Promise<boolean> {
  const { rows } = await sql`
    update messages
       set set_aside_at = null,
           sealed_payload = null
     where tenant_id = ${tenantId}
       and message_id = ${messageId}
       and set_aside_at is not null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Asks the processes to try the turn now, which they notice with their next report. */
export async function askForTurn(
  tx: Tx,
  { tenantId, chore }: { readonly tenantId: string; readonly chore: string },
): Promise<boolean> {
  const { rows } = await sql`
    update set_aside_turns
       set is_retry_asked = true
     where tenant_id = ${tenantId}
       and chore = ${chore}
    returning 1`.execute(tx);
  return rows.length > 0;
}
