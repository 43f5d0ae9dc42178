import { sql } from 'kysely';
import { json, type Tx } from '../../../lib/db/db.ts';

interface OwnItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly settings: unknown;
}

/** Returns the items of these kinds that people have created for these products, without removed items. */
export async function findOwnItems(
  tx: Tx,
  tenantId: string,
  pairs: readonly { readonly productId: string; readonly type: string }[],
): Promise<OwnItem[]> {
  const { rows } = await sql<OwnItem>`
    select i.item_id as "itemId", i.product_id as "productId", i.type, i.settings
      from items i
     where i.tenant_id = ${tenantId}
       and i.product_id = any (${pairs.map((pair) => pair.productId)}::bigint[])
       and i.type = any (${pairs.map((pair) => pair.type)}::text[])
       and i.removed_at is null
     order by i.item_id`.execute(tx);
  return rows;
}

/**
 * Counts the items that people have ever created of a kind for a product, including removed ones. The number of the
 * next item is based on this count.
 */
export async function countOwnItems(
  tx: Tx,
  tenantId: string,
  of: { readonly productId: string; readonly type: string },
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count
      from items i
     where i.tenant_id = ${tenantId}
       and i.product_id = ${of.productId}
       and i.type = ${of.type}`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Inserts an item that awaits a check: it is judged at the next observation even if the marketplace answers as before.
 */
export async function insertOwnItem(
  tx: Tx,
  tenantId: string,
  item: OwnItem & { readonly version: string },
): Promise<void> {
  await sql`
    insert into items (tenant_id, item_id, product_id, type, status, settings, awaits_check, version)
    values (
      ${tenantId}, ${item.itemId}, ${item.productId}, ${item.type}, 99, ${json(item.settings)}::jsonb, true,
      ${item.version}::bigint
    )`.execute(tx);
}

/** Marks an item as removed: it is never due again, its flips stay, and the new version removes it from browsers. */
export async function markRemoved(
  tx: Tx,
  tenantId: string,
  removal: { readonly itemId: string; readonly at: Date; readonly version: string },
): Promise<void> {
  await sql`
    update items
       set removed_at = ${removal.at},
           again_at = null,
           awaits_check = false,
           muted_until = null,
           version = ${removal.version}::bigint
     where tenant_id = ${tenantId}
       and item_id = ${removal.itemId}`.execute(tx);
}

/** Deletes the rank of a keyword, so that a phrase that is added again starts without history. */
export async function forgetKeyword(
  tx: Tx,
  tenantId: string,
  of: { readonly productId: string; readonly keyword: string },
): Promise<void> {
  await sql`
    delete from observations
     where tenant_id = ${tenantId}
       and product_id = ${of.productId}
       and aspect = 'searchRank'
       and sku = ${of.keyword}`.execute(tx);
}
