import { sql } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';

export interface WorldHead {
  readonly epoch: string;
  readonly version: string;
  readonly announcement: string | null;
}

export async function loadWorldHead(tx: Tx, tenantId: string): Promise<WorldHead> {
  const { rows } = await sql<WorldHead>`
    select t.world_epoch as epoch, t.world_version as version, t.announcement
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
  readonly parentAsin: string | null;
  readonly imageUrl: string | null;
  readonly largeImageUrl: string | null;
  readonly isAdult: boolean | null;
  readonly isActive: boolean;
  readonly isTracked: boolean;
  readonly priceCents: string | null;
  readonly currency: string | null;
}

/** All tracked products, or those changed since a version, among them the ones no longer tracked. */
export async function loadWorldProducts(tx: Tx, actor: Actor, since: string | null): Promise<WorldProductRow[]> {
  const which = since === null ? sql`p.is_tracked` : sql`p.version > ${since}::bigint`;
  const { rows } = await sql<WorldProductRow>`
    select p.product_id as "productId",
           p.seller_account_id as "sellerAccountId",
           p.marketplace,
           p.asin,
           p.name,
           p.title,
           p.short_name as "shortName",
           p.parent_asin as "parentAsin",
           p.image_url as "imageUrl",
           p.large_image_url as "largeImageUrl",
           p.is_adult as "isAdult",
           p.is_active as "isActive",
           p.is_tracked as "isTracked",
           p.price_cents as "priceCents",
           p.currency
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
       and ${which}
     order by p.product_id`.execute(tx);
  return rows;
}

export interface WorldItemRow {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly mutedUntil: Date | null;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: { label: string; value: string }[];
  readonly changedAt: Date | null;
  readonly sellerAccountId: string;
  readonly marketplace: string;
  readonly parentAsin: string | null;
}

/**
 * Full: what is not plainly ok (index items_shown). Delta: whatever was written since, also what went ok
 * (index items_version).
 */
export async function loadWorldItems(tx: Tx, actor: Actor, since: string | null): Promise<WorldItemRow[]> {
  const which =
    since === null
      ? sql`(i.status <> 0 or i.issue_status <> 0 or i.muted_until is not null)`
      : sql`i.version > ${since}::bigint`;
  const { rows } = await sql<WorldItemRow>`
    select i.item_id as "itemId",
           i.product_id as "productId",
           i.type,
           i.status,
           i.issue_status as "issueStatus",
           i.muted_until as "mutedUntil",
           i.message,
           i.from_text as "from",
           i.to_text as "to",
           i.evidence,
           i.changed_at as "changedAt",
           p.seller_account_id as "sellerAccountId",
           p.marketplace,
           p.parent_asin as "parentAsin"
      from items i
      join products p
        on p.tenant_id = i.tenant_id
       and p.product_id = i.product_id
     where i.tenant_id = ${actor.tenantId}
       and ${which}
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
    select w.type, w.settings, w.version
      from watchdog_settings w
     where w.tenant_id = ${tenantId}`.execute(tx);
  return new Map(rows.map((row) => [row.type, row]));
}

export interface RecentFlip {
  readonly productId: string;
  readonly type: string;
  readonly colour: 'RED' | 'AMBER' | 'GREEN';
  readonly message: string | null;
  readonly at: Date;
}

/** The newest of what happened, for the reel of notifications. */
const mostRecent = 20;

export async function loadRecentFlips(tx: Tx, actor: Actor): Promise<RecentFlip[]> {
  const { rows } = await sql<RecentFlip>`
    select f.product_id as "productId", f.type, f.colour, f.message, f.at
      from flips f
      join products p
        on p.tenant_id = f.tenant_id
       and p.product_id = f.product_id
     where f.tenant_id = ${actor.tenantId}
       and p.is_tracked
       and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
     order by f.at desc, f.flip_id desc
     limit ${mostRecent}`.execute(tx);
  return rows;
}
