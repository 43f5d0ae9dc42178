import { sql } from 'kysely';
import { mostUnits } from '@app/shared/base/units.ts';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { wasTracked } from '../catalog/tracking/tracking-queries.ts';
import type { SoldSince } from './sold-since.ts';

export interface ProductSettingsRow {
  readonly productId: string;
  readonly sellerAccountId: string;
  readonly state: TrackingState;
  readonly shortName: string;
}

/**
 * The tracking state of a product `p` of the tenant `t`. A product without a choice that was never tracked is ignored
 * if new products are not tracked automatically.
 */
export const stateOf = (tenantId: string) => sql`
  case
    when p.is_tracked or p.tracking_choice = 'tracked' then 'tracked'
    when p.tracking_choice = 'ignored' then 'ignored'
    when p.tracking_choice = 'untilNextOrder' or t.tracks_new_products or ${wasTracked(tenantId)} then 'ignoredUntilFirstSale'
    else 'ignored'
  end`;

/**
 * True for the products that the viewer may see and choose: those with an active offer, and tracked ones without one.
 */
export const isChoosable = (actor: Actor) => sql`
       p.tenant_id = ${actor.tenantId}
   and (p.is_active or p.is_tracked)
   and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`;

export interface ListedProduct extends ProductSettingsRow {
  readonly asin: string;
  readonly marketplace: string;
  readonly name: string;
  readonly title: string | null;
  readonly brand: string | null;
  readonly imageUrl: string | null;
  readonly lastSaleAt: Date | null;
  readonly unitsSold: number;
}

interface ListedProducts {
  readonly soldFrom: readonly SoldSince[];
  /** Lists these products only; `null` for all. */
  readonly productIds: readonly string[] | null;
}

/**
 * Lists the products that the viewer may track or ignore, with the number of units sold since the day of their
 * marketplace.
 */
export async function listProducts(
  tx: Tx,
  actor: Actor,
  { soldFrom, productIds }: ListedProducts,
): Promise<readonly ListedProduct[]> {
  const isListed = (alias: string) =>
    productIds === null ? sql`` : sql`and ${sql.ref(alias)}.product_id = any (${productIds}::bigint[])`;
  const { rows } = await sql<ListedProduct>`
    with sold as materialized (
      select s.product_id, least(sum(s.units), ${mostUnits})::int as units
        from sales_days s
        join products sp
          on sp.tenant_id = s.tenant_id
         and sp.product_id = s.product_id
        join unnest(
               ${soldFrom.map(({ marketplace }) => marketplace)}::text[],
               ${soldFrom.map(({ day }) => day)}::date[]
             ) as f (marketplace, day)
          on f.marketplace = sp.marketplace
       where s.tenant_id = ${actor.tenantId}
         -- The months before this day are not read.
         and s.day >= ${soldFrom.map(({ day }) => day).toSorted()[0]}::date
         and s.day >= f.day
         ${isListed('s')}
       group by s.product_id
    )
    select p.product_id as "productId",
           p.seller_account_id as "sellerAccountId",
           ${stateOf(actor.tenantId)} as state,
           coalesce(p.short_name, '') as "shortName",
           p.asin,
           p.marketplace,
           p.name,
           p.title,
           p.brand,
           p.image_url as "imageUrl",
           p.last_sale_at as "lastSaleAt",
           coalesce(s.units, 0) as "unitsSold"
      from products p
      join tenants t
        on t.tenant_id = p.tenant_id
      left join sold s
        on s.product_id = p.product_id
     where ${isChoosable(actor)}
       ${isListed('p')}
     order by p.seller_account_id, p.name, p.asin, p.marketplace`.execute(tx);
  return rows;
}

/** Returns the ids of the first products of each seller account, in the order in which they are listed. */
export async function listFirstProductIds(tx: Tx, actor: Actor, first: number): Promise<readonly string[]> {
  const { rows } = await sql<{ productId: string }>`
    select f.product_id as "productId"
      from seller_accounts a
     cross join lateral (
             select p.product_id
               from products p
              where ${isChoosable(actor)}
                and p.seller_account_id = a.seller_account_id
              order by p.name, p.asin, p.marketplace
              limit ${first}
           ) f
     where a.tenant_id = ${actor.tenantId}`.execute(tx);
  return rows.map(({ productId }) => productId);
}

export interface ProductCount {
  readonly sellerAccountId: string;
  readonly marketplace: string;
  readonly state: TrackingState;
  readonly products: number;
}

/** Counts the products that the viewer may track or ignore, by seller account, marketplace and state. */
export async function countProducts(tx: Tx, actor: Actor): Promise<readonly ProductCount[]> {
  const { rows } = await sql<ProductCount>`
    select p.seller_account_id as "sellerAccountId",
           p.marketplace,
           ${stateOf(actor.tenantId)} as state,
           count(*)::int as products
      from products p
      join tenants t
        on t.tenant_id = p.tenant_id
     where ${isChoosable(actor)}
     group by 1, 2, 3`.execute(tx);
  return rows;
}
