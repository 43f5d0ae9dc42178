import { sql } from 'kysely';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';

export interface ChartedProduct {
  readonly productId: string;
  readonly sellerAccountId: string;
  readonly marketplace: string;
  /** The time at which the seller account was connected, up to which its first report of orders reaches. */
  readonly connectedAt: Date;
  /** The time up to which all orders of the seller account have been read; `null` if they have not been read yet. */
  readonly ordersReadAt: Date | null;
  /**
   * The interval of passes that sample ranks in the product's marketplace, in milliseconds; 0 before the first pass.
   */
  readonly ranksEveryMs: number;
}

export type Viewer = Pick<Actor, 'tenantId' | 'hiddenSellerAccountIds'>;

/** True for a product `p` that the viewer may see. */
export const isVisible = (actor: Viewer) => sql`
             p.tenant_id = ${actor.tenantId}
         and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`;

export const chartedColumns = (tenantId: string) => sql`
             p.product_id as "productId",
             p.seller_account_id as "sellerAccountId",
             p.marketplace,
             a.created_at as "connectedAt",
             (select max(s.confirmed_at)
                from sweeps s
               where s.tenant_id = ${tenantId}
                 and s.seller_account_id = p.seller_account_id
                 and s.marketplace = ''
                 and s.source in ('orders', 'order-history')) as "ordersReadAt",
             coalesce(
               (select (s.cursor ->> 'everyMs')::float8
                  from sweeps s
                 where s.tenant_id = ${tenantId}
                   and s.seller_account_id = p.seller_account_id
                   and s.marketplace = p.marketplace
                   and s.source = 'catalog-items'),
               0
             ) as "ranksEveryMs"`;

/** Finds a tracked product that the viewer may see. */
export async function findChartedProduct(tx: Tx, actor: Actor, productId: string): Promise<ChartedProduct | null> {
  const [product] = await listChartedProducts(tx, actor, [productId]);
  return product ?? null;
}

/** Lists those of the products that are tracked and that the viewer may see. */
export async function listChartedProducts(
  tx: Tx,
  actor: Actor,
  productIds: readonly string[],
): Promise<readonly ChartedProduct[]> {
  const { rows } = await sql<ChartedProduct>`
    select ${chartedColumns(actor.tenantId)}
      from products p
      join seller_accounts a
        on a.tenant_id = p.tenant_id
       and a.seller_account_id = p.seller_account_id
     where ${isVisible(actor)}
       and p.product_id = any (${productIds}::bigint[])
       and p.is_tracked
       and a.deleted_at is null
     order by p.product_id`.execute(tx);
  return rows;
}

/**
 * Lists the products with the same parent in one marketplace. Variations that are not tracked are included, because
 * their sales belong to the family too. The list is empty if none of the products is tracked, unless `mayHaveEnded`.
 */
export async function listFamily(
  tx: Tx,
  actor: Viewer,
  {
    productId = null,
    productGroupId = null,
    mayHaveEnded = false,
  }: {
    readonly productId?: string | null;
    readonly productGroupId?: string | null;
    readonly mayHaveEnded?: boolean;
  },
): Promise<readonly ChartedProduct[]> {
  const { rows } = await sql<ChartedProduct & { isTracked: boolean }>`
    with named as (
      select p.product_id, p.marketplace, p.parent_asin
        from products p
       where ${isVisible(actor)}
         and p.product_id = ${productId}::bigint
         and (p.is_tracked or ${mayHaveEnded})
    )
    select ${chartedColumns(actor.tenantId)},
           p.is_tracked as "isTracked"
      from products p
      join seller_accounts a
        on a.tenant_id = p.tenant_id
       and a.seller_account_id = p.seller_account_id
     where ${isVisible(actor)}
       and a.deleted_at is null
       and case
             when ${productId}::bigint is null then p.parent_asin = ${productGroupId}
             else exists (
               select 1
                 from named n
                where n.product_id = p.product_id
                   or (n.marketplace = p.marketplace and n.parent_asin = p.parent_asin)
             )
           end
     order by p.product_id`.execute(tx);
  return mayHaveEnded || rows.some((row) => row.isTracked) ? rows : [];
}
