import { sql } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { serverIdentity } from '../../lib/db/server-identity.ts';
import type { TenantFeatures } from '../judging/settings/tenant-features.ts';
import { causeText } from '../judging/weigh/incident-queries.ts';

export interface WorldHead extends TenantFeatures {
  /**
   * The epoch belongs to the tenant and to this database: a version of another database, or of this one before a restore,
   * means another state.
   */
  readonly epoch: string;
  readonly version: string;
  readonly announcement: string | null;
}

export async function loadWorldHead(tx: Tx, tenantId: string): Promise<WorldHead> {
  const { rows } = await sql<WorldHead>`
    /* prepared */
    select md5(t.world_epoch || ${serverIdentity}) as epoch,
           t.world_version as version,
           t.announcement,
           t.suppressed_types as "suppressedTypes",
           t.group_statuses as "groupStatuses"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  const [head] = rows;
  if (!head) throw new Error(`There is no tenant ${tenantId}`);
  return head;
}

export interface WorldProductRow {
  readonly productId: string;
  readonly sellerAccountId: string;
  readonly marketplace: string;
  readonly asin: string;
  readonly name: string;
  readonly title: string | null;
  readonly shortName: string | null;
  readonly brand: string | null;
  readonly parentAsin: string | null;
  readonly imageUrl: string | null;
  readonly largeImageUrl: string | null;
  readonly isAdult: boolean | null;
  readonly isActive: boolean;
  readonly isTracked: boolean;
  readonly priceCents: string | null;
  readonly currency: string | null;
  readonly starRatingTenths: number | null;
  readonly reviewCount: number | null;
  readonly bsrRank: number | null;
  readonly fbaFeeCents: string | null;
  readonly totalQty: number | null;
  readonly inStockQty: number | null;
  readonly inboundQty: number | null;
  readonly fbmQty: number | null;
  /** The time since which the sales are known. */
  readonly salesKnownAt: Date | null;
}

export interface ProductFilter {
  /** The version that the browser holds; `null` for a full answer. */
  readonly since: string | null;
  /** Limits the answer to these products; `null` for all. */
  readonly productIds: readonly string[] | null;
}

/** The viewer whose rights apply. */
export type Viewer = Pick<Actor, 'tenantId' | 'hiddenSellerAccountIds'>;

/** Loads all tracked products, or those changed since a version, including products that are no longer tracked. */
export async function loadWorldProducts(
  tx: Tx,
  actor: Viewer,
  { since, productIds }: ProductFilter,
): Promise<WorldProductRow[]> {
  const which = since === null ? sql`p.is_tracked` : sql`p.version > ${since}::bigint`;
  const among = productIds === null ? sql`true` : sql`p.product_id = any (${productIds}::bigint[])`;
  const { rows } = await sql<WorldProductRow>`
    select p.product_id as "productId",
           p.seller_account_id as "sellerAccountId",
           p.marketplace,
           p.asin,
           p.name,
           p.title,
           p.short_name as "shortName",
           p.brand,
           p.parent_asin as "parentAsin",
           p.image_url as "imageUrl",
           p.large_image_url as "largeImageUrl",
           p.is_adult as "isAdult",
           p.is_active as "isActive",
           p.is_tracked as "isTracked",
           coalesce(p.price_cents, p.sold_price_cents) as "priceCents",
           p.currency,
           p.star_rating_tenths as "starRatingTenths",
           p.review_count as "reviewCount",
           p.bsr_rank as "bsrRank",
           p.fba_fee_cents as "fbaFeeCents",
           p.total_qty as "totalQty",
           p.in_stock_qty as "inStockQty",
           p.inbound_qty as "inboundQty",
           p.fbm_qty as "fbmQty",
           p.sales_known_at as "salesKnownAt"
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
       and ${which}
       and ${among}
     order by p.product_id`.execute(tx);
  return rows;
}

/** Loads the visible products with one of these parents. */
export async function loadSiblings(
  tx: Tx,
  actor: Viewer,
  parentAsins: readonly string[],
): Promise<Pick<WorldProductRow, 'productId' | 'marketplace' | 'parentAsin'>[]> {
  const { rows } = await sql<Pick<WorldProductRow, 'productId' | 'marketplace' | 'parentAsin'>>`
    select p.product_id as "productId", p.marketplace, p.parent_asin as "parentAsin"
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.parent_asin = any (${parentAsins}::text[])
       and p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`.execute(tx);
  return rows;
}

interface ItemRow {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly issueStatusBy: string | null;
  readonly issueStatusAt: Date | null;
  readonly mutedUntil: Date | null;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: { label: string; value: string }[];
  readonly figures: Record<string, number> | null;
  readonly changedAt: Date | null;
  readonly calmUntil: Date | null;
  readonly incidentId: string | null;
  readonly about: string | null;
  readonly settings: unknown;
  readonly isRemoved: boolean;
}

/** The fields of its product that are part of an item. */
type ItemProductRow = Pick<WorldProductRow, 'productId' | 'sellerAccountId' | 'marketplace' | 'parentAsin'>;

/** Parts of their own: copies of thousands of rows with all fields would take longer than to read the parts. */
export interface LoadedItem {
  readonly item: ItemRow;
  readonly product: ItemProductRow;
  /** The words for the cause of its incident; `null` outside of one. */
  readonly incidentCause: string | null;
}

export interface ItemFilter extends ProductFilter {
  /** Kinds that the viewer does not see. */
  readonly hiddenTypes: readonly string[];
  /** Kinds whose items also have a message while they are ok. */
  readonly speakingTypes: readonly string[];
}

/**
 * Loads the items of tracked products that the viewer may see. A full answer: items that are not plainly ok, and items
 * that speak when ok. A delta: every item written since, including those that became ok or were removed.
 *
 * Products and incidents are read once for all their items. PostgreSQL estimates that one item was written since a
 * version, and would look both up anew for each of the thousands that a sweep may have written.
 */
export async function loadWorldItems(tx: Tx, actor: Viewer, wanted: ItemFilter): Promise<LoadedItem[]> {
  const items = await loadItems(tx, actor, wanted);
  if (items.length === 0) return [];
  const isEveryProduct = wanted.since === null && wanted.productIds === null;
  const [products, causes] = await Promise.all([
    loadItemProducts(tx, actor, isEveryProduct ? null : distinct(items.map(({ productId }) => productId))),
    loadCauses(tx, actor.tenantId, distinct(items.flatMap(({ incidentId }) => incidentId ?? []))),
  ]);
  return items.flatMap((item) => {
    const product = products.get(item.productId);
    return product ? [{ item, product, incidentCause: causes.get(item.incidentId ?? '') ?? null }] : [];
  });
}

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/** A full answer uses the indexes items_shown and items_speaking, a delta items_version. */
async function loadItems(tx: Tx, actor: Viewer, wanted: ItemFilter): Promise<ItemRow[]> {
  const isSpeaking = sql`(
    i.status = 0
    and (i.message is not null or i.settings is not null)
    and i.type = any (${wanted.speakingTypes}::text[])
  )`;
  const which =
    wanted.since === null
      ? sql`(i.status <> 0 or i.issue_status <> 0 or i.muted_until is not null or ${isSpeaking})
       and i.removed_at is null`
      : sql`i.version > ${wanted.since}::bigint`;
  const among = wanted.productIds === null ? sql`true` : sql`i.product_id = any (${wanted.productIds}::bigint[])`;
  const { rows } = await sql<ItemRow>`
    select i.item_id as "itemId",
           i.product_id as "productId",
           i.type,
           i.status,
           i.issue_status as "issueStatus",
           i.issue_status_by as "issueStatusBy",
           i.issue_status_at as "issueStatusAt",
           i.muted_until as "mutedUntil",
           i.message,
           i.from_text as "from",
           i.to_text as "to",
           i.evidence,
           i.figures,
           i.changed_at as "changedAt",
           i.calm_until as "calmUntil",
           i.incident_id as "incidentId",
           i.about,
           i.settings,
           i.removed_at is not null as "isRemoved"
      from items i
     where i.tenant_id = ${actor.tenantId}
       and ${which}
       and ${among}
       and i.type <> all (${wanted.hiddenTypes}::text[])`.execute(tx);
  return rows;
}

/** The tracked products that the viewer may see among these; `null` stands for all of the tenant. */
async function loadItemProducts(
  tx: Tx,
  actor: Viewer,
  productIds: readonly string[] | null,
): Promise<ReadonlyMap<string, ItemProductRow>> {
  const among = productIds === null ? sql`true` : sql`p.product_id = any (${productIds}::bigint[])`;
  const { rows } = await sql<ItemProductRow>`
    select p.product_id as "productId",
           p.seller_account_id as "sellerAccountId",
           p.marketplace,
           p.parent_asin as "parentAsin"
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
       and ${among}`.execute(tx);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** The words for the causes of incidents, by incident. */
async function loadCauses(
  tx: Tx,
  tenantId: string,
  incidentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (incidentIds.length === 0) return new Map();
  const { rows } = await sql<{ incidentId: string; cause: string }>`
    select n.incident_id as "incidentId", ${causeText(tenantId)} as cause
      from incidents n
     where n.tenant_id = ${tenantId}
       and n.incident_id = any (${incidentIds}::bigint[])`.execute(tx);
  return new Map(rows.map(({ incidentId, cause }) => [incidentId, cause]));
}

export interface GroupSettings {
  readonly type: string;
  readonly settings: unknown;
  readonly version: string;
}

export async function loadGroupSettings(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, GroupSettings>> {
  const { rows } = await sql<GroupSettings>`
    /* prepared */
    select w.type, w.settings, w.version
      from watchdog_settings w
     where w.tenant_id = ${tenantId}`.execute(tx);
  return new Map(rows.map((row) => [row.type, row]));
}
