import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import type { AccountKey } from './queries.ts';

export interface FeedbackProduct {
  readonly productId: string;
  /** The given orders that contain the product. */
  readonly orderIds: readonly string[];
  readonly isObserved: boolean;
}

/**
 * Lists the tracked products of a marketplace with their orders. An order of several products counts for the tracked one
 * with most units, so that one feedback is one alert.
 */
export async function listFeedbackProducts(
  tx: Tx,
  key: AccountKey & { readonly marketplace: string },
  orderIds: readonly string[],
): Promise<readonly FeedbackProduct[]> {
  const { rows } = await sql<FeedbackProduct>`
    with chosen as (
      select distinct on (o.order_id) o.order_id, o.product_id
        from order_products o
        join products q
          on q.tenant_id = ${key.tenantId}
         and q.product_id = o.product_id
         and q.is_tracked
       where o.tenant_id = ${key.tenantId}
         and o.seller_account_id = ${key.sellerAccountId}
         and o.order_id = any (${orderIds}::text[])
       order by o.order_id, o.units desc, o.product_id
    ),
    orders as materialized (
      select c.product_id, array_agg(c.order_id) as ids
        from chosen c
       group by c.product_id
    )
    select p.product_id as "productId",
           coalesce(o.ids, '{}') as "orderIds",
           exists (
             select 1
               from observations f
              where f.tenant_id = ${key.tenantId}
                and f.product_id = p.product_id
                and f.aspect = 'feedback'
                and f.sku = ''
           ) as "isObserved"
      from products p
      left join orders o
        on o.product_id = p.product_id
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.marketplace = ${key.marketplace}
       and p.is_tracked
     order by p.product_id`.execute(tx);
  return rows;
}
