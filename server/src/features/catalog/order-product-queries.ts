import { sql } from 'kysely';
import { json, type Executor, type Tx } from '../../lib/db/db.ts';
import type { OrderLine } from './order-lines.ts';
import type { AccountKey } from './queries.ts';

export interface ProductDay {
  readonly productId: string;
  readonly day: string;
}

/** By their keys: joined to the lines alone, the planner would rather read all products of the tenant. */
export const isNamed = (lines: readonly Pick<OrderLine, 'marketplace' | 'asin'>[]) => sql`
             p.marketplace = any (${[...new Set(lines.map(({ marketplace }) => marketplace))]}::text[])
         and p.asin = any (${[...new Set(lines.map(({ asin }) => asin))]}::text[])`;

/** Products first and in order, as everywhere: judging takes its locks in this order too. */
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

/**
 * What each order adds, as of its last change; an item that an order no longer has adds nothing. Products that are not
 * listed are of no interest. Answers the days that may have changed.
 */
export async function writeOrderProducts(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  lines: readonly OrderLine[],
): Promise<readonly ProductDay[]> {
  const { rows } = await sql<ProductDay>`
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
    ),
    written as (
      insert into order_products as o (
        tenant_id, seller_account_id, order_id, product_id, day, units, promotion_units, promotions, updated_at
      )
      select ${tenantId}, ${sellerAccountId}, p."orderId", p.product_id, p.day, p.units, p."promotionUnits",
             p.promotions, p."updatedAt"
        from placed p
       order by p."orderId", p.product_id
          on conflict (tenant_id, order_id, product_id) do update
         set day = excluded.day,
             units = excluded.units,
             promotion_units = excluded.promotion_units,
             promotions = excluded.promotions,
             updated_at = excluded.updated_at
       where o.updated_at < excluded.updated_at
          or (o.updated_at = excluded.updated_at
         and (o.day, o.units, o.promotion_units, o.promotions)
             is distinct from (excluded.day, excluded.units, excluded.promotion_units, excluded.promotions))
      returning o.product_id, o.day
    ),
    emptied as (
      update order_products o
         set units = 0,
             promotion_units = 0,
             promotions = '{}',
             updated_at = t.updated_at
        from (select t."orderId", t.marketplace, max(t."updatedAt") as updated_at
                from told t
               group by t."orderId", t.marketplace) t,
             products q
       where o.tenant_id = ${tenantId}
         and o.order_id = t."orderId"
         and o.updated_at < t.updated_at
         and o.units > 0
         and q.tenant_id = o.tenant_id
         and q.product_id = o.product_id
         and q.marketplace = t.marketplace
         and not exists (select 1 from placed p where p."orderId" = o.order_id and p.product_id = o.product_id)
      returning o.product_id, o.day
    )
    select w.product_id as "productId", w.day from written w
     union
    select e.product_id, e.day from emptied e`.execute(tx);
  return rows;
}

/** Worker: over all tenants, orders that nothing can be said of any more. Their days stay. */
export async function forgetOrders(db: Executor, before: Date): Promise<void> {
  await sql`delete from order_products where day < ${before}::timestamptz::date`.execute(db);
}
