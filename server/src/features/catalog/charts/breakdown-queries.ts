import { sql } from 'kysely';
import type { ChartRange } from '@app/shared/domain/chart-range.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { joinAdvertising, organicOrders, organicUnits } from '../../advertising/organic-queries.ts';

interface Span extends ChartRange {
  readonly productIds: readonly string[];
}

interface SoldDay {
  readonly day: string;
  readonly units: number;
  readonly unitsOfThis: number;
  readonly promotionUnitsOfThis: number;
  readonly organicUnitsOfThis: number;
  readonly organicOrdersOfThis: number;
  readonly wasOutOfStock: boolean;
}

/**
 * Sums the sales of these products by day, for days on which one of them was sold or out of stock. "This" product need
 * not be one of them.
 */
export async function sumSales(
  tx: Tx,
  tenantId: string,
  { productIds, thisId, from, to }: Span & { readonly thisId: string | null },
): Promise<readonly SoldDay[]> {
  const { rows } = await sql<SoldDay>`
    select s.day,
           sum(s.units)::float8 as units,
           coalesce(sum(s.units) filter (where s.product_id = ${thisId}::bigint), 0)::float8 as "unitsOfThis",
           coalesce(sum(s.promotion_units) filter (where s.product_id = ${thisId}::bigint), 0)::float8
             as "promotionUnitsOfThis",
           coalesce(sum(${organicUnits}) filter (where s.product_id = ${thisId}::bigint), 0)::float8
             as "organicUnitsOfThis",
           coalesce(sum(${organicOrders}) filter (where s.product_id = ${thisId}::bigint), 0)::float8
             as "organicOrdersOfThis",
           coalesce(bool_or(s.was_out_of_stock) filter (where s.product_id = ${thisId}::bigint), false)
             as "wasOutOfStock"
      from sales_days s
      ${joinAdvertising(tenantId)}
     where s.tenant_id = ${tenantId}
       and s.product_id = any (${productIds}::bigint[])
       and s.day between ${from}::date and ${to}::date
     group by s.day`.execute(tx);
  return rows;
}

export interface PromotedCode {
  readonly code: string;
  readonly totalUnits: number;
  readonly totalOrders: number;
  /** The days on which the code was used. The lists of sales are in the same order. */
  readonly days: readonly string[];
  readonly units: readonly number[];
  readonly orders: readonly number[];
}

/** Sums the units and orders of each promotion code. An order with several of the products counts once. */
export async function sumPromotions(
  tx: Tx,
  tenantId: string,
  { productIds, from, to }: Span,
): Promise<readonly PromotedCode[]> {
  const { rows } = await sql<PromotedCode>`
    with used as (
      select e.key as code, s.day, sum((e.value ->> 'units')::bigint) as units,
             sum((e.value ->> 'orders')::bigint - j.orders) as orders
        from sales_days s
       cross join lateral jsonb_each(s.promotions) e
       cross join lateral (
         select coalesce(sum(k.value::bigint), 0) as orders
           from jsonb_each_text(s.joint_orders -> e.key) k
          where string_to_array(k.key, ',')::bigint[] && ${productIds}::bigint[]
       ) j
       where s.tenant_id = ${tenantId}
         and s.product_id = any (${productIds}::bigint[])
         and s.day between ${from}::date and ${to}::date
         and s.promotions <> '{}'
       group by e.key, s.day
    )
    select u.code,
           sum(u.units)::float8 as "totalUnits",
           sum(u.orders)::float8 as "totalOrders",
           array_agg(u.day::text order by u.day) as days,
           array_agg(u.units::float8 order by u.day) as units,
           array_agg(u.orders::float8 order by u.day) as orders
      from used u
     group by u.code
     order by sum(u.units) desc, u.code`.execute(tx);
  return rows;
}

interface RankedDay {
  readonly productId: string;
  readonly day: string;
  readonly rank: number;
}

/** Returns the average rank of each product on each day, over the hours with a rank. */
export async function averageRanks(
  tx: Tx,
  tenantId: string,
  { productIds, from, to }: Span,
): Promise<readonly RankedDay[]> {
  const { rows } = await sql<RankedDay>`
    select d.product_id as "productId", d.day, a.rank
      from rank_days d
     cross join lateral (
       select round(avg(r.rank))::int as rank
         from unnest(d.ranks) as r (rank)
        where r.rank > 0
     ) a
     where d.tenant_id = ${tenantId}
       and d.product_id = any (${productIds}::bigint[])
       and d.day between ${from}::date and ${to}::date
       and a.rank is not null`.execute(tx);
  return rows;
}

/** Returns the facts by which sales alerts are judged; `null` if there are none yet. */
export async function findSalesFacts(tx: Tx, tenantId: string, productId: string): Promise<unknown> {
  const { rows } = await sql<{ facts: unknown }>`
    select o.facts
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = ${productId}::bigint
       and o.aspect = 'sales'
       and o.sku = ''`.execute(tx);
  return rows[0]?.facts ?? null;
}
