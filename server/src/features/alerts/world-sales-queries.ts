import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

/** The sales of one product by day, in lists of equal length. */
export interface RecentSales {
  readonly productId: string;
  readonly days: readonly string[];
  readonly units: readonly number[];
  readonly promotionUnits: readonly number[];
}

/** Sales from a day on, of these products or (`null`) of all of the tenant. */
export async function loadRecentSales(
  tx: Tx,
  tenantId: string,
  wanted: { readonly from: string; readonly productIds: readonly string[] | null },
): Promise<ReadonlyMap<string, RecentSales>> {
  const which = wanted.productIds === null ? sql`` : sql`and s.product_id = any (${wanted.productIds}::bigint[])`;
  const { rows } = await sql<RecentSales>`
    select s.product_id as "productId",
           array_agg(s.day::text) as days,
           array_agg(s.units) as units,
           array_agg(s.promotion_units) as "promotionUnits"
      from sales_days s
     where s.tenant_id = ${tenantId}
       and s.day >= ${wanted.from}::date
       and s.units > 0
       ${which}
     group by s.product_id`.execute(tx);
  return new Map(rows.map((row) => [row.productId, row]));
}
