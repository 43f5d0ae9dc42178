import { sql } from 'kysely';
import { mostUnits } from '@app/shared/base/units.ts';
import { latestPlausible } from '../../../lib/clock-skew.ts';
import { json, type Tx } from '../../../lib/db/db.ts';
import type { OrderLine } from './order-lines.ts';
import { averageTenant, isNamed, type ProductDay } from './order-product-queries.ts';
import type { AccountKey } from '../queries.ts';

interface RecordedSales {
  /**
   * The number of active, untracked products that have their first sale in 60 days, or their first sale since users
   * chose to ignore them until the next order.
   */
  readonly newlySold: number;
  /** Tracked products whose shown price was replaced by the price in an order. */
  readonly priced: readonly string[];
}

/** Stores the latest sale of each product, and the unit price in the latest order that contains one. */
export async function recordSales(
  tx: Tx,
  key: AccountKey,
  {
    sold,
    now,
  }: {
    readonly sold: readonly Pick<OrderLine, 'marketplace' | 'asin' | 'soldAt' | 'unitPriceCents'>[];
    readonly now: Date;
  },
): Promise<RecordedSales> {
  const { rows } = await sql<RecordedSales>`
    /* prepared */
    with sold as (
      select s.marketplace, s.asin, max(s."soldAt") as last_sale_at,
             max(s."soldAt") filter (where s."unitPriceCents" is not null) as priced_at,
             (array_agg(s."unitPriceCents" order by s."soldAt" desc) filter (where s."unitPriceCents" is not null))[1]
               as price_cents
        from jsonb_to_recordset(${json(sold)}::jsonb)
          as s (marketplace text, asin text, "soldAt" timestamptz, "unitPriceCents" bigint)
       group by s.marketplace, s.asin
    ),
    known as (
      select p.product_id, p.is_active, p.is_tracked, p.tracking_choice, p.tracking_chosen_at, p.price_cents,
             p.sold_price_cents, p.last_sale_at as known_sale_at, s.last_sale_at,
             p.last_sale_at is null
               or p.last_sale_at < s.last_sale_at
               or p.last_sale_at > ${latestPlausible(now)} as is_newer,
             -- An order contains its price only once it is paid, so the latest order may be reported again, then with
             -- its price.
             case
             when p.sold_price_cents is null
               or coalesce(s.priced_at >= p.last_sale_at, true)
               or p.last_sale_at > ${latestPlausible(now)} then s.price_cents
             end as told_price_cents
        from products p
        join sold s
          on s.marketplace = p.marketplace
         and s.asin = p.asin
       where p.tenant_id = ${key.tenantId}
         and p.seller_account_id = ${key.sellerAccountId}
         and ${isNamed(sold)}
    ),
    before as (
      select k.*,
             k.is_newer
               and k.is_active
               and not k.is_tracked
               and k.last_sale_at > ${now}::timestamptz - interval '60 days'
               and case k.tracking_choice
                   when 'ignored' then false
                   when 'untilNextOrder' then k.last_sale_at > k.tracking_chosen_at
                   else coalesce(k.known_sale_at < ${now}::timestamptz - interval '60 days', true)
                   end as is_newly_sold
        from known k
       where k.is_newer
          or k.told_price_cents <> coalesce(k.sold_price_cents, 0)
    ),
    recorded as (
      update products p
         set last_sale_at = case when b.is_newer then b.last_sale_at else p.last_sale_at end,
             sold_price_cents = coalesce(b.told_price_cents, p.sold_price_cents)
        from before b
       where p.tenant_id = ${key.tenantId}
         and p.product_id = b.product_id
    )
    select count(*) filter (where b.is_newly_sold)::int as "newlySold",
           coalesce(
             array_agg(b.product_id::text) filter (
               where b.is_tracked and b.price_cents is null and b.told_price_cents <> coalesce(b.sold_price_cents, 0)
             ),
             '{}'
           ) as priced
      from before b`.execute(tx);
  return rows[0] ?? { newlySold: 0, priced: [] };
}

interface Days {
  readonly days: readonly ProductDay[];
  readonly now: Date;
}

/**
 * Sums days again from the lines of their orders. Each day is read by its key, because with a range of days the planner
 * uses the index of days, which covers all tenants. The wanted days are inlined where they are read, because a cluster
 * would send them to all nodes otherwise. Returns the tracked products with a changed number.
 */
