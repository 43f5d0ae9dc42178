import { sql } from 'kysely';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { ChartedProduct } from './charted-products-queries.ts';

/** A period of time; without an end it lasts until now. */
export interface Span {
  readonly from: Date;
  readonly to: Date | null;
}

/** Lists the periods in which these products were tracked, oldest first. */
export async function listTracked(
  tx: Tx,
  tenantId: string,
  productIds: readonly string[],
): Promise<readonly (Span & { readonly productId: string })[]> {
  const { rows } = await sql<Span & { productId: string }>`
    select t.product_id as "productId", t.tracked_from as "from", t.tracked_to as "to"
      from tracking_periods t
     where t.tenant_id = ${tenantId}
       and t.product_id = any (${productIds}::bigint[])
     order by t.tracked_from`.execute(tx);
  return rows;
}

/**
 * How many products are read to learn when a marketplace answered. One product may lack a rank for hours, but never
 * this many at the same time.
 */
const productsSampled = 20;

interface Place {
  readonly sellerAccountId: string;
  readonly marketplace: string;
}

interface Looks {
  readonly from: Date;
  readonly to: Date;
  /**
   * The charted products. They determine the accounts and marketplaces, and their ranks are read before those of
   * others.
   */
  readonly products: readonly ChartedProduct[];
}

/**
 * Lists the beginnings of the hours in which the marketplace answered, oldest first. The stored rank of any product
 * proves that it answered.
 */
export async function listHoursLooked(
  tx: Tx,
  tenantId: string,
  { products, from, to }: Looks,
): Promise<readonly (Place & { readonly at: Date })[]> {
  const places = [...new Map(products.map((product) => [placeKey(product), product])).values()];
  const { rows } = await sql<Place & { at: Date }>`
    with places as (
      select l.seller_account_id, l.marketplace, l.zone
        from unnest(
               ${places.map((place) => place.sellerAccountId)}::bigint[],
               ${places.map((place) => place.marketplace)}::text[],
               ${places.map((place) => marketplace(place.marketplace).timeZone)}::text[]
             ) as l (seller_account_id, marketplace, zone)
    ),
    sampled as materialized (
      select l.seller_account_id, l.marketplace, l.zone, p.product_id
        from places l
       cross join lateral (
         select p.product_id
           from products p
          where p.tenant_id = ${tenantId}
            and p.seller_account_id = l.seller_account_id
            and p.marketplace = l.marketplace
            and p.is_tracked
            and p.bsr_rank is not null
          order by p.product_id <> all (${products.map(({ productId }) => productId)}::bigint[]), p.product_id
          limit ${productsSampled}
       ) p
    )
    select distinct s.seller_account_id as "sellerAccountId", s.marketplace,
           (d.day + make_interval(hours => r.n::int - 1)) at time zone s.zone as at
      from sampled s
      join rank_days d
        on d.tenant_id = ${tenantId}
       and d.product_id = s.product_id
       and d.day between (${from}::timestamptz at time zone s.zone)::date and (${to}::timestamptz at time zone s.zone)::date
     cross join lateral unnest(d.ranks) with ordinality as r (rank, n)
     where r.rank > 0
       -- A range of days that is wide enough for any time zone. It lets the planner exclude partitions.
       and d.day between (${from}::timestamptz at time zone 'UTC')::date - 1
                     and (${to}::timestamptz at time zone 'UTC')::date + 1
     order by at`.execute(tx);
  return rows;
}

export const placeKey = ({ sellerAccountId, marketplace: code }: Place): string => `${sellerAccountId} ${code}`;
