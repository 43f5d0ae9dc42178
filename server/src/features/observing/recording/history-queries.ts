import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

/**
 * Copies to the beginning of a month, for each known fact, the last value from before it. Without the copy nobody would
 * know what held before the first change that is left, once the earlier months are dropped. Copies are made in each
 * month from those of the month before, so that a fact has one at most. They cost nothing while no month is old.
 */
export async function keepLastFacts(db: Executor, month: Date): Promise<void> {
  await sql`
    insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
    select distinct on (h.tenant_id, h.product_id, h.aspect, h.sku)
           h.tenant_id, ${month}::timestamptz, h.product_id, h.aspect, h.sku, h.facts
      from observation_history h
      join observations o
        on o.tenant_id = h.tenant_id
       and o.product_id = h.product_id
       and o.aspect = h.aspect
       and o.sku = h.sku
     where h.observed_at < ${month}
     order by h.tenant_id, h.product_id, h.aspect, h.sku, h.observed_at desc
        on conflict do nothing`.execute(db);
}
