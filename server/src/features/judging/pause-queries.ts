import { sql } from 'kysely';
import type { Executor, Tx } from '../../lib/db/db.ts';
import { tenantsAtOnce } from '../../lib/jobs/tenant-turns.ts';

export interface ServiceChange {
  readonly tenantId: string;
  readonly isServed: boolean;
}

/** Finds tenants whose service was turned off or on since the last turn. Runs across tenants. */
export async function findServiceChanges(db: Executor): Promise<readonly ServiceChange[]> {
  const { rows } = await sql<ServiceChange>`
    select t.tenant_id as "tenantId", t.is_served as "isServed"
      from tenants t
     where t.is_served = (t.paused_at is not null)
     limit ${tenantsAtOnce}`.execute(db);
  return rows;
}

/**
 * Notes that the work of the tenant is put aside, and locks the tenant. Returns false if the service has been turned on
 * again or another process has already put the work aside.
 */
export async function notePause(tx: Tx, tenantId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update tenants
       set paused_at = ${now}
     where tenant_id = ${tenantId}
       and not is_served
       and paused_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Notes that the work of the tenant is due again. Returns false if the service has been turned off again or another
 * process has already done it.
 */
export async function noteReturn(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    update tenants
       set paused_at = null
     where tenant_id = ${tenantId}
       and is_served
       and paused_at is not null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Items with a time at which they are judged, now or later. Items that were never judged (99) are left out, because
 * they have no verdict that could be out of date.
 */
const isTimed = sql`i.again_at is not null and i.status <> 99`;

/** Locks the items that `awaitChecks` changes, in the order in which judging does and before the tenant is locked. */
export async function lockTimedItems(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    select 1
      from items i
     where i.tenant_id = ${tenantId}
       and ${isTimed}
     order by i.item_id
       for update`.execute(tx);
}

/**
 * Makes items that are judged by time wait for their next observation. The facts from before a pause are out of date:
 * they would end alerts that the next observation raises again. The judgement after that observation sets the due time
 * again.
 */
export async function awaitChecks(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    update items i
       set again_at = null,
           awaits_check = true
     where i.tenant_id = ${tenantId}
       and ${isTimed}`.execute(tx);
}
