import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import { causeText } from '../judging/weigh/incident-queries.ts';
import type { ProductFilter, Viewer, WorldProductRow } from './world-queries.ts';

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

/** The fields of the product that are part of an item. */
type ItemProductRow = Pick<WorldProductRow, 'productId' | 'sellerAccountId' | 'marketplace' | 'parentAsin'>;

/**
 * An item with its product and incident, which several items share. They are kept as separate objects, because copying
 * them into thousands of items would take longer than reading them.
 */
export interface LoadedItem {
  readonly item: ItemRow;
  readonly product: ItemProductRow;
  /** The text about the cause of the item's incident; `null` if the item belongs to none. */
  readonly incidentCause: string | null;
}

interface ItemFilter extends ProductFilter {
  /** Kinds that the viewer does not see. */
  readonly hiddenTypes: readonly string[];
  /** Kinds whose items also have a message while they are ok. */
  readonly speakingTypes: readonly string[];
}

/**
 * Loads the items of tracked products that the viewer may see. A full answer contains items that are not ok, and ok
 * items that show something; a delta contains every item written since, including those that became ok or were removed.
 * Products and incidents are read once for all their items: PostgreSQL expects one item since a version, and in a join
 * would look both up again for each of the thousands that a sweep may have written.
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

/**
 * Loads the rows of items. A full answer uses the indexes items_shown and items_speaking, a delta uses items_version.
 */
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

/**
 * Loads those of these products that are tracked and visible to the viewer; `null` means all products of the tenant.
 */
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

/** Loads the texts about the causes of these incidents, by incident. */
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
