import { sql } from 'kysely';
import type { Db, Executor, Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import type { MessageKey, NewMessage } from './message.ts';

/**
 * Inserts a message, or does nothing if the tenant has a message with this id.
 * @param claimedBy the process that sends the message itself; its lease ends at the due time
 */
export async function insertMessage(tx: Tx, message: NewMessage, claimedBy: string | null = null): Promise<void> {
  await sql`
    /* prepared */
    insert into messages (
      tenant_id, message_id, transport, purpose, email_address_id, target_id, recipient, kind, subject, reason,
      sealed_payload, state, created_at, due_at, claimed_by
    )
    values (
      ${message.tenantId}, ${message.messageId}, ${message.transport}, ${message.purpose}, ${message.emailAddressId},
      ${message.targetId}, ${message.recipient}, ${message.kind}, ${message.subject}, ${message.reason},
      ${message.sealedPayload}, ${claimedBy === null ? 'waiting' : 'claimed'}, ${message.createdAt}, ${message.dueAt},
      ${claimedBy}
    )
        on conflict (tenant_id, message_id) do nothing`.execute(tx);
  if (claimedBy === null) announceWork('messages');
}

/** The result of an attempt that did not deliver the message. */
export interface Settlement {
  readonly state: 'failed' | 'given up' | 'waiting';
  readonly now: Date;
  readonly error: string | null;
  /** The time of the next attempt. */
  readonly dueAt: Date;
  readonly isAttempt: boolean;
  /** Whether the message waits for the server of its transport, which is away; `unknown` if this attempt does not tell. */
  readonly waitsForServer: boolean | 'unknown';
  /** An operator decides whether the message is tried again. */
  readonly isSetAside?: boolean;
}

/**
 * Writes the result only while the claim is valid, so that a message that was given up in the meantime stays given up.
 * Returns whether the claim was valid.
 */
export async function settleMessage(
  tx: Tx,
  { tenantId, messageId, claimedBy }: MessageKey & { readonly claimedBy: string },
  { state, now, error, dueAt, isAttempt, waitsForServer, isSetAside = false }: Settlement,
): Promise<boolean> {
  const { rows } = await sql`
    /* prepared */
    update messages
       set state = ${state},
           set_aside_at = case when ${isSetAside} then ${now}::timestamptz end,
           due_at = ${dueAt},
           away_since = case when ${waitsForServer === true} then coalesce(away_since, ${now}::timestamptz)
                             when ${waitsForServer === 'unknown'} then away_since
                             end,
           attempts = attempts + ${isAttempt ? 1 : 0},
           claimed_by = null,
           last_error = case when ${state} = 'waiting' then coalesce(${error}, last_error) else ${error} end,
           sealed_payload = case when ${state} = 'waiting' or ${isSetAside} then sealed_payload end
     where tenant_id = ${tenantId}
       and message_id = ${messageId}
       and state = 'claimed'
       and claimed_by = ${claimedBy}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Records that a message and its members were sent, while the claim is valid. Returns whether it was. One statement does
 * so in one round trip: until it is committed, the end of this process would cause a second copy of the message.
 */
export async function recordSent(
  db: Db,
  { tenantId, messageId, claimedBy }: MessageKey & { readonly claimedBy: string },
  now: Date,
): Promise<boolean> {
  const rows = await db.atOnce(
    tenantId,
    sql`
    /* prepared */
    with settled as (
      update messages
         set state = 'sent',
             set_aside_at = null,
             sent_at = ${now},
             due_at = ${now},
             attempts = attempts + 1,
             claimed_by = null,
             last_error = null,
             sealed_payload = null
       where tenant_id = ${tenantId}
         and message_id = ${messageId}
         and state = 'claimed'
         and claimed_by = ${claimedBy}
      returning message_id
    ),
    members as (
      update deliveries d
         set state = 'sent',
             sent_at = ${now},
             next_attempt_at = ${now},
             attempts = d.attempts + 1,
             last_error = null
        from settled s
       where d.tenant_id = ${tenantId}
         and d.message_id = s.message_id
         and d.state = 'pending'
      returning 1
    )
    select message_id
      from settled`,
  );
  return rows.length > 0;
}

/** Deletes settled messages that are older than deliveries are kept. */
export async function forgetMessages(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from messages
     where state not in ('waiting', 'claimed')
       and created_at < ${before}`.execute(db);
}

/**
 * Renews the lease of a message. Returns false if it has ended and another process has claimed the message, or if it
 * was given up.
 */
export async function renewLease(
  tx: Tx,
  { tenantId, messageId, claimedBy }: MessageKey & { readonly claimedBy: string },
  leaseEndsAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update messages
       set due_at = ${leaseEndsAt}
     where tenant_id = ${tenantId}
       and message_id = ${messageId}
       and state = 'claimed'
       and claimed_by = ${claimedBy}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Locks the message. Returns false if this process has lost the claim, as `renewLease` does; another process then
 * records the result.
 */
export async function holdsClaim(
  tx: Tx,
  { tenantId, messageId, claimedBy }: MessageKey & { readonly claimedBy: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from messages m
     where m.tenant_id = ${tenantId}
       and m.message_id = ${messageId}
       and m.state = 'claimed'
       and m.claimed_by = ${claimedBy}
       for update`.execute(tx);
  return rows.length > 0;
}
