import { sql } from 'kysely';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { ChartedProduct } from './charted-products-queries.ts';

/** An open end is now. */
export interface Span {
  readonly from: Date;
  readonly to: Date | null;
}

/** When the product was tracked, oldest first. */
export async function listTracked(tx: Tx, tenantId: string, productId: string): Promise<readonly Span[]> {
  const { rows } = await sql<Span>`
    select t.tracked_from as "from", t.tracked_to as "to"
      from tracking_periods t
     where t.tenant_id = ${tenantId}
       and t.product_id = ${productId}::bigint
     order by t.tracked_from`.execute(tx);
  return rows;
}

/** One product may have no rank for a while; so many of the same place never lack it all at once. */
const productsSampled = 20;

interface Looks {
  /** Days of the marketplace. */
  readonly from: string;
  readonly to: string;
}

/**
 * The hours that begin at these instants had an answer from the marketplace, as a rank of some product there is kept of
 * each. Oldest first.
 */
export async function listHoursLooked(
  tx: Tx,
  tenantId: string,
  { product, from, to }: Looks & { readonly product: ChartedProduct },
): Promise<readonly Date[]> {
  const { rows } = await sql<{ at: Date }>`
    with sampled as materialized (
      select p.product_id
        from products p
       where p.tenant_id = ${tenantId}
         and p.seller_account_id = ${product.sellerAccountId}::bigint
         and p.marketplace = ${product.marketplace}
         and p.is_tracked
         and p.bsr_rank is not null
       order by p.product_id <> ${product.productId}::bigint, p.product_id
       limit ${productsSampled}
    )
    select distinct (d.day + make_interval(hours => r.n::int - 1)) at time zone ${marketplace(product.marketplace).timeZone} as at
      from rank_days d
      join sampled s
        on s.product_id = d.product_id
     cross join lateral unnest(d.ranks) with ordinality as r (rank, n)
     where d.tenant_id = ${tenantId}
       and d.day between ${from}::date and ${to}::date
       and r.rank > 0
     order by at`.execute(tx);
  return rows.map((row) => row.at);
}

/** How often the marketplace is asked for ranks there, in milliseconds; 0 where it was not asked yet. */
export async function findRankPace(
  tx: Tx,
  tenantId: string,
  { sellerAccountId, marketplace: code }: ChartedProduct,
): Promise<number> {
  const { rows } = await sql<{ everyMs: number | null }>`
    select (s.cursor ->> 'everyMs')::float8 as "everyMs"
      from sweeps s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}::bigint
       and s.marketplace = ${code}
       and s.source = 'catalog-items'`.execute(tx);
  return rows[0]?.everyMs ?? 0;
}
