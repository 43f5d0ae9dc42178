import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import { bringBackRetries } from './clock-jump-queries.ts';
import { never } from './sweep-queries.ts';

/** False while the service of the tenant is off, and after that until its work is due again. */
export async function isWatched(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from tenants t
     where t.tenant_id = ${tenantId}
       and t.is_watched`.execute(tx);
  return rows.length > 0;
}

/**
 * Moves all sweeps and probes of the tenant to the end of the indexes by which due work is found. Otherwise the work of
 * tenants who never return would be read before all other work.
 */
export async function putWorkAside(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    update sweeps
       set due_at = ${never}
     where tenant_id = ${tenantId}`.execute(tx);
  await sql`
    update seller_accounts
       set probe_at = ${never}
     where tenant_id = ${tenantId}
       and may_need_reauthorization`.execute(tx);
}

/**
 * Makes everything of the tenant due, as after an outage: passes start over and compare with the facts from before the
 * pause. Push counts as silent until it delivers again, because its messages were ignored during the pause.
 */
export async function makeWorkDue(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update sweeps
       set due_at = ${now},
           cursor = cursor - 'silentAt',
           pass_started_at = null
     where tenant_id = ${tenantId}`.execute(tx);
  announceWork('sweeps');
  await sql`
    update subscriptions
       set last_event_at = null
     where tenant_id = ${tenantId}`.execute(tx);
  await bringBackRetries(tx, tenantId, now);
}
