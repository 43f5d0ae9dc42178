import { sql } from 'kysely';
import type { Db, Executor } from '../../../lib/db/db.ts';
import type { ClaimedMessage } from './message.ts';

interface DueTenant {
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
export async function claimNext(db: Db, claim: Claim): Promise<ClaimedMessage | null> {
  const claiming = sql<ClaimedMessage>`
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
    returning ${claimedColumns}`;
  const rows = await db.atOnce(claim.tenantId, claiming, claim.keepsOrder ? [lockingClaims(claim)] : []);
  return rows[0] ?? null;
}

/**
 * Lets one process at a time claim messages of a tenant, because a claim does not see another process's uncommitted
 * claim.
 */
const lockingClaims = ({ tenantId, transport }: Claim) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${transport} ${tenantId}`}, 0))`;
