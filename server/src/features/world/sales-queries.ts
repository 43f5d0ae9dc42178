import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

/** The daily sales of one product, in no particular order. */
export interface RecentSales {
  /** Days since the first requested day. */
  readonly days: readonly number[];
  readonly units: readonly number[];
  readonly promotionUnits: readonly number[];
}

/** Loads sales from a day on, for these products or, with `null`, for all products of the tenant. */
export async function loadRecentSales(
  tx: Tx,
  tenantId: string,
  wanted: { readonly from: string; readonly productIds: readonly string[] | null },
): Promise<ReadonlyMap<string, RecentSales>> {
  const which = wanted.productIds === null ? sql`` : sql`and s.product_id = any (${wanted.productIds}::bigint[])`;
  const { rows } = await sql<{ productId: string; sales: string }>`
    select s.product_id as "productId",
           string_agg((s.day - ${wanted.from}::date) || ' ' || s.units || ' ' || s.promotion_units, ' ') as sales
      from sales_days s
     where s.tenant_id = ${tenantId}
       and s.day >= ${wanted.from}::date
       and s.units > 0
       ${which}
     group by s.product_id`.execute(tx);
  return new Map(rows.map((row) => [row.productId, readSales(row.sales)]));
}

/**
 * Parses the text of one product. Arrays of 140,000 days would take the driver longer than the rest of a first load.
 */
function readSales(text: string): RecentSales {
  const days: number[] = [];
  const units: number[] = [];
  const promotionUnits: number[] = [];
  const numbers = text.split(' ');
  for (let at = 0; at < numbers.length; at += 3) {
    days.push(Number(numbers[at]));
    units.push(Number(numbers[at + 1]));
    promotionUnits.push(Number(numbers[at + 2]));
  }
  return { days, units, promotionUnits };
}
