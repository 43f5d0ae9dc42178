import { sql } from 'kysely';
import type { Actor } from '../../../http/actor.ts';
import { json, type Tx } from '../../../lib/db/db.ts';
import { literalTime } from '../../../lib/db/literal-time.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

export interface SheetProduct {
  readonly productId: string;
  readonly marketplace: string;
  readonly asin: string;
  readonly sellerId: string;
  readonly sellerKey: string;
  readonly brand: string | null;
  readonly name: string;
  /** The settings of the product's item of the kind; `null` if they were never set. */
  readonly settings: unknown;
}

type Heir = Pick<SheetProduct, 'sellerId' | 'brand' | 'name'>;

/** All tracked products that the viewer may see, with the settings of their item of a kind. */
export async function listSheetProducts(tx: Tx, actor: Actor, type: string): Promise<SheetProduct[]> {
  const { rows } = await sql<SheetProduct>`
    select p.product_id as "productId",
           p.marketplace,
           p.asin,
           p.seller_account_id as "sellerId",
           s.selling_partner_id as "sellerKey",
           p.brand,
           coalesce(p.short_name, p.name) as name,
           i.settings
      from products p
      join seller_accounts s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
      left join items i
        on i.tenant_id = ${actor.tenantId}
       and i.product_id = p.product_id
       and i.type = ${type}
       and i.removed_at is null
     where p.tenant_id = ${actor.tenantId}
       and p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
     order by p.marketplace, p.asin, s.selling_partner_id`.execute(tx);
  return rows;
}

/**
 * The name of a tracked product, and its seller account and brand, which decide its defaults; `null` if the viewer may
 * not see it.
 */
export async function findHeir(tx: Tx, actor: Actor, productId: string): Promise<Heir | null> {
  const { rows } = await sql<Heir>`
    select p.seller_account_id as "sellerId", p.brand, coalesce(p.short_name, p.name) as name
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.product_id = ${productId}
       and p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`.execute(tx);
  return rows[0] ?? null;
}

/** The stored settings of an item; `null` if it has none. */
export async function findItemSettings(tx: Tx, tenantId: string, itemId: string): Promise<unknown> {
  const { rows } = await sql<{ settings: unknown }>`
    select i.settings
      from items i
     where i.tenant_id = ${tenantId}
       and i.item_id = ${itemId}
       and i.removed_at is null`.execute(tx);
  return rows[0]?.settings ?? null;
}

export interface ItemSettings {
  readonly itemId: string;
  readonly productId: string;
  /** The settings of the item; `null` means the defaults of the kind. */
  readonly settings: unknown;
}

/**
 * Locks items before the tenant's version is raised. All writers use this order; otherwise two of them could deadlock.
 */
export async function lockForSettings(tx: Tx, tenantId: string, itemIds: readonly string[]): Promise<void> {
  await sql`
    select i.item_id
      from items i
     where i.tenant_id = ${tenantId}
       and i.item_id = any (${itemIds}::text[])
     order by i.item_id
       for update`.execute(tx);
}

/** Saves the settings of items and makes them due for judging, except those that still wait for their first facts. */
export async function saveItemSettings(
  tx: Tx,
  save: { tenantId: string; type: string; items: readonly ItemSettings[]; at: Date; version: string },
): Promise<void> {
  const rows = save.items.map((item) => ({
    item_id: item.itemId,
    product_id: item.productId,
    settings: item.settings,
  }));
  await sql`
    insert into items as i (tenant_id, item_id, product_id, type, status, settings, version)
    select ${save.tenantId}, r.item_id, r.product_id, ${save.type}, 99, nullif(r.settings, 'null'), ${save.version}::bigint
      from jsonb_to_recordset(${json(rows)}::jsonb) as r (item_id text, product_id bigint, settings jsonb)
     order by r.item_id
        on conflict (tenant_id, item_id) do update
       set settings = excluded.settings,
           again_at = case when i.status = 99 then i.again_at else ${literalTime(save.at)} end,
           version = excluded.version`.execute(tx);
  announceWork('items');
}
