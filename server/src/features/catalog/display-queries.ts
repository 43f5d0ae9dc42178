import { sql, type RawBuilder } from 'kysely';
import { mostUnits } from '@app/shared/base/units.ts';
import type { Tx } from '../../lib/db/db.ts';

interface Refresh {
  readonly tenantId: string;
  readonly productIds: readonly string[];
  readonly version: string;
}

/**
 * Updates the card of products (picture, price, parent, stars, fee, quantities) from their latest observations. Values
 * that were never observed stay, and so does a picture that was removed: people recognise their products by it.
 * Quantities are sums over the listings with a known quantity; units at Amazon of a SKU that the seller ships, and units
 * at the seller of a SKU that Amazon ships, do not count, as in `fold-stock.ts` for the watchdogs. Ranks are not shown,
 * but a change of them stamps the product too.
 */
export async function refreshDisplay(tx: Tx, { tenantId, productIds, version }: Refresh): Promise<void> {
  await sql`
    /* prepared */
    with observed as (
      select o.product_id, o.aspect, o.facts,
             -- True if the seller ships the SKU: its FBA fee is hypothetical, and its units at Amazon are leftovers.
             o.aspect in ('fees', 'stock') and exists (
               select 1
                 from observations l
                where l.tenant_id = ${tenantId}
                  and l.product_id = o.product_id
                  and l.aspect = 'listing'
                  and l.sku = o.sku
                  and (l.facts -> 'isFulfilledByAmazon' = 'false'
                    or o.aspect = 'stock'
                   and l.facts -> 'isFulfilledByAmazon' = 'null'
                   and l.facts -> 'ownQuantity' <> 'null')
             ) as is_idle
        from observations o
       where o.tenant_id = ${tenantId}
         and o.product_id = any (${productIds}::bigint[])
         and o.aspect in ('catalog', 'rank', 'offers', 'listing', 'stock', 'fees', 'rating')
    ),
    -- If this were not materialized, PostgreSQL computes this again for each product if its statistics lack the tenant.
    seen as materialized (
      select o.product_id,
             (array_agg(o.facts) filter (where o.aspect = 'catalog'))[1] as catalog,
             (array_agg(o.facts) filter (where o.aspect = 'rating'))[1] as rating,
             (array_agg(o.facts -> 'ownPrice' order by (o.facts -> 'ownPrice' ->> 'cents')::bigint)
                filter (where o.aspect = 'offers' and o.facts -> 'ownPrice' <> 'null'))[1] as price,
             max((o.facts -> 'fba' ->> 'cents')::bigint) filter (where o.aspect = 'fees' and not o.is_idle) as fba_fee_cents,
             sum((o.facts ->> 'total')::bigint) filter (where o.aspect = 'stock' and not o.is_idle) as total_qty,
             sum((o.facts ->> 'fulfillable')::bigint) filter (where o.aspect = 'stock' and not o.is_idle) as in_stock_qty,
             sum((o.facts ->> 'inbound')::bigint) filter (where o.aspect = 'stock' and not o.is_idle) as inbound_qty,
             sum((o.facts ->> 'ownQuantity')::bigint)
               filter (where o.aspect = 'listing' and o.facts -> 'isFulfilledByAmazon' is distinct from 'true') as fbm_qty
        from observed o
       group by o.product_id
    )
    update products as p
       set image_url = coalesce(
             jsonb_path_query_first(s.catalog, '$.images[*] ? (@.variant == "MAIN").url') #>> '{}', p.image_url
           ),
           large_image_url = coalesce(s.catalog ->> 'largeImageUrl', p.large_image_url),
           title = coalesce(s.catalog ->> 'title', p.title),
           brand = coalesce(s.catalog ->> 'brand', p.brand),
           parent_asin = case when s.catalog ? 'parentAsin' then s.catalog ->> 'parentAsin' else p.parent_asin end,
           is_adult = case when s.catalog is null then p.is_adult else (s.catalog ->> 'isAdult')::boolean end,
           price_cents = coalesce((s.price ->> 'cents')::bigint, p.price_cents),
           currency = coalesce(s.price ->> 'currency', p.currency),
           star_rating_tenths = coalesce((s.rating ->> 'tenths')::int, p.star_rating_tenths),
           -- If a page shows neither stars nor reviews, it may not have loaded them, so the known ones stay.
           review_count = coalesce(
             nullif(${limitUnits(sql`(s.rating ->> 'count')::bigint`)}, 0), p.review_count, (s.rating ->> 'count')::int
           ),
           fba_fee_cents = s.fba_fee_cents,
           total_qty = ${limitUnits(sql`s.total_qty`)},
           in_stock_qty = ${limitUnits(sql`s.in_stock_qty`)},
           inbound_qty = ${limitUnits(sql`s.inbound_qty`)},
           fbm_qty = ${limitUnits(sql`s.fbm_qty`)},
           version = ${version}::bigint,
           facts_version = ${version}::bigint
      from seen s
     where p.tenant_id = ${tenantId}
       and p.product_id = s.product_id`.execute(tx);
}

/** Limits a number to what the column can hold. `null` stays `null`. */
const limitUnits = (number: RawBuilder<unknown>) =>
  sql`case when ${number} > ${mostUnits} then ${mostUnits} else ${number} end`;

/**
 * Stamps products whose facts were deleted. Processes then forget these facts, so that the next observation is news
 * even if it finds the same facts.
 */
export async function noteFactsGone(tx: Tx, { tenantId, productIds, version }: Refresh): Promise<void> {
  await sql`
    update products
       set version = ${version}::bigint,
           facts_version = ${version}::bigint
     where tenant_id = ${tenantId}
       and product_id = any (${productIds}::bigint[])`.execute(tx);
}
