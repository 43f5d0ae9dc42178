import { sql } from 'kysely';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { DatedFacts } from '../../catalog/charts/timeline-queries.ts';

/** The days of a product, as instants. */
interface ObservedProduct {
  readonly productId: string;
  readonly timeZone: string;
  readonly from: Date;
  /** The instant at which the last day ends, which is not included. */
  readonly to: Date;
}

/**
 * Lists the last facts of each day of a marketplace on which facts changed, and the facts that held before the first
 * day, oldest first. A product may change thousands of times in the range, but only these facts decide the values at
 * the ends of days.
 */
export async function listDayEnds(
  tx: Tx,
  tenantId: string,
  { products, aspects }: { readonly products: readonly ObservedProduct[]; readonly aspects: readonly Aspect[] },
): Promise<readonly DatedFacts[]> {
  if (products.length === 0) return [];
  const productIds = products.map(({ productId }) => productId);
  const times = [...products.map(({ from }) => from.getTime()), ...products.map(({ to }) => to.getTime())];
  const { rows } = await sql<DatedFacts>`
    with kept as materialized (
      select o.product_id, o.aspect, o.sku, o.facts, o.observed_at, w.zone, w.from_at, w.to_at
        from unnest(
               ${productIds}::bigint[],
               ${products.map(({ timeZone }) => timeZone)}::text[],
               ${products.map(({ from }) => from)}::timestamptz[],
               ${products.map(({ to }) => to)}::timestamptz[]
             ) as w (product_id, zone, from_at, to_at)
        join observations o
          on o.tenant_id = ${tenantId}
         and o.product_id = any (${productIds}::bigint[])
         and o.product_id = w.product_id
         and o.aspect = any (${aspects}::text[])
    )
    select k.product_id as "productId", h.observed_at as at, k.aspect, k.sku, h.facts
      from kept k
     cross join lateral (
       (select distinct on ((h.observed_at at time zone k.zone)::date) h.observed_at, h.facts
          from observation_history h
         where h.tenant_id = ${tenantId}
           and h.product_id = k.product_id
           and h.aspect = k.aspect
           and h.sku = k.sku
           and h.observed_at >= k.from_at
           and h.observed_at < k.to_at
           -- Constants let the planner exclude partitions.
           and h.observed_at >= ${new Date(Math.min(...times))}
           and h.observed_at < ${new Date(Math.max(...times))}
         order by (h.observed_at at time zone k.zone)::date, h.observed_at desc)
       union all
       (select h.observed_at, h.facts
          from observation_history h
         where h.tenant_id = ${tenantId}
           and h.product_id = k.product_id
           and h.aspect = k.aspect
           and h.sku = k.sku
           and h.observed_at < k.from_at
         order by h.observed_at desc
         limit 1)
       union all
       -- Facts that have not changed within the retention of history are in observations only.
       (select k.observed_at, k.facts
         where k.observed_at < k.to_at)
     ) h
     order by h.observed_at, k.product_id, k.aspect, k.sku`.execute(tx);
  return rows;
}
