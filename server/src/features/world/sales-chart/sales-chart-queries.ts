import { sql } from 'kysely';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';

interface ChartedItem {
  readonly name: string;
  readonly marketplace: string;
  /** The status of the item; `null` if the item has no row. */
  readonly status: number | null;
  /** The first day of an open drop. */
  readonly about: string | null;
}

/** Finds the product and status of an item that the viewer may see. */
export async function findChartedItem(
  tx: Tx,
  actor: Actor,
  { productId, itemId }: { readonly productId: string; readonly itemId: string },
): Promise<ChartedItem | null> {
  const { rows } = await sql<ChartedItem>`
    select coalesce(p.short_name, p.name) as name, p.marketplace, i.status, i.about
      from products p
      left join items i
        on i.tenant_id = ${actor.tenantId}
       and i.item_id = ${itemId}
     where p.tenant_id = ${actor.tenantId}
       and p.product_id = ${productId}::bigint
       and p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`.execute(tx);
  return rows[0] ?? null;
}
