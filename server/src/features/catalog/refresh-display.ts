import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

interface Refresh {
  readonly tenantId: string;
  readonly productIds: readonly string[];
  readonly version: string;
}

/**
 * Brings what a product's card shows (picture, price, parent) up to its latest observations. What was never observed
 * stays as it is, and so does a picture that is gone: people know their products by it.
 */
export async function refreshDisplay(tx: Tx, { tenantId, productIds, version }: Refresh): Promise<void> {
  await sql`
    with seen as (
      select o.product_id,
             (select c.facts
                from observations c
               where c.tenant_id = ${tenantId}
                 and c.product_id = o.product_id
                 and c.aspect = 'catalog'
                 and c.sku = '') as catalog,
             (select f.facts -> 'ownPrice'
                from observations f
               where f.tenant_id = ${tenantId}
                 and f.product_id = o.product_id
                 and f.aspect = 'offers'
                 and f.facts -> 'ownPrice' <> 'null'
               order by (f.facts -> 'ownPrice' ->> 'cents')::bigint
               limit 1) as price
        from unnest(${productIds}::bigint[]) as o (product_id)
    )
    update products as p
       set image_url = coalesce(
             jsonb_path_query_first(s.catalog, '$.images[*] ? (@.variant == "MAIN").url') #>> '{}', p.image_url
           ),
           large_image_url = coalesce(s.catalog ->> 'largeImageUrl', p.large_image_url),
           title = coalesce(s.catalog ->> 'title', p.title),
           parent_asin = case when s.catalog is null then p.parent_asin else s.catalog ->> 'parentAsin' end,
           is_adult = case when s.catalog is null then p.is_adult else (s.catalog ->> 'isAdult')::boolean end,
           price_cents = coalesce((s.price ->> 'cents')::bigint, p.price_cents),
           currency = coalesce(s.price ->> 'currency', p.currency),
           version = ${version}::bigint
      from seen s
     where p.tenant_id = ${tenantId}
       and p.product_id = s.product_id`.execute(tx);
}
