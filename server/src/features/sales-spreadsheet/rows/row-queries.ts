import { sql } from 'kysely';
import type { ChartRange } from '@app/shared/domain/chart-range.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { joinAdvertising, organicOrders, organicUnits } from '../../advertising/organic-queries.ts';
import {
  chartedColumns,
  isVisible,
  type ChartedProduct,
  type Viewer,
} from '../../catalog/charts/charted-products-queries.ts';

export interface SheetProduct extends ChartedProduct {
  readonly asin: string;
  readonly seller: string;
  readonly name: string;
}

/** Products by their ids, the tracked ones with the variations of their families, or all. */
type WantedProducts = readonly string[] | 'tracked' | 'all';

/**
 * Lists the wanted products that the viewer may see, as the sales chart counts them. The products of a family follow
 * each other.
 */
export async function listSheetProducts(
  tx: Tx,
  viewer: Viewer,
  wanted: WantedProducts,
): Promise<readonly SheetProduct[]> {
  const { rows } = await sql<SheetProduct>`
    with families as (
      select distinct p.marketplace, p.parent_asin
        from products p
       where ${isVisible(viewer)}
         and p.is_tracked
         and p.parent_asin is not null
    )
    select ${chartedColumns(viewer.tenantId)},
           p.asin,
           coalesce(a.nick_name, a.name) as seller,
           coalesce(p.short_name, p.name) as name
      from products p
      join seller_accounts a
        on a.tenant_id = p.tenant_id
       and a.seller_account_id = p.seller_account_id
      left join families f
        on f.marketplace = p.marketplace
       and f.parent_asin = p.parent_asin
     where ${isVisible(viewer)}
       and a.deleted_at is null
       and ${isWanted(wanted)}
     order by p.marketplace, coalesce(a.nick_name, a.name), coalesce(p.parent_asin, p.asin), p.asin, p.product_id`.execute(
    tx,
  );
  return rows;
}

function isWanted(wanted: WantedProducts) {
  if (wanted === 'all') return sql`true`;
  if (wanted === 'tracked') return sql`(p.is_tracked or f.parent_asin is not null)`;
  return sql`p.product_id = any (${wanted}::bigint[])`;
}

export interface SalesOfDay {
  readonly productId: string;
  readonly day: string;
  readonly units: number;
  readonly orders: number;
  readonly promotionUnits: number;
  /** Units that no advertisement brought, if the day was reported. */
  readonly organicUnits: number;
  readonly organicOrders: number;
  readonly promotions: Readonly<Record<string, { readonly units: number; readonly orders: number }>>;
}

interface ProductRange extends ChartRange {
  readonly productIds: readonly string[];
}

export async function listSalesDays(
  tx: Tx,
  tenantId: string,
  { productIds, from, to }: ProductRange,
): Promise<readonly SalesOfDay[]> {
  const { rows } = await sql<SalesOfDay>`
    select s.product_id as "productId",
           s.day,
           s.units,
           s.orders,
           s.promotion_units as "promotionUnits",
           ${organicUnits} as "organicUnits",
           ${organicOrders} as "organicOrders",
           s.promotions
      from sales_days s
      ${joinAdvertising(tenantId)}
     where s.tenant_id = ${tenantId}
       and s.product_id = any (${productIds}::bigint[])
       and s.day between ${from}::date and ${to}::date`.execute(tx);
  return rows;
}
