import { sql } from 'kysely';
import type { DefaultSettings } from '@app/shared/watchdogs/model/default-settings.ts';
import { json, type Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

export interface DefaultsOfKind extends DefaultSettings {
  readonly type: string;
}

/** One row of `default_settings d` as an object. */
export const defaultsOfKind = sql`json_build_object(
  'type', d.type, 'sellerId', d.seller_account_id::text, 'brand', nullif(d.brand, ''), 'settings', d.settings
)`;

interface StoredDefaults extends DefaultsOfKind {
  readonly version: string;
}

/** Lists the defaults of the seller accounts that the viewer may see. Removed defaults are included, as empty ones. */
export async function listDefaults(
  tx: Tx,
  viewer: { readonly tenantId: string; readonly hiddenSellerAccountIds: readonly string[] },
): Promise<StoredDefaults[]> {
  const { rows } = await sql<StoredDefaults>`
    /* prepared */
    select d.type,
           d.seller_account_id as "sellerId",
           nullif(d.brand, '') as brand,
           d.settings,
           d.version
      from default_settings d
     where d.tenant_id = ${viewer.tenantId}
       and d.seller_account_id <> all (${viewer.hiddenSellerAccountIds}::bigint[])
     order by d.type, d.seller_account_id, d.brand`.execute(tx);
  return rows;
}

/** The products that a default applies to: of one kind, seller account and, unless it is `null`, brand. */
type DefaultPlace = Omit<DefaultsOfKind, 'settings'>;

/**
 * Returns whether the seller account has tracked products of the brand; `null` if the viewer may not see the account.
 */
export async function findBrand(
  tx: Tx,
  viewer: { readonly tenantId: string; readonly hiddenSellerAccountIds: readonly string[] },
  { sellerId, brand }: DefaultPlace,
): Promise<{ readonly name: string; readonly hasBrand: boolean } | null> {
  const { rows } = await sql<{ name: string; hasBrand: boolean }>`
    select s.name,
           exists (
             select 1
               from products p
              where p.tenant_id = ${viewer.tenantId}
                and p.seller_account_id = s.seller_account_id
                and p.brand = ${brand}
           ) as "hasBrand"
      from seller_accounts s
     where s.tenant_id = ${viewer.tenantId}
       and s.seller_account_id = ${sellerId}
       and s.seller_account_id <> all (${viewer.hiddenSellerAccountIds}::bigint[])
       and s.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

export async function saveDefaults(
  tx: Tx,
  tenantId: string,
  { type, sellerId, brand, settings, version }: StoredDefaults,
): Promise<void> {
  await sql`
    insert into default_settings as d (tenant_id, seller_account_id, brand, type, settings, version)
    values (
      ${tenantId}, ${sellerId}, coalesce(${brand}::text, ''), ${type}, ${json(settings)}::jsonb, ${version}::bigint
    )
        on conflict (tenant_id, seller_account_id, brand, type) do update
       set settings = excluded.settings,
           version = excluded.version`.execute(tx);
}

/**
 * Makes the items that a default applies to due for judging, except those that still wait for their first facts. Rows
 * are locked in the order in which judging locks them. Waiting items are locked too: if one is being judged for the
 * first time right now, without the default, the lock waits for that verdict, and the item is then due as well.
 */
export async function judgeHeirsAgain(
  tx: Tx,
  tenantId: string,
  { type, sellerId, brand, at }: DefaultPlace & { readonly at: Date },
): Promise<void> {
  await sql`
    with locked as materialized (
      select i.item_id, i.status
        from items i
        join products p
          on p.tenant_id = i.tenant_id
         and p.product_id = i.product_id
       where i.tenant_id = ${tenantId}
         and i.type = ${type}
         and i.removed_at is null
         and p.seller_account_id = ${sellerId}
         and (${brand}::text is null or p.brand = ${brand})
       order by i.item_id
         for update of i
    )
    update items i
       set again_at = ${at}
      from locked l
     where i.tenant_id = ${tenantId}
       and i.item_id = l.item_id
       and l.status <> 99`.execute(tx);
  announceWork('items');
}

/**
 * Makes items due for judging whose products have another brand than before, if one of the two has defaults. Runs
 * before the new brand is copied from the facts to the product, and locks products before items, as judging does.
 */
export async function judgeMovedBrands(
  tx: Tx,
  tenantId: string,
  { productIds, at }: { readonly productIds: readonly string[]; readonly at: Date },
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    /* prepared */
    with moved as materialized (
      select p.product_id, p.seller_account_id, p.brand as before, o.facts ->> 'brand' as now
        from products p
        join observations o
          on o.tenant_id = p.tenant_id
         and o.product_id = p.product_id
         and o.aspect = 'catalog'
       where p.tenant_id = ${tenantId}
         and p.product_id = any (${productIds}::bigint[])
         and exists (select 1 from default_settings d where d.tenant_id = ${tenantId} and d.brand <> '')
         and o.facts ->> 'brand' is distinct from p.brand
       order by p.product_id
         for no key update of p
    ), locked as materialized (
      select i.item_id
        from moved m
        join items i
          on i.tenant_id = ${tenantId}
         and i.product_id = m.product_id
       where i.status <> 99
         and i.removed_at is null
         and i.type in (
               select d.type
                 from default_settings d
                where d.tenant_id = ${tenantId}
                  and d.seller_account_id = m.seller_account_id
                  and d.brand in (m.before, m.now)
             )
       order by i.item_id
         for update of i
    )
    update items i
       set again_at = ${at}
      from locked l
     where i.tenant_id = ${tenantId}
       and i.item_id = l.item_id`.execute(tx);
  if (numAffectedRows > 0n) announceWork('items');
}
