import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

interface Instants {
  readonly now: Date;
  /** What is later than this was dated by a clock that was wrong. */
  readonly latest: Date;
}

/** Worker: over all tenants, those whose sweeps have been in the future. */
export async function findTenantsInFuture(db: Executor, latest: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct s.tenant_id as "tenantId"
      from sweeps s
     where s.finished_at > ${latest}
        or s.pass_started_at > ${latest}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

/** What is known stays known, as of now: the next look is newer. Sweeps begin anew. */
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

/** Refused requests and lost authorisations are asked about now, where their next time was set by that clock. */
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

/** Buckets that would not fill until then. */
export async function bringBackBuckets(db: Executor, { now, latest }: Instants): Promise<void> {
  await sql`
    update quota_buckets
       set refilled_at = ${now}
     where refilled_at > ${latest}`.execute(db);
}
