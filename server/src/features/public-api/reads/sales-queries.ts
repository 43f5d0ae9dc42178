import { sql } from 'kysely';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';

/** A marketplace of a seller account, with the times between which its orders are known. */
export interface Market {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly connectedAt: Date;
  readonly ordersReadAt: Date | null;
}

interface MarketFilter {
  readonly marketplace: string | null;
  readonly productId: string | null;
}

/** Lists the markets of the viewer; with a product, the one that sells it if it is tracked. */
export async function listMarkets(
  tx: Tx,
  actor: Actor,
  { marketplace, productId }: MarketFilter,
): Promise<readonly Market[]> {
  const { rows } = await sql<Market>`
    select distinct a.seller_account_id as "sellerId",
           p.marketplace,
           a.created_at as "connectedAt",
           (select max(s.confirmed_at)
              from sweeps s
             where s.tenant_id = ${actor.tenantId}
               and s.seller_account_id = a.seller_account_id
               and s.marketplace = ''
               and s.source in ('orders', 'order-history')) as "ordersReadAt"
      from seller_accounts a
      join products p
        on p.tenant_id = a.tenant_id
       and p.seller_account_id = a.seller_account_id
     where p.tenant_id = ${actor.tenantId}
       and a.deleted_at is null
       and p.is_tracked
       and p.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
       and (${marketplace}::text is null or p.marketplace = ${marketplace})
       and (${productId}::bigint is null or p.product_id = ${productId}::bigint)
     order by a.seller_account_id, p.marketplace`.execute(tx);
  return rows;
}

export interface SoldDay {
  readonly date: string;
  readonly sellerId: string;
  readonly marketplace: string;
  readonly units: number;
  readonly promotionUnits: number;
}

interface SoldFilter extends MarketFilter {
  readonly from: string;
  readonly to: string;
}

/** Sums the sales of the tracked products by day and market. Days without sales have no row. */
export async function sumSoldDays(tx: Tx, actor: Actor, filter: SoldFilter): Promise<readonly SoldDay[]> {
  const { rows } = await sql<SoldDay>`
    select d.day::text as date,
           p.seller_account_id as "sellerId",
           p.marketplace,
           sum(d.units)::float8 as units,
           sum(d.promotion_units)::float8 as "promotionUnits"
      from sales_days d
      join products p
        on p.tenant_id = d.tenant_id
       and p.product_id = d.product_id
     where d.tenant_id = ${actor.tenantId}
       and d.day >= ${filter.from}::date
       and d.day <= ${filter.to}::date
       and p.is_tracked
       and p.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
       and (${filter.marketplace}::text is null or p.marketplace = ${filter.marketplace})
       and (${filter.productId}::bigint is null or d.product_id = ${filter.productId}::bigint)
     group by d.day, p.seller_account_id, p.marketplace`.execute(tx);
  return rows;
}
