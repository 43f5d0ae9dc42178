import { sql } from 'kysely';
import { latestPlausible } from '../../../lib/clock-skew.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';
import { isOnCluster } from '../../../lib/db/tenant-transaction.ts';
import { literalTime } from '../../../lib/db/literal-time.ts';
import type { OrderLine } from './order-lines.ts';
import type { AccountKey } from '../queries.ts';

export interface ProductDay {
  readonly productId: string;
  readonly day: string;
}

/** A day of a product that an order may have changed. */
export interface ChangedDay extends ProductDay {
  readonly orderId: string;
}

/**
 * The tenant's id as a value that the planner does not know, so that it expects the number of rows of an average
 * tenant. For a known tenant that is missing in its statistics it expects one row, and then reads all rows of the
 * tenant for each key. A cluster has to know the id to find the node with the rows.
 */
export const averageTenant = (tx: Tx, tenantId: string) =>
  isOnCluster(tx) ? sql`${tenantId}::uuid` : sql`(select ${tenantId}::uuid)`;

/**
 * Limits products to those of the lines, by lists of keys: with a join alone the planner reads all products of the
 * tenant.
 */
export const isNamed = (lines: readonly Pick<OrderLine, 'marketplace' | 'asin'>[]) => sql`
             p.marketplace = any (${[...new Set(lines.map(({ marketplace }) => marketplace))]}::text[])
         and p.asin = any (${[...new Set(lines.map(({ asin }) => asin))]}::text[])`;

/** Locks the sold products before anything else, in the order in which judging does. */
export async function lockSold(tx: Tx, key: AccountKey, lines: readonly OrderLine[]): Promise<void> {
  await sql`
    select 1
      from products p
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and ${isNamed(lines)}
       and (p.marketplace, p.asin) in (
             select s.marketplace, s.asin
               from jsonb_to_recordset(${json(lines)}::jsonb) as s (marketplace text, asin text)
           )
     order by p.product_id
       for no key update`.execute(tx);
}

interface OrderLineBatch {
  readonly lines: readonly OrderLine[];
  readonly now: Date;
}

/**
 * Writes the units that each order adds, as of the last change of the order. A stored change with a time in the future
 * was dated wrongly, and any other change replaces it. An order stays on the day of its first report. Products without
 * a listing are left out. Returns the days that may have changed.
 */
export async function writeOrderProducts(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  { lines, now }: OrderLineBatch,
): Promise<readonly ChangedDay[]> {
  const { rows } = await sql<ChangedDay>`
    with told as (
      select distinct on (r."orderId", r.marketplace, r.asin) r.*
        from jsonb_to_recordset(${json(lines)}::jsonb) as r (
               "orderId" text, marketplace text, asin text, day date, units int, "promotionUnits" int,
               promotions jsonb, "updatedAt" timestamptz
             )
       order by r."orderId", r.marketplace, r.asin, r."updatedAt" desc
    ),
    placed as (
      select p.product_id, t.*
        from told t
        join products p
          on p.tenant_id = ${tenantId}
         and p.seller_account_id = ${sellerAccountId}
         and p.marketplace = t.marketplace
         and p.asin = t.asin
       where ${isNamed(lines)}
    )
    insert into order_products as o (
      tenant_id, seller_account_id, order_id, product_id, day, units, promotion_units, promotions, updated_at
    )
    select ${tenantId}::uuid, ${sellerAccountId}::bigint, p."orderId", p.product_id, p.day, p.units, p."promotionUnits",
           p.promotions, p."updatedAt"
      from placed p
     order by p."orderId", p.product_id
        on conflict (tenant_id, order_id, product_id) do update
       set units = excluded.units,
           promotion_units = excluded.promotion_units,
           promotions = excluded.promotions,
           updated_at = excluded.updated_at
     where o.updated_at < excluded.updated_at
        or o.updated_at > ${literalTime(latestPlausible(now))}
        or (o.updated_at = excluded.updated_at
       and (o.units, o.promotion_units, o.promotions)
           is distinct from (excluded.units, excluded.promotion_units, excluded.promotions))
    returning o.order_id as "orderId", o.product_id as "productId", o.day`.execute(tx);
  return rows;
}

/**
 * Sets the units of items that an order no longer contains to zero. Returns the changed days. Inserts rows that exist,
 * so that each row is found by its key: an update with a join would read all orders of the tenant.
 */
export async function emptyLeftOut(
  tx: Tx,
  { tenantId }: AccountKey,
  { lines, now }: OrderLineBatch,
): Promise<readonly ChangedDay[]> {
  const { rows } = await sql<ChangedDay>`
    with told as (
      select r."orderId", r.marketplace, array_agg(r.asin) as asins, max(r."updatedAt") as updated_at
        from jsonb_to_recordset(${json(lines)}::jsonb) as r (
               "orderId" text, marketplace text, asin text, "updatedAt" timestamptz
             )
       group by r."orderId", r.marketplace
    )
    insert into order_products as o (
      tenant_id, seller_account_id, order_id, product_id, day, units, promotion_units, promotions, updated_at
    )
    select ${tenantId}::uuid, k.seller_account_id, k.order_id, k.product_id, k.day, 0, 0, '{}', t.updated_at
      from told t
     cross join lateral (
       select k.seller_account_id, k.order_id, k.product_id, k.day
         from order_products k
        where k.tenant_id = ${averageTenant(tx, tenantId)}
          and k.order_id = t."orderId"
          and (k.updated_at < t.updated_at or k.updated_at > ${latestPlausible(now)})
          and k.units > 0
       offset 0
     ) k
     cross join lateral (
       select 1
         from products q
        where q.tenant_id = ${averageTenant(tx, tenantId)}
          and q.product_id = k.product_id
          and q.marketplace = t.marketplace
          and q.asin <> all (t.asins)
       limit 1
     ) q
     order by k.order_id, k.product_id
        on conflict (tenant_id, order_id, product_id) do update
       set units = excluded.units,
           promotion_units = excluded.promotion_units,
           promotions = excluded.promotions,
           updated_at = excluded.updated_at
     where o.updated_at < excluded.updated_at
        or o.updated_at > ${literalTime(latestPlausible(now))}
    returning o.order_id as "orderId", o.product_id as "productId", o.day`.execute(tx);
  return rows;
}

/** Returns the days of all products of these orders. */
export async function listDaysOfOrders(
  tx: Tx,
  { tenantId }: AccountKey,
  orderIds: readonly string[],
): Promise<readonly ProductDay[]> {
  const { rows } = await sql<ProductDay>`
    select distinct k.product_id as "productId", k.day
      from unnest(${orderIds}::text[]) as t (order_id)
     cross join lateral (
       select k.product_id, k.day
         from order_products k
        where k.tenant_id = ${averageTenant(tx, tenantId)}
          and k.order_id = t.order_id
       offset 0
     ) k`.execute(tx);
  return rows;
}

/** Deletes orders of all tenants that can no longer change. The sums of their days stay. */
export async function forgetOrders(db: Executor, before: Date): Promise<void> {
  await sql`delete from order_products where day < ${before}::timestamptz::date`.execute(db);
}
