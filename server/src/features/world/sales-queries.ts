import { sql } from 'kysely';
import type { Product } from '@app/shared/contract/world.ts';
import type { Tx } from '../../lib/db/db.ts';
import { joinAdvertising, organicOrders, organicUnits } from '../advertising/organic-queries.ts';

/** The daily sales of one product, in no particular order. */
export interface RecentSales {
  /** Days since the first requested day. */
  readonly days: readonly number[];
  readonly units: readonly number[];
  readonly promotionUnits: readonly number[];
  /** The promotion codes by day since the first requested day; `null` if no day has any. */
  readonly promotions: Readonly<Record<string, NonNullable<Product['sales'][number]['promotionCodes']>>> | null;
  /** Units that no advertisement brought, for the days that were reported; empty if they are not requested. */
  readonly organicUnits: readonly number[];
  readonly organicOrders: readonly number[];
}

/** Loads sales from a day on, for these products or, with `null`, for all products of the tenant. */
export async function loadRecentSales(
  tx: Tx,
  tenantId: string,
  wanted: {
    readonly from: string;
    readonly productIds: readonly string[] | null;
    /** True if sales without advertising are requested, for which a further table is read. */
    readonly hasOrganic: boolean;
  },
): Promise<ReadonlyMap<string, RecentSales>> {
  const organic = wanted.hasOrganic ? sql` || ' ' || ${organicUnits} || ' ' || ${organicOrders}` : sql``;
  const joined = wanted.hasOrganic ? joinAdvertising(tenantId) : sql``;
  const which = wanted.productIds === null ? sql`` : sql`and s.product_id = any (${wanted.productIds}::bigint[])`;
  const { rows } = await sql<{ productId: string; sales: string } & Pick<RecentSales, 'promotions'>>`
    select s.product_id as "productId",
           string_agg((s.day - ${wanted.from}::date) || ' ' || s.units || ' ' || s.promotion_units${organic}, ' ') as sales,
           json_object_agg(s.day - ${wanted.from}::date, s.promotions) filter (where s.promotions <> '{}') as promotions
      from sales_days s
      ${joined}
     where s.tenant_id = ${tenantId}
       and s.day >= ${wanted.from}::date
       and s.units > 0
       ${which}
     group by s.product_id`.execute(tx);
  return new Map(
    rows.map(({ productId, sales, promotions }) => [productId, { ...readSales(sales, wanted.hasOrganic), promotions }]),
  );
}

/** Sales from before these days say little about those of today. */
const earlierDays = 120;

/** The sales of a product in the last months. */
export interface EarlierSales {
  readonly units: number;
  /** The day of the first sale of the last months. */
  readonly since: string;
}

/**
 * Loads the number of units that products have sold since their first sale of the last months. There is no last day,
 * because the shown days begin on different dates in the marketplaces.
 */
export async function loadEarlierSales(
  tx: Tx,
  tenantId: string,
  { before, productIds }: { readonly before: string; readonly productIds: readonly string[] },
): Promise<ReadonlyMap<string, EarlierSales>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<EarlierSales & { readonly productId: string }>`
    select s.product_id as "productId", sum(s.units)::int as units, min(s.day) as since
      from sales_days s
     where s.tenant_id = ${tenantId}
       and s.product_id = any (${productIds}::bigint[])
       and s.day >= ${before}::date - ${earlierDays}::int
       and s.units > 0
     group by s.product_id`.execute(tx);
  return new Map(rows.map(({ productId, ...sold }) => [productId, sold]));
}

/**
 * Parses the sales of one product from one text. As arrays, the 140,000 days of a first load would take the driver
 * longer than the rest of the load.
 */
function readSales(text: string, hasOrganic: boolean): Omit<RecentSales, 'promotions'> {
  const organicUnitsOfDays: number[] = [];
  const organicOrdersOfDays: number[] = [];
  const size = hasOrganic ? 5 : 3;
  const days: number[] = [];
  const units: number[] = [];
  const promotionUnits: number[] = [];
  const numbers = text.split(' ');
  for (let at = 0; at < numbers.length; at += size) {
    days.push(Number(numbers[at]));
    units.push(Number(numbers[at + 1]));
    promotionUnits.push(Number(numbers[at + 2]));
    if (!hasOrganic) continue;
    organicUnitsOfDays.push(Number(numbers[at + 3]));
    organicOrdersOfDays.push(Number(numbers[at + 4]));
  }
  return { days, units, promotionUnits, organicUnits: organicUnitsOfDays, organicOrders: organicOrdersOfDays };
}
