import { sql } from 'kysely';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';

interface ProductIdFilter {
  /** Lower-case words, each of which occurs in the ASIN, the short name or the name. */
  readonly words: readonly string[];
  readonly marketplace: string | null;
  readonly sellerId: string | null;
  /** Limits the list to products added before this one; `null` for all. */
  readonly before: string | null;
  readonly most: number;
}

/** Lists the ids of tracked products that the viewer may see, the newest first. */
export async function listProductIds(tx: Tx, actor: Actor, filter: ProductIdFilter): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select p.product_id as "productId"
      from products p
     where p.tenant_id = ${actor.tenantId}
       and p.is_tracked
       and p.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
       and (${filter.before}::bigint is null or p.product_id < ${filter.before}::bigint)
       and (${filter.marketplace}::text is null or p.marketplace = ${filter.marketplace})
       and (${filter.sellerId}::bigint is null or p.seller_account_id = ${filter.sellerId}::bigint)
       and not exists (
             select 1
               from unnest(${[...filter.words]}::text[]) as word
              where position(word in lower(concat_ws(E'\n', p.asin, p.short_name, p.name))) = 0
           )
     order by p.product_id desc
     limit ${filter.most}`.execute(tx);
  return rows.map(({ productId }) => productId);
}

export interface ProductIssueRow {
  readonly productId: string;
  readonly itemId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly mutedUntil: Date | null;
  readonly message: string | null;
  readonly changedAt: Date | null;
}

interface IssueFilter {
  readonly productIds: readonly string[];
  readonly hiddenTypes: readonly string[];
}

/** Lists the alerts and warnings of these products, the worst and latest first. */
export async function listProductIssues(
  tx: Tx,
  { tenantId }: Actor,
  { productIds, hiddenTypes }: IssueFilter,
): Promise<readonly ProductIssueRow[]> {
  const { rows } = await sql<ProductIssueRow>`
    select i.product_id as "productId",
           i.item_id as "itemId",
           i.type,
           i.status,
           i.issue_status as "issueStatus",
           i.muted_until as "mutedUntil",
           i.message,
           i.changed_at as "changedAt"
      from items i
     where i.tenant_id = ${tenantId}
       and i.product_id = any (${[...productIds]}::bigint[])
       and i.status in (${itemStatus.warning}, ${itemStatus.alert})
       and i.removed_at is null
       and i.type <> all (${[...hiddenTypes]}::text[])
     order by i.status desc, i.changed_at desc nulls last, i.item_id`.execute(tx);
  return rows;
}

interface PaceRow {
  readonly productId: string;
  readonly sold: number;
  readonly days: number;
}

/**
 * Lists for each product the units sold and the number of days with stock in which they were sold, as the watchdog
 * `inventory` has computed them.
 */
export async function listPaces(
  tx: Tx,
  { tenantId }: Actor,
  productIds: readonly string[],
): Promise<readonly PaceRow[]> {
  const { rows } = await sql<PaceRow>`
    select i.product_id as "productId",
           (i.figures ->> 'sold')::float8 as sold,
           (i.figures ->> 'days')::float8 as days
      from items i
     where i.tenant_id = ${tenantId}
       and i.product_id = any (${[...productIds]}::bigint[])
       -- The watchdog of drops of sales stores such figures too, for other days.
       and i.type = 'inventory'
       and i.figures ->> 'sold' is not null
       and i.figures ->> 'days' is not null
       and i.removed_at is null`.execute(tx);
  return rows;
}

interface LatestObservation {
  readonly productId: string;
  readonly aspect: Aspect;
  readonly at: Date;
}

/** Lists when each aspect of these products was observed last. An aspect that was never observed has no row. */
export async function listLatestObservations(
  tx: Tx,
  { tenantId }: Actor,
  productIds: readonly string[],
): Promise<readonly LatestObservation[]> {
  const { rows } = await sql<LatestObservation>`
    select o.product_id as "productId", o.aspect, max(o.observed_at) as at
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${[...productIds]}::bigint[])
     group by o.product_id, o.aspect`.execute(tx);
  return rows;
}
