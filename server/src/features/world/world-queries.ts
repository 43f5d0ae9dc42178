import { sql } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { serverIdentity } from '../../lib/db/server-identity.ts';
import type { TenantFeatures } from '../judging/settings/tenant-features.ts';

export interface WorldHead extends TenantFeatures {
  /**
   * The epoch identifies the tenant and this database. The version of another database, or of this database before it
   * was restored, means another state of the world.
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
  /** The time at which the sales of the product became known; `null` before. */
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
