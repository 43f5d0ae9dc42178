import { sql } from 'kysely';
import { mostUnits } from '@app/shared/base/units.ts';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import type { Actor } from '../../http/actor.ts';
import { json, type Tx } from '../../lib/db/db.ts';
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
const stateOf = (tenantId: string) => sql`
  case
    when p.is_tracked or p.tracking_choice = 'tracked' then 'tracked'
    when p.tracking_choice = 'ignored' then 'ignored'
    when p.tracking_choice = 'untilNextOrder' or t.tracks_new_products or ${wasTracked(tenantId)} then 'ignoredUntilFirstSale'
    else 'ignored'
  end`;

/**
 * True for the products that the viewer may see and choose: those with an active offer, and tracked ones without one.
 */
const isChoosable = (actor: Actor) => sql`
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

/**
 * Lists all products that the viewer may track or ignore, with the number of units sold since the day of their
 * marketplace.
 */
export async function listProducts(
  tx: Tx,
  actor: Actor,
  soldFrom: readonly SoldSince[],
): Promise<readonly ListedProduct[]> {
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
     order by p.seller_account_id, p.name, p.asin, p.marketplace`.execute(tx);
  return rows;
}

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

export interface TrackingOfTenant {
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
