import { sql } from 'kysely';
import { json, type Tx } from '../../lib/db/db.ts';
import type { SweepKey } from './sweep-queries.ts';

/** The calendar of one marketplace at one instant. */
export interface LocalDays {
  readonly marketplace: string;
  readonly today: string;
  readonly yesterday: string;
}

interface Marking {
  readonly days: readonly LocalDays[];
  readonly now: Date;
}

/** Of products whose every listing is inactive or without units, today is marked. What is unknown is not concluded from. */
export async function markOutOfStock(tx: Tx, key: SweepKey, { days, now }: Marking): Promise<void> {
  await sql`
    insert into sales_days as s (
      tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
    )
    select p.tenant_id, p.product_id, d.today, 0, 0, 0, '{}', true, ${now}
      from products p
      join jsonb_to_recordset(${json(days)}::jsonb) as d (marketplace text, today date)
        on d.marketplace = p.marketplace
      join listings l
        on l.tenant_id = p.tenant_id
       and l.product_id = p.product_id
      left join observations f
        on f.tenant_id = l.tenant_id
       and f.product_id = l.product_id
       and f.aspect = 'listing'
       and f.sku = l.sku
      left join observations k
        on k.tenant_id = l.tenant_id
       and k.product_id = l.product_id
       and k.aspect = 'stock'
       and k.sku = l.sku
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.is_tracked
     group by p.tenant_id, p.product_id, d.today
    having bool_and(coalesce(
             case
               when f.facts -> 'status' <> 'null' and not f.facts -> 'status' @> '"BUYABLE"' then true
               when (f.facts ->> 'isFulfilledByAmazon')::boolean then (k.facts ->> 'fulfillable')::int = 0
               else (f.facts ->> 'ownQuantity')::int = 0
             end,
             false
           ))
     order by p.product_id
        on conflict (tenant_id, product_id, day) do update
       set was_out_of_stock = true,
           changed_at = excluded.changed_at
     where not s.was_out_of_stock`.execute(tx);
}

export interface SalesDue {
  readonly productId: string;
  /** The last complete day there. */
  readonly yesterday: string;
}

interface DuePage {
  readonly days: readonly LocalDays[];
  readonly after: string;
  readonly most: number;
}

/** Tracked products whose day has passed, or of which a complete day has changed since its facts were handed over. */
export async function listSalesDue(
  tx: Tx,
  key: SweepKey,
  { days, after, most }: DuePage,
): Promise<readonly SalesDue[]> {
  const { rows } = await sql<SalesDue>`
    select p.product_id as "productId", d.yesterday
      from products p
      join jsonb_to_recordset(${json(days)}::jsonb) as d (marketplace text, today date, yesterday text)
        on d.marketplace = p.marketplace
      left join observations o
        on o.tenant_id = p.tenant_id
       and o.product_id = p.product_id
       and o.aspect = 'sales'
       and o.sku = ''
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.is_tracked
       and p.product_id > ${after}::bigint
       and (o.facts ->> 'through' is distinct from d.yesterday
         or exists (
             select 1
               from sales_days s
              where s.tenant_id = p.tenant_id
                and s.product_id = p.product_id
                and s.day < d.today
                and s.changed_at > o.observed_at
           ))
     order by p.product_id
     limit ${most}`.execute(tx);
  return rows;
}

interface SalesDays {
  readonly units: readonly number[];
  readonly outOfStock: readonly boolean[];
}

/** The complete days from the first sale in 120 days on, oldest first and without gaps. */
export async function loadSalesDays(
  tx: Tx,
  key: SweepKey,
  due: readonly SalesDue[],
): Promise<ReadonlyMap<string, SalesDays>> {
  const { rows } = await sql<SalesDays & { productId: string }>`
    select w.product_id as "productId",
           array_agg(coalesce(s.units, 0) order by c.day) as units,
           array_agg(coalesce(s.was_out_of_stock, false) order by c.day) as "outOfStock"
      from (
        select r."productId"::bigint as product_id, r.yesterday
          from jsonb_to_recordset(${json(due)}::jsonb) as r ("productId" text, yesterday date)
      ) w
     cross join lateral (
        select min(f.day) as day
          from sales_days f
         where f.tenant_id = ${key.tenantId}
           and f.product_id = w.product_id
           and f.day between w.yesterday - 119 and w.yesterday
           and f.units > 0
      ) first
     cross join lateral generate_series(first.day, w.yesterday, interval '1 day') as c (day)
      left join sales_days s
        on s.tenant_id = ${key.tenantId}
       and s.product_id = w.product_id
       and s.day = c.day::date
     where first.day is not null
     group by w.product_id`.execute(tx);
  return new Map(rows.map(({ productId, units, outOfStock }) => [productId, { units, outOfStock }]));
}

interface Noting {
  readonly productIds: readonly string[];
  readonly now: Date;
}

/** The facts that follow raise the world's version. */
export async function noteSalesKnown(tx: Tx, { tenantId }: SweepKey, { productIds, now }: Noting): Promise<void> {
  await sql`
    update products p
       set sales_known_at = ${now}
     where p.tenant_id = ${tenantId}
       and p.product_id = any (${productIds}::bigint[])
       and p.sales_known_at is null`.execute(tx);
}

/** As of when the reports on orders were read last; `null`: never. */
export async function findHistoryRead(tx: Tx, key: SweepKey): Promise<Date | null> {
  const { rows } = await sql<{ confirmedAt: Date | null }>`
    select s.confirmed_at as "confirmedAt"
      from sweeps s
     where s.tenant_id = ${key.tenantId}
       and s.seller_account_id = ${key.sellerAccountId}
       and s.marketplace = ''
       and s.source = 'order-history'`.execute(tx);
  return rows[0]?.confirmedAt ?? null;
}
