import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import { announceWork } from '../../lib/jobs/work-bells.ts';

interface Start {
  readonly tenantId: string;
  readonly productIds: readonly string[];
  readonly types: readonly string[];
  readonly at: Date;
  readonly version: string;
}

/**
 * Creates an initializing item of every type for newly tracked products. Items of products that were tracked before are
 * made due: a window may have ended, or facts may have changed, while their product was not tracked.
 */
export async function insertInitializing(tx: Tx, start: Start): Promise<void> {
  await sql`
    insert into items as i (tenant_id, item_id, product_id, type, status, again_at, version)
    select ${start.tenantId}, t.type || '-' || p.product_id, p.product_id, t.type, 99,
           case when p.is_known then ${start.at}::timestamptz end, ${start.version}::bigint
      from (
        select u.product_id,
               exists (
                 select 1
                   from observations o
                  where o.tenant_id = ${start.tenantId}
                    and o.product_id = u.product_id
               ) as is_known
          from unnest(${start.productIds}::bigint[]) as u (product_id)
      ) p
     cross join unnest(${start.types}::text[]) as t (type)
     order by 2
        on conflict (tenant_id, item_id) do update
       set again_at = coalesce(excluded.again_at, i.again_at),
           version = excluded.version`.execute(tx);
  announceWork('items');
}

/** Makes the items that people created due when their product is tracked again. */
export async function showOwnItems(tx: Tx, start: Start): Promise<void> {
  await sql`
    update items
       set again_at = ${start.at},
           version = ${start.version}::bigint
     where tenant_id = ${start.tenantId}
       and product_id = any (${start.productIds}::bigint[])
       and type = any (${start.types}::text[])
       and removed_at is null`.execute(tx);
  announceWork('items');
}
