import { sql } from 'kysely';
import type { Executor, Tx } from '../../lib/db/db.ts';
import { joinHooksOfUnreachable } from '../delivering/outbox/account-event-queries.ts';
import type { ConnectionKey } from './service.ts';

/**
 * Locks a claimed connection. Returns false if the claim has ended because the owner has connected again or another
 * process has claimed the connection.
 */
export async function holdsClaim(tx: Tx, { tenantId, connectionId }: ConnectionKey, until: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from connections c
     where c.tenant_id = ${tenantId}
       and c.connection_id = ${connectionId}
       and c.next_try_at = ${until}
       for update`.execute(tx);
  return rows.length > 0;
}

/** Notes that the connection works, which ends every error. */
export async function noteSuccess(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { now, nextTryAt }: { readonly now: Date; readonly nextTryAt: Date | null },
): Promise<void> {
  await sql`
    update connections
       set since = case when state = 'connected' then since else ${now} end,
           state = 'connected',
           reason = null,
           last_success_at = ${now},
           next_try_at = ${nextTryAt}::timestamptz,
           failures = 0,
           told_at = null
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
}

interface Setback {
  readonly now: Date;
  readonly failures: number;
  readonly nextTryAt: Date;
  /** The reason that users see while the connection is in error; `null` leaves its state as it is. */
  readonly error: string | null;
}

export async function updateSetback(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { now, failures, nextTryAt, error }: Setback,
): Promise<void> {
  await sql`
    update connections
       set since = case when ${error !== null} and state <> 'error' then ${now} else since end,
           state = case when ${error !== null} then 'error' else state end,
           reason = coalesce(${error}::text, reason),
           next_try_at = ${nextTryAt},
           failures = ${failures}
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
}

interface Break {
  readonly reason: string;
  readonly now: Date;
  /** True if the service has ended the tokens, which are then deleted. */
  readonly endsTokens: boolean;
}

/** Stores that the connection is broken until a person connects again. Nothing is tried until then. */
export async function noteBreak(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { reason, now, endsTokens }: Break,
): Promise<void> {
  await sql`
    update connections
       set since = case when state = 'error' then since else ${now} end,
           state = 'error',
           reason = ${reason},
           next_try_at = null,
           failures = failures + 1,
           refresh_token = case when ${endsTokens} then null else refresh_token end,
           access_token = case when ${endsTokens} then null else access_token end,
           access_expires_at = case when ${endsTokens} then null else access_expires_at end,
           refreshed_by = null,
           refreshed_until = null
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
}

/**
 * Returns, over all tenants, broken connections whose owner was not informed yet. An owner whose address gets no mail
 * at present is informed later. Uses the index connections_broken.
 */
export async function listUntoldBreaks(db: Executor): Promise<readonly ConnectionKey[]> {
  const { rows } = await sql<ConnectionKey>`
    select c.tenant_id as "tenantId", c.connection_id as "connectionId"
      from connections c
      join email_addresses e
        on e.tenant_id = c.tenant_id
       and e.is_primary
       and e.verified_at is not null
       and e.stopped_at is null
     where c.state = 'error'
       and c.told_at is null
     limit 100`.execute(db);
  return rows;
}

/**
 * Returns, over all tenants, broken connections that no hook was called about yet, though the owner cannot be mailed: a
 * program does not wait for the mailbox of a person. Older breaks were known before the hook was subscribed.
 */
export async function listUncalledBreaks(db: Executor, brokenAfter: Date): Promise<readonly ConnectionKey[]> {
  const hooks = joinHooksOfUnreachable({
    event: 'connectionBroken',
    tenantId: sql`c.tenant_id`,
    subject: sql`c.title`,
    at: sql`c.since`,
  });
  const { rows } = await sql<ConnectionKey>`
    select distinct c.tenant_id as "tenantId", c.connection_id as "connectionId"
      from connections c
      ${hooks}
     where c.state = 'error'
       and c.told_at is null
       and c.since > ${brokenAfter}
       and m.message_id is null
     limit 100`.execute(db);
  return rows;
}

interface UntoldBreak {
  readonly title: string;
  readonly reason: string;
  readonly since: Date;
}

/** Locks a broken connection; `null` if its owner was already told or it is no longer broken. */
export async function lockUntoldBreak(tx: Tx, { tenantId, connectionId }: ConnectionKey): Promise<UntoldBreak | null> {
  const { rows } = await sql<UntoldBreak>`
    select c.title, coalesce(c.reason, '') as reason, c.since
      from connections c
     where c.tenant_id = ${tenantId}
       and c.connection_id = ${connectionId}
       and c.state = 'error'
       and c.told_at is null
       for update`.execute(tx);
  return rows[0] ?? null;
}

/** Notes that the owner is told of a broken connection. */
export async function noteTold(tx: Tx, { tenantId, connectionId }: ConnectionKey, now: Date): Promise<void> {
  await sql`
    update connections
       set told_at = ${now}
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
}

export async function hasBrokenConnection(tx: Tx, tenantId: string, title: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from connections c
     where c.tenant_id = ${tenantId}
       and c.title = ${title}
       and c.state = 'error'`.execute(tx);
  return rows.length > 0;
}
