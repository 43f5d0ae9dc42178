import { sql } from 'kysely';
import { json, type Tx } from '../../../../lib/db/db.ts';
import type { SweepKey } from '../../sweeping/sweep-queries.ts';

/** The calendar of one marketplace at one instant. */
export interface LocalDays {
  readonly marketplace: string;
  readonly today: string;
  readonly yesterday: string;
  /** The instant at which today began. */
  readonly began: string;
}

/** A range of days of a marketplace, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

interface StockMark {
  readonly days: readonly LocalDays[];
  /** The days that are judged. The statement contains them as constants, so that the planner can exclude partitions. */
  readonly judged: Span;
  readonly now: Date;
}

/**
 * Marks today as out of stock for products whose every listing is inactive or without units. Listings with unknown
 * stock do not count as out of stock. A product that was sold out for long is inactive and not tracked; without its
 * marks, those days would be judged as a drop once it is sold again.
 */
export async function markOutOfStock(tx: Tx, key: SweepKey, { days, judged, now }: StockMark): Promise<void> {
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
        on f.tenant_id = ${key.tenantId}
       and f.product_id = l.product_id
       and f.aspect = 'listing'
       and f.sku = l.sku
      left join observations k
        on k.tenant_id = ${key.tenantId}
       and k.product_id = l.product_id
       and k.aspect = 'stock'
       and k.sku = l.sku
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and (p.is_tracked
         or (not p.is_active and exists (
             select 1
               from sales_days r
              where r.tenant_id = ${key.tenantId}
                and r.product_id = p.product_id
                and r.day between ${judged.from}::date and ${judged.to}::date
                and r.units > 0
           )))
     group by p.tenant_id, p.product_id, p.is_tracked, d.today
    having not p.is_tracked or bool_and(coalesce(
             case
               when f.facts -> 'status' <> 'null' and not f.facts -> 'status' @> '"BUYABLE"' then true
               when (f.facts ->> 'isFulfilledByAmazon')::boolean then (k.facts ->> 'fulfillable')::bigint = 0
               else (f.facts ->> 'ownQuantity')::bigint = 0
             end,
             false
           ))
     order by p.product_id
        on conflict (tenant_id, product_id, day) do update
       set was_out_of_stock = true,
           changed_at = excluded.changed_at
     where not s.was_out_of_stock`.execute(tx);
}

export interface DueProductSales {
  readonly productId: string;
  /** The last complete day of the marketplace. */
  readonly yesterday: string;
}

interface SalesQuery {
  readonly days: readonly LocalDays[];
  /**
   * The days that are searched for changes; `null` to search none. Constants, because the planner could not exclude
   * partitions by the day of a row.
   */
  readonly changedIn: Span | null;
}

/**
 * Lists tracked products whose facts are of an earlier day, or of which a complete day has changed since. The day of
 * the facts is taken from `observed_at`, since parsing the facts of every product would cost more than all the rest.
 */
export async function listSalesDue(
  tx: Tx,
  key: SweepKey,
  { days, changedIn }: SalesQuery,
): Promise<readonly DueProductSales[]> {
  const { rows } = await sql<DueProductSales>`
    select p.product_id as "productId", d.yesterday
      from products p
      join jsonb_to_recordset(${json(days)}::jsonb) as d (
             marketplace text, today date, yesterday text, began timestamptz
           )
        on d.marketplace = p.marketplace
      left join observations o
        on o.tenant_id = ${key.tenantId}
       and o.product_id = p.product_id
       and o.aspect = 'sales'
       and o.sku = ''
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.is_tracked
       and (o.observed_at is null
         or o.observed_at < d.began
         or (${changedIn !== null}::boolean and exists (
             select 1
               from sales_days s
              where s.tenant_id = ${key.tenantId}
                and s.product_id = p.product_id
                and s.day between ${changedIn?.from ?? null}::date and ${changedIn?.to ?? null}::date
                and s.day < d.today
                and s.changed_at > o.observed_at
           )))
     order by p.product_id`.execute(tx);
  return rows;
}

export interface StoredDays {
  readonly productId: string;
  /** The days with sales or without stock, oldest first. The other lists are in the same order. */
  readonly days: readonly string[];
  readonly units: readonly number[];
  readonly outOfStock: readonly boolean[];
}

interface ProductDays extends Span {
  readonly productIds: readonly string[];
}

/**
 * Loads the days of each product by a range of the primary key. Other forms of this statement were observed to scan the
 * whole table.
 */
export async function loadSalesDays(
  tx: Tx,
  { tenantId }: SweepKey,
  { productIds, from, to }: ProductDays,
): Promise<readonly StoredDays[]> {
  const { rows } = await sql<StoredDays>`
    select s.product_id as "productId",
           array_agg(s.day::text order by s.day) as days,
           array_agg(s.units order by s.day) as units,
           array_agg(s.was_out_of_stock order by s.day) as "outOfStock"
      from sales_days s
     where s.tenant_id = ${tenantId}
       and s.product_id = any (${productIds}::bigint[])
       and s.day between ${from}::date and ${to}::date
     group by s.product_id`.execute(tx);
  return rows;
}

interface KnownSales {
  readonly productIds: readonly string[];
  readonly now: Date;
}

/**
 * Notes that the sales of these products are known. Locks the products in the order in which judging does, because the
 * same transaction later raises the version of the world.
 */
export async function noteSalesKnown(tx: Tx, { tenantId }: SweepKey, { productIds, now }: KnownSales): Promise<void> {
  await sql`
    with unknown as materialized (
      select p.product_id
        from products p
       where p.tenant_id = ${tenantId}
         and p.product_id = any (${productIds}::bigint[])
         and p.sales_known_at is null
       order by p.product_id
         for no key update
    )
    update products p
       set sales_known_at = ${now}
      from unknown u
     where p.tenant_id = ${tenantId}
       and p.product_id = u.product_id`.execute(tx);
}

/** The time up to which the reports on orders were last read; `null` if never. */
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
