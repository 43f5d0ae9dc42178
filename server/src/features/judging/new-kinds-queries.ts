import { sql } from 'kysely';
import type { Executor, Tx } from '../../lib/db/db.ts';

/** Finds tenants with tracked products that lack an item of one of these types. Runs across tenants. */
export async function findTenantsLackingItems(db: Executor, types: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct p.tenant_id as "tenantId"
      from products p
     cross join unnest(${types}::text[]) as t (type)
     where p.is_tracked
       and not exists (
             select 1
               from items i
              where i.tenant_id = p.tenant_id
                and i.item_id = t.type || '-' || p.product_id
           )
     limit 100`.execute(db);
  return rows.map((row) => row.tenantId);
}

export async function insertLackingItems(
  tx: Tx,
  lacking: { tenantId: string; types: readonly string[]; at: Date; version: string },
): Promise<void> {
  await sql`
    insert into items (tenant_id, item_id, product_id, type, status, again_at, version)
    select p.tenant_id, t.type || '-' || p.product_id, p.product_id, t.type, 99, ${lacking.at}, ${lacking.version}::bigint
      from products p
     cross join unnest(${lacking.types}::text[]) as t (type)
     where p.tenant_id = ${lacking.tenantId}
       and p.is_tracked
     order by 2
        on conflict do nothing`.execute(tx);
}