export async function sumDays(tx: Tx, { tenantId }: AccountKey, { days, now }: Days): Promise<readonly string[]> {
  const { rows } = await sql<{ productId: string }>`
    /* prepared */
    with wanted as not materialized (
      select distinct d."productId"::bigint as product_id, d.day
        from jsonb_to_recordset(${json(days)}::jsonb) as d ("productId" text, day date)
    ),
    ordered as (
      select w.product_id, w.day, o.units, o.orders, o.promotion_units
        from wanted w
       cross join lateral (
         select least(coalesce(sum(o.units), 0), ${mostUnits})::int as units,
                count(*) filter (where o.units > 0)::int as orders,
                least(coalesce(sum(o.promotion_units), 0), ${mostUnits})::int as promotion_units
           from order_products o
          where o.tenant_id = ${averageTenant(tx, tenantId)}
            and o.product_id = w.product_id
            and o.day >= w.day
            and o.day < w.day + 1
       ) o
    ),
    promoted as (
      select w.product_id, w.day,
             jsonb_object_agg(c.id, jsonb_build_object('units', c.units, 'orders', c.orders) order by c.id) as promotions,
             jsonb_object_agg(c.id, c.joint) filter (where c.joint is not null) as joint_orders
        from wanted w
       cross join lateral (
         select g.id, least(sum(g.units), ${mostUnits})::int as units, sum(g.orders)::int as orders,
                jsonb_object_agg(g.before, g.orders) filter (where g.before is not null) as joint
           from (
             select e.key as id, b.before, sum(e.value::bigint) as units, count(*) as orders
               from order_products o
              cross join lateral jsonb_each_text(o.promotions) e
              -- Lists the products of the order with the same code that come before this one: in a family they already
              -- count the order.
              cross join lateral (
                select string_agg(x.product_id::text, ',' order by x.product_id) as before
                  from order_products x
                 where x.tenant_id = ${averageTenant(tx, tenantId)}
                   and x.order_id = o.order_id
                   and x.product_id < o.product_id
                   and x.promotions ? e.key
              ) b
              where o.tenant_id = ${averageTenant(tx, tenantId)}
                and o.product_id = w.product_id
                and o.day >= w.day
                and o.day < w.day + 1
              group by e.key, b.before
           ) g
          group by g.id
       ) c
       group by w.product_id, w.day
    ),
    summed as (
      insert into sales_days as s (
        tenant_id, product_id, day, units, orders, promotion_units, promotions, joint_orders, was_out_of_stock, changed_at
      )
      select ${tenantId}::uuid, o.product_id, o.day, o.units, o.orders, o.promotion_units, coalesce(p.promotions, '{}'),
             coalesce(p.joint_orders, '{}'), false, ${now}::timestamptz
        from ordered o
        left join promoted p
          on p.product_id = o.product_id
         and p.day = o.day
       order by o.product_id, o.day
          on conflict (tenant_id, product_id, day) do update
         set units = excluded.units,
             orders = excluded.orders,
             promotion_units = excluded.promotion_units,
             promotions = excluded.promotions,
             joint_orders = excluded.joint_orders,
             changed_at = excluded.changed_at
       where (s.units, s.orders, s.promotion_units, s.promotions, s.joint_orders)
             is distinct from (
               excluded.units, excluded.orders, excluded.promotion_units, excluded.promotions, excluded.joint_orders
             )
      returning s.product_id
    )
    select distinct s.product_id as "productId"
      from summed s
     cross join lateral (
       select 1
         from products p
        where p.tenant_id = ${averageTenant(tx, tenantId)}
          and p.product_id = s.product_id
          and p.is_tracked
        limit 1
     ) p`.execute(tx);
  return rows.map((row) => row.productId);
}

interface Stamp {
  readonly productIds: readonly string[];
  readonly version: string;
}

export async function stampProducts(tx: Tx, { tenantId }: AccountKey, { productIds, version }: Stamp): Promise<void> {
  await sql`
    update products p
       set version = ${version}::bigint
     where p.tenant_id = ${tenantId}
       and p.product_id = any (${productIds}::bigint[])`.execute(tx);
}
