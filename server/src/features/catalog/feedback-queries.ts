import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import type { AccountKey } from './queries.ts';

interface FeedbackProduct {
  readonly productId: string;
  /** The given orders that contain the product. */
  readonly orderIds: readonly string[];
  readonly isObserved: boolean;
}

interface GivenFeedback {
  readonly orderId: string;
  /** `null` if the stars cannot be read. */
  readonly rating: number | null;
}

/**
 * Lists the tracked products of a marketplace with their orders. An order of several products counts for the tracked one
 * with most units, so that one feedback is one alert. Feedback that was observed before stays with its product, also if
 * that is not tracked any more: on another product it would count as new.
 */
export async function listFeedbackProducts(
  tx: Tx,
  key: AccountKey & { readonly marketplace: string },
  given: readonly GivenFeedback[],
): Promise<readonly FeedbackProduct[]> {
  const { rows } = await sql<FeedbackProduct>`
    with candidates as (
      select o.order_id, o.product_id, o.units, q.is_tracked,
             coalesce(
               f.facts -> 'entries' @> jsonb_build_array(
                 jsonb_strip_nulls(jsonb_build_object('orderId', g.order_id, 'rating', g.rating))
               ),
               false
             ) as is_known
        from unnest(
               ${given.map(({ orderId }) => orderId)}::text[],
               ${given.map(({ rating }) => rating)}::integer[]
             ) as g (order_id, rating)
        join order_products o
          on o.tenant_id = ${key.tenantId}
         and o.order_id = g.order_id
        join products q
          on q.tenant_id = ${key.tenantId}
         and q.product_id = o.product_id
        left join observations f
          on f.tenant_id = ${key.tenantId}
         and f.product_id = o.product_id
         and f.aspect = 'feedback'
         and f.sku = ''
       where o.seller_account_id = ${key.sellerAccountId}
         and o.order_id = any (${given.map(({ orderId }) => orderId)}::text[])
    ),
    chosen as (
      select distinct on (c.order_id) c.order_id, c.product_id
        from candidates c
       where c.is_tracked
          or c.is_known
       order by c.order_id, c.is_known desc, c.is_tracked desc, c.units desc, c.product_id
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
