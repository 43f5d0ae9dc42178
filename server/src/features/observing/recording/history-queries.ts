import { sql } from 'kysely';
import type { Db, Executor, Tx } from '../../../lib/db/db.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';

/**
 * Copies to the beginning of a month, for each known fact, the last value from before it. Without the copy nobody would
 * know what held before the first change that is left, once the earlier months are dropped. Copies are made in each
 * month from those of the month before, so that a fact has one at most. They cost nothing while no month is old.
 *
 * Each tenant has a transaction of its own. One statement over all tenants would sort the facts of a whole month, and
 * start from nothing again if it reached its time limit. The failure of a tenant ends the work, because the months must
 * not be dropped then.
 */
export async function keepLastFacts(db: Pick<Db, 'global' | 'tenant'>, month: Date): Promise<void> {
  await everyTurn.each(await listTenantsBefore(db.global, month), (tenantId) =>
    db.tenant(tenantId, (tx) => keepLastFactsOf(tx, tenantId, month)),
  );
}

/** Returns the tenants that have a history from before the month. */
async function listTenantsBefore(db: Executor, month: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select t.tenant_id as "tenantId"
      from tenants t
     where exists (
             select 1
               from observation_history h
              where h.tenant_id = t.tenant_id
                and h.observed_at < ${month}
           )
     order by t.tenant_id`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

async function keepLastFactsOf(tx: Tx, tenantId: string, month: Date): Promise<void> {
  await sql`
    insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
    select distinct on (h.product_id, h.aspect, h.sku)
           h.tenant_id, ${month}::timestamptz, h.product_id, h.aspect, h.sku, h.facts
      from observation_history h
      join observations o
        on o.tenant_id = h.tenant_id
       and o.product_id = h.product_id
       and o.aspect = h.aspect
       and o.sku = h.sku
     where h.tenant_id = ${tenantId}
       and h.observed_at < ${month}
     order by h.product_id, h.aspect, h.sku, h.observed_at desc
        on conflict do nothing
    returning 1`.execute(tx);
}
