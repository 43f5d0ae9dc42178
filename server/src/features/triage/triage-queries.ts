import { sql } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';

/** Returns those of the products that the viewer may see. */
export async function findVisibleProducts(tx: Tx, actor: Actor, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select p.product_id as "productId"
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.product_id = any (${productIds}::bigint[])
       and p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`.execute(tx);
  return rows.map((row) => row.productId);
}

/** Returns those of the products that the viewer saw until they were no longer tracked. */
export async function findUntrackedProducts(tx: Tx, actor: Actor, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select p.product_id as "productId"
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.product_id = any (${productIds}::bigint[])
       and not p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`.execute(tx);
  return rows.map((row) => row.productId);
}

/** Returns those of the items that people have removed. */
export async function findRemovedItems(tx: Tx, tenantId: string, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select i.item_id as "itemId"
      from items i
     where i.tenant_id = ${tenantId}
       and i.item_id = any (${itemIds}::text[])
       and i.removed_at is not null`.execute(tx);
  return rows.map((row) => row.itemId);
}

export async function setIssueStatuses(
  tx: Tx,
  { tenantId, email }: Pick<Actor, 'tenantId' | 'email'>,
  change: { itemIds: readonly string[]; status: number; at: Date; version: string },
): Promise<void> {
  await sql`
    update items
       set issue_status = ${change.status},
           issue_status_by = ${email},
           issue_status_at = ${change.at},
           version = ${change.version}::bigint
     where tenant_id = ${tenantId}
       and item_id = any (${change.itemIds}::text[])`.execute(tx);
}

interface Mutes {
  readonly items: readonly { readonly itemId: string; readonly productId: string; readonly type: string }[];
  readonly mutedUntil: Date | null;
  readonly version: string;
}

export async function writeMutes(tx: Tx, tenantId: string, { items, mutedUntil, version }: Mutes): Promise<void> {
  await sql`
    insert into items as i (tenant_id, item_id, product_id, type, status, muted_until, version)
    select ${tenantId}, m.item_id, m.product_id, m.type, 0, ${mutedUntil}, ${version}::bigint
      from unnest(
             ${items.map(({ itemId }) => itemId)}::text[],
             ${items.map(({ productId }) => productId)}::bigint[],
             ${items.map(({ type }) => type)}::text[]
           ) as m (item_id, product_id, type)
        on conflict (tenant_id, item_id) do update
       set muted_until = excluded.muted_until,
           version = excluded.version`.execute(tx);
}
