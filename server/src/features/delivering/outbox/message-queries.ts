import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import type { ClaimedMessage, MessageKey, NewMessage } from './message.ts';

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

export interface DueTenant {
  readonly tenantId: string;
  readonly due: number;
}

/** Returns the transports that have due messages of any tenant. */
export async function findTransportsWithDue(db: Executor, now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ transport: string }>`
    /* prepared */
    select distinct m.transport
      from messages m
     where m.state in ('waiting', 'claimed')
       and m.due_at <= ${now}`.execute(db);
  return new Set(rows.map(({ transport }) => transport));
}

interface DueSearch extends Pick<Claim, 'transport' | 'now' | 'keepsOrder'> {
  readonly except: readonly string[];
  readonly most: number;
}

/** Returns the tenants that have due messages which can be claimed, longest waiting first. */
export async function findTenantsWithDue(
  db: Executor,
  { transport, now, keepsOrder, except, most }: DueSearch,
): Promise<readonly DueTenant[]> {
  const { rows } = await sql<DueTenant>`
    /* prepared */
    select n.tenant_id as "tenantId", count(*)::int as due
      from messages n
     where n.transport = ${transport}
       and n.state in ('waiting', 'claimed')
       and n.due_at <= ${now}
       and n.tenant_id <> all (${except}::uuid[])
       and ${keepsOrder ? isNextOfRecipient(now) : sql`true`}
     group by n.tenant_id
     order by min(n.due_at)
     limit ${most}`.execute(db);
  return rows;
}

export interface Claim {
  readonly tenantId: string;
  readonly transport: string;
  readonly claimedBy: string;
  readonly now: Date;
  readonly leaseEndsAt: Date;
  readonly keepsOrder: boolean;
}

/** A message that failed this often no longer blocks later messages to its recipient and is retried alone. */
export const patience = 5;

/** True unless an earlier message to the recipient of `n` waits or another one is being sent. */
const isNextOfRecipient = (now: Date) => sql`not exists (
               select 1
                 from messages e
                where e.tenant_id = n.tenant_id
                  and e.target_id = n.target_id
                  and e.transport = n.transport
                  and e.message_id <> n.message_id
                  and e.state in ('waiting', 'claimed')
                  and ((e.state = 'claimed' and e.due_at > ${now})
                    or (e.message_no < n.message_no and e.attempts < ${patience}))
             )`;

const claimedColumns = sql`
           m.tenant_id as "tenantId",
           m.message_id as "messageId",
           m.transport,
           m.purpose,
           m.email_address_id as "emailAddressId",
           m.target_id as "targetId",
           m.recipient,
           m.kind,
           m.subject,
           m.reason,
           m.sealed_payload as "sealedPayload",
           m.local_day as "localDay",
           m.created_at as "createdAt",
           m.attempts,
           m.last_error as "lastError",
           m.claimed_by as "claimedBy",
           t.is_served as "isServed"`;

/** Claims the message of the tenant that has been due for the longest time. */
export async function claimNext(tx: Tx, claim: Claim): Promise<ClaimedMessage | null> {
  if (claim.keepsOrder) await lockClaims(tx, claim);
  const { rows } = await sql<ClaimedMessage>`
    /* prepared */
    with next as (
      select n.message_id
        from messages n
       where n.tenant_id = ${claim.tenantId}
         and n.transport = ${claim.transport}
         and n.state in ('waiting', 'claimed')
         and n.due_at <= ${claim.now}
         and ${claim.keepsOrder ? isNextOfRecipient(claim.now) : sql`true`}
       order by n.due_at, n.message_no
       limit 1
         for update skip locked
    )
    update messages as m
       set state = 'claimed',
           claimed_by = ${claim.claimedBy},
           due_at = ${claim.leaseEndsAt}
      from next n, tenants t
     where m.tenant_id = ${claim.tenantId}
       and t.tenant_id = ${claim.tenantId}
       and m.message_id = n.message_id
    returning ${claimedColumns}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Lets one process at a time claim messages of a tenant, because a claim does not see another process's uncommitted
 * claim.
 */
async function lockClaims(tx: Tx, { tenantId, transport }: Claim): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${transport} ${tenantId}`}, 0))`.execute(tx);
}

export interface Settlement {
  readonly state: 'sent' | 'failed' | 'given up' | 'waiting';
  readonly now: Date;
  readonly error: string | null;
  /** The time of the next attempt. */
  readonly dueAt: Date;
  readonly isAttempt: boolean;
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
  { state, now, error, dueAt, isAttempt, isSetAside = false }: Settlement,
): Promise<boolean> {
  const { rows } = await sql`
    /* prepared */
    update messages
       set state = ${state},
           set_aside_at = case when ${isSetAside} then ${now}::timestamptz end,
           sent_at = case when ${state} = 'sent' then ${now}::timestamptz end,
           due_at = ${dueAt},
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
