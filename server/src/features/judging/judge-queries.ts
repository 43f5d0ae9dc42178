import { sql } from 'kysely';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { json, type Tx } from '../../lib/db/db.ts';
import type { ItemChange, StoredItem } from './change.ts';

export interface WatchedProduct {
  readonly productId: string;
  readonly sellerAccountId: string;
  readonly asin: string;
  readonly marketplace: string;
  /** The selling partner ids of the tenant: offers of any of them are its own. */
  readonly sellerKeys: readonly string[];
}

/** Locks the products first: everything that judges or shows a product takes its turn here. */
export async function lockProducts(tx: Tx, tenantId: string, productIds: readonly string[]): Promise<WatchedProduct[]> {
  const { rows } = await sql<WatchedProduct>`
    /* prepared */
    select p.product_id as "productId",
           p.seller_account_id as "sellerAccountId",
           p.asin,
           p.marketplace,
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

export async function lockItems(tx: Tx, tenantId: string, itemIds: readonly string[]): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    /* prepared */
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
           i.figures,
           i.about,
           i.memory,
           i.settings,
           i.again_at as "againAt",
           i.awaits_check as "awaitsCheck",
           i.revision
      from items i
     where i.tenant_id = ${tenantId}
       and i.item_id = any (${itemIds}::text[])
       and i.removed_at is null
     order by i.item_id
       for update`.execute(tx);
  return rows;
}

/** Writes all changes of a batch. An item that somebody else has moved on since (another revision) stays as it is. */
export async function writeItems(
  tx: Tx,
  write: { tenantId: string; version: string; changes: readonly ItemChange[] },
): Promise<void> {
  const rows = write.changes.map((change) => ({
    item_id: change.itemId,
    product_id: change.productId,
    type: change.type,
    status: change.status,
    issue_status: change.issueStatus,
    message: change.message,
    from_text: change.from,
    to_text: change.to,
    evidence: change.evidence,
    figures: change.figures,
    about: change.about,
    memory: change.memory,
    again_at: change.againAt?.toISOString() ?? null,
    awaits_check: change.awaitsCheck,
    revision: change.revision,
    old_revision: change.oldRevision,
    changed_at: change.changedAt?.toISOString() ?? null,
    shows: change.isShown,
  }));
  await sql`
    /* prepared */
    insert into items as i (
             tenant_id, item_id, product_id, type, status, issue_status, message, from_text, to_text, evidence,
             figures, about, memory, again_at, awaits_check, revision, changed_at, version
           )
    select ${write.tenantId}, r.item_id, r.product_id, r.type, r.status, r.issue_status, r.message, r.from_text,
           r.to_text, r.evidence, r.figures, r.about, r.memory, r.again_at, r.awaits_check, r.revision,
           r.changed_at, ${write.version}::bigint
      from jsonb_to_recordset(${json(rows)}::jsonb) as r (
             item_id text, product_id bigint, type text, status smallint, issue_status smallint, message text,
             from_text text, to_text text, evidence jsonb, figures jsonb, about text, memory jsonb,
             again_at timestamptz, awaits_check boolean, revision integer, old_revision integer,
             changed_at timestamptz, shows boolean
           )
     order by r.item_id
        on conflict (tenant_id, item_id) do update
       set status = excluded.status,
           issue_status = excluded.issue_status,
           message = excluded.message,
           from_text = excluded.from_text,
           to_text = excluded.to_text,
           evidence = excluded.evidence,
           figures = excluded.figures,
           about = excluded.about,
           memory = excluded.memory,
           again_at = excluded.again_at,
           awaits_check = excluded.awaits_check,
           revision = excluded.revision,
           changed_at = coalesce(excluded.changed_at, i.changed_at),
           version = excluded.version
     where i.revision in (excluded.revision, excluded.revision - 1)`.execute(tx);
}

/** What only the judge sees (memory, the time to look again) moves without a new version of the world. */
export async function writeMemories(tx: Tx, tenantId: string, changes: readonly ItemChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    item_id: change.itemId,
    memory: change.memory,
    again_at: change.againAt?.toISOString() ?? null,
    awaits_check: change.awaitsCheck,
    revision: change.revision,
  }));
  await sql`
    /* prepared */
    update items as i
       set memory = r.memory,
           again_at = r.again_at,
           awaits_check = r.awaits_check
      from jsonb_to_recordset(${json(rows)}::jsonb) as r (
             item_id text, memory jsonb, again_at timestamptz, awaits_check boolean, revision integer
           )
     where i.tenant_id = ${tenantId}
       -- By their keys: joined to the list alone, the planner would rather read all items of the tenant.
       and i.item_id = any (${rows.map((row) => row.item_id)}::text[])
       and i.item_id = r.item_id
       and i.revision = r.revision`.execute(tx);
}

interface Start {
  readonly tenantId: string;
  readonly productIds: readonly string[];
  readonly types: readonly string[];
  readonly at: Date;
  readonly version: string;
}

/**
 * Newly tracked products: every watchdog of these types starts initializing. Known items of a product come back, and are
 * judged by what is known of it: its time may have come, or its facts have changed, while it was not tracked.
 */
export async function insertInitializing(tx: Tx, start: Start): Promise<void> {
  await sql`
    insert into items as i (tenant_id, item_id, product_id, type, status, again_at, version)
    select ${start.tenantId}, t.type || '-' || p.product_id, p.product_id, t.type, 99,
           case when p.is_known then ${start.at}::timestamptz end, ${start.version}::bigint
      from (
        select u.product_id,
               exists (
                 select 1
                   from observations o
                  where o.tenant_id = ${start.tenantId}
                    and o.product_id = u.product_id
               ) as is_known
          from unnest(${start.productIds}::bigint[]) as u (product_id)
      ) p
     cross join unnest(${start.types}::text[]) as t (type)
     order by 2
        on conflict (tenant_id, item_id) do update
       set again_at = coalesce(excluded.again_at, i.again_at),
           version = excluded.version`.execute(tx);
}
