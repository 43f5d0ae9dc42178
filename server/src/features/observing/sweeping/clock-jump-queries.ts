import { sql } from 'kysely';
import { dayMs } from '@app/shared/base/time.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

interface Instants {
  readonly now: Date;
  /** Later times were written with a clock that was ahead. */
  readonly latest: Date;
}

/** Finds tenants whose sweeps have times in the future. Runs across tenants. */
export async function findTenantsInFuture(db: Executor, latest: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct s.tenant_id as "tenantId"
      from sweeps s
     where s.finished_at > ${latest}
        or s.pass_started_at > ${latest}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

/** Dates facts of the future now, so that they stay known and the next observation is newer. Sweeps begin anew. */
export async function bringBack(tx: Tx, tenantId: string, { now, latest }: Instants): Promise<void> {
  await sql`
    update observations
       set observed_at = ${now}
     where tenant_id = ${tenantId}
       and observed_at > ${latest}`.execute(tx);
  await sql`
    update subscriptions
       set last_event_at = ${now}
     where tenant_id = ${tenantId}
       and last_event_at > ${latest}`.execute(tx);
  await sql`
    update sweeps
       set due_at = least(due_at, ${now}),
           confirmed_at = least(confirmed_at, ${now}),
           finished_at = least(finished_at, ${now}),
           pass_started_at = null
     where tenant_id = ${tenantId}
       and (finished_at > ${latest} or pass_started_at > ${latest})`.execute(tx);
}

/** No lease and no pause after a failure is longer. */
const longestWaitMs = 2 * dayMs;

/** Makes messages due now that a process with that clock had claimed, or was to try again. */
export async function bringBackMessages(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update messages
       set due_at = ${now}
     where tenant_id = ${tenantId}
       and state in ('waiting', 'claimed')
       and (state = 'claimed' or attempts > 0)
       and due_at > ${new Date(now.getTime() + longestWaitMs)}`.execute(tx);
}

/** Makes refused requests and probes due now, since that clock may have set their next time. */
export async function bringBackRetries(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update request_refusals
       set retry_at = least(retry_at, ${now})
     where tenant_id = ${tenantId}`.execute(tx);
  await sql`
    update seller_accounts
       set probe_at = least(probe_at, ${now})
     where tenant_id = ${tenantId}
       and may_need_reauthorization`.execute(tx);
}

/** Dates buckets back that would otherwise not refill until the future time. */
export async function bringBackBuckets(db: Executor, { now, latest }: Instants): Promise<void> {
  await sql`
    update quota_buckets
       set refilled_at = ${now}
     where refilled_at > ${latest}`.execute(db);
}
