import { sql } from 'kysely';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { audienceOf, type Audience } from '../../accounts/recipients/recipient-queries.ts';
import { namesOfSellers } from '../../catalog/seller-name-queries.ts';
import { defaultsOfKind, type DefaultsOfKind } from '../settings/default-queries.ts';
import type { StoredItem } from './change.ts';
import type { TenantFeatures } from '../settings/tenant-features.ts';

export interface WatchedProduct {
  readonly productId: string;
  readonly sellerAccountId: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly brand: string | null;
  /** The selling partner ids of the tenant's seller accounts. Offers of any of them are the tenant's own. */
  readonly sellerKeys: readonly string[];
}

/**
 * Locks products. Judging and updating a product's card begin with this lock, so that writers of one product take
 * turns.
 */
export async function lockProducts(tx: Tx, tenantId: string, productIds: readonly string[]): Promise<WatchedProduct[]> {
  const { rows } = await sql<WatchedProduct>`
    /* prepared */
    select p.product_id as "productId",
           p.seller_account_id as "sellerAccountId",
           p.asin,
           p.marketplace,
           p.brand,
           array(
             select s.selling_partner_id
               from seller_accounts s
              where s.tenant_id = ${tenantId}
                and s.deleted_at is null
           ) as "sellerKeys"
      from products p
     where p.tenant_id = ${tenantId}
       and p.product_id = any (${productIds}::bigint[])
       and p.is_tracked
     order by p.product_id
       for no key update of p`.execute(tx);
  return rows;
}

export interface StoredFacts {
  readonly productId: string;
  readonly aspect: Aspect;
  readonly sku: string;
  readonly facts: unknown;
}

export async function loadFacts(
  tx: Tx,
  tenantId: string,
  wanted: { readonly productIds: readonly string[]; readonly aspects: readonly Aspect[] },
): Promise<StoredFacts[]> {
  const { rows } = await sql<StoredFacts>`
    /* prepared */
    select o.product_id as "productId", o.aspect, o.sku, o.facts
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${wanted.productIds}::bigint[])
       and o.aspect = any (${wanted.aspects}::text[])
     order by o.product_id, o.aspect, o.sku`.execute(tx);
  return rows;
}

interface WantedItems {
  readonly itemIds: readonly string[];
  /** Products and kinds whose items are all locked. */
  readonly allItemsOf?: readonly { readonly productId: string; readonly type: string }[];
}

export async function lockItems(
  tx: Tx,
  tenantId: string,
  { itemIds, allItemsOf = [] }: WantedItems,
): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    /* prepared */
    select i.item_id as "itemId",
           i.product_id as "productId",
           i.type,
           i.status,
           i.issue_status as "issueStatus",
           i.issue_status_by as "issueStatusBy",
           i.muted_until as "mutedUntil",
           i.message,
           i.from_text as "from",
           i.to_text as "to",
           i.evidence,
           i.figures,
           i.about,
           i.memory,
           i.settings,
           i.again_at as "againAt",
           i.awaits_check as "awaitsCheck",
           i.revision,
           i.calmed_at as "calmedAt",
           i.calm_until as "calmUntil",
           i.calm_pauses as "calmPauses",
           i.incident_id as "incidentId",
           i.apart_from as "apartFrom"
      from items i
     where i.tenant_id = ${tenantId}
       -- If || joins the ids and a subquery, PostgreSQL 15.20 uses no index under row-level security.
       and i.item_id = any (array(
             select unnest(${itemIds}::text[])
              union all
             select o.item_id
               from unnest(
                      ${allItemsOf.map(({ productId }) => productId)}::bigint[],
                      ${allItemsOf.map(({ type }) => type)}::text[]
                    ) as w (product_id, type)
               join items o
                 on o.tenant_id = ${tenantId}
                and o.product_id = w.product_id
                and o.type = w.type
           ))
       and i.removed_at is null
     order by i.item_id
       for update`.execute(tx);
  return rows;
}

/** The settings of a tenant that affect verdicts and determine who receives flips. */
export interface TenantRules extends Audience {
  /** The settings by kind; absent if the tenant has never changed them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly defaults: readonly DefaultsOfKind[];
  readonly features: TenantFeatures;
  /** Ids and names of the sellers that were asked for. */
  readonly sellerNames: readonly (readonly [sellerId: string, name: string])[];
}

/** All settings are read in one statement, since every batch that is judged needs them. */
export async function loadRules(tx: Tx, tenantId: string, sellerIds: readonly string[] = []): Promise<TenantRules> {
  const { rows } = await sql<TenantRules>`
    /* prepared */
    select json_build_object('suppressedTypes', t.suppressed_types, 'groupStatuses', t.group_statuses) as features,
           (
             select coalesce(json_object_agg(w.type, w.settings), '{}')
               from watchdog_settings w
              where w.tenant_id = ${tenantId}
           ) as settings,
           (
             select coalesce(json_agg(${defaultsOfKind}), '[]')
               from default_settings d
              where d.tenant_id = ${tenantId}
                and d.settings <> '{}'
           ) as defaults,
           ${namesOfSellers(tenantId, sellerIds)} as "sellerNames",
           ${audienceOf(tenantId)}
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  const [rules] = rows;
  if (!rules) throw new Error(`There is no tenant ${tenantId}`);
  return rules;
}
