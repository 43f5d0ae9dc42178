import { sql } from 'kysely';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import type { Actor } from '../../http/actor.ts';
import { json, type Tx } from '../../lib/db/db.ts';
import { isChoosable, stateOf, type ProductSettingsRow } from './listed-product-queries.ts';

/**
 * Locks the products in the order in which judging locks them, and returns their settings. Products that the viewer may
 * not see are left out.
 */
export async function lockSettings(
  tx: Tx,
  actor: Actor,
  productIds: readonly string[],
): Promise<readonly ProductSettingsRow[]> {
  const { rows } = await sql<ProductSettingsRow>`
    select p.product_id as "productId",
           p.seller_account_id as "sellerAccountId",
           ${stateOf(actor.tenantId)} as state,
           coalesce(p.short_name, '') as "shortName"
      from products p
      join tenants t
        on t.tenant_id = ${actor.tenantId}
     where ${isChoosable(actor)}
       and p.product_id = any (${productIds}::bigint[])
     order by p.product_id
       for no key update of p`.execute(tx);
  return rows;
}

export interface SettingsChange {
  readonly productId: string;
  readonly shortName: string;
  /** The new choice; `null` if the choice stays. */
  readonly state: TrackingState | null;
}

interface ChangedSettings {
  readonly changes: readonly SettingsChange[];
  readonly now: Date;
}

/**
 * Saves short-hand names and choices. The effect of choices on tracking is decided afterwards, in a step that also
 * stamps the products.
 */
export async function saveSettings(tx: Tx, tenantId: string, { changes, now }: ChangedSettings): Promise<void> {
  const rows = changes.map(({ productId, shortName, state: chosen }) => ({
    product_id: productId,
    short_name: shortName,
    choice: chosen === 'ignoredUntilFirstSale' ? 'untilNextOrder' : chosen,
  }));
  await sql`
    update products p
       set short_name = nullif(c.short_name, ''),
           tracking_choice = coalesce(c.choice, p.tracking_choice),
           tracking_chosen_at = case when c.choice is null then p.tracking_chosen_at else ${now} end
      from jsonb_to_recordset(${json(rows)}::jsonb) as c (product_id bigint, short_name text, choice text)
     where p.tenant_id = ${tenantId}
       and p.product_id = c.product_id`.execute(tx);
}

interface Stamp {
  readonly tenantId: string;
  readonly productIds: readonly string[];
  readonly version: string;
}

/** Stamps products whose names have changed, so that dashboards learn of it. */
export async function stampNamed(tx: Tx, { tenantId, productIds, version }: Stamp): Promise<void> {
  await sql`
    update products
       set version = ${version}::bigint
     where tenant_id = ${tenantId}
       and product_id = any (${productIds}::bigint[])`.execute(tx);
}

interface TrackingOfTenant {
  readonly tracksNewProducts: boolean;
  readonly isCapped: boolean;
}

export async function getTrackingOfTenant(tx: Tx, tenantId: string): Promise<TrackingOfTenant> {
  const { rows } = await sql<TrackingOfTenant>`
    select t.tracks_new_products as "tracksNewProducts",
           t.is_capped as "isCapped"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  const [tracking] = rows;
  if (!tracking) throw new Error(`There is no tenant ${tenantId}`);
  return tracking;
}

export async function saveTracksNewProducts(tx: Tx, tenantId: string, tracksNewProducts: boolean): Promise<void> {
  await sql`
    update tenants
       set tracks_new_products = ${tracksNewProducts}
     where tenant_id = ${tenantId}`.execute(tx);
}

/** Ends the set-up of those of the viewer's accounts whose products are known. */
export async function endSetup(tx: Tx, actor: Actor, { now, version }: { now: Date; version: string }): Promise<void> {
  await sql`
    update seller_accounts s
       set setup_completed_at = ${now},
           version = ${version}::bigint
     where s.tenant_id = ${actor.tenantId}
       and s.setup_completed_at is null
       and s.deleted_at is null
       and s.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
       and exists (
             select 1
               from products p
              where p.tenant_id = ${actor.tenantId}
                and p.seller_account_id = s.seller_account_id
           )`.execute(tx);
}

/** Returns how many of the products are chosen, have an active offer, and are not tracked. */
export async function countHeldBack(tx: Tx, tenantId: string, productIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ heldBack: number }>`
    select count(*)::int as "heldBack"
      from products p
     where p.tenant_id = ${tenantId}
       and p.product_id = any (${productIds}::bigint[])
       and p.tracking_choice = 'tracked'
       and p.is_active
       and not p.is_tracked`.execute(tx);
  return rows[0]?.heldBack ?? 0;
}
