import { sql } from 'kysely';
import type { NotificationType } from '../../../external/marketplace/operations/notifications.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import { hashOf, type Observation } from '../recording/observation.ts';
import type { Target } from '../sources/source.ts';
import type { SweepKey } from '../sweeping/sweep-queries.ts';
import type { NamedListing } from './push-type.ts';
import type { Subscriber } from './subscription-queries.ts';

/** Throws while the database cannot be reached. */
export async function proveDatabase(db: Executor): Promise<void> {
  await sql`select 1`.execute(db);
}

interface DueSweeps {
  readonly sources: readonly string[];
  readonly now: Date;
  /**
   * True to restart passes under way, which may already have read a product that changed while nothing was announced.
   */
  readonly startsOver?: boolean;
}

/** Makes these sweeps due, so that they find the changes that a lost subscription did not announce. */
export async function makeSweepsDue(
  tx: Tx,
  { tenantId, sellerAccountId }: Subscriber,
  { sources, now, startsOver = false }: DueSweeps,
): Promise<void> {
  await sql`
    update sweeps
       set due_at = least(due_at, ${now}),
           pass_started_at = case when ${startsOver} then null else pass_started_at end,
           cursor = cursor - 'silentAt'
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and source = any (${sources}::text[])`.execute(tx);
  announceWork('sweeps');
}

/**
 * Makes subscribing due for all watched tenants when a worker starts: a subscription may have been lost while none ran.
 */
export async function makeSubscribingDue(db: Executor, now: Date): Promise<void> {
  await sql`
    update sweeps s
       set due_at = least(s.due_at, ${now})
      from tenants t
     where s.source = 'subscriptions'
       and t.tenant_id = s.tenant_id
       and t.is_watched`.execute(db);
}

interface NamedSubject {
  /** The marketplace; `null` means all marketplaces of the account. */
  readonly marketplace: string | null;
  readonly asin: string | null;
  readonly sku: string | null;
}

export async function findListings(
  tx: Tx,
  { tenantId, sellerAccountId }: Subscriber,
  { marketplace, asin, sku }: NamedSubject,
): Promise<readonly NamedListing[]> {
  if (asin === null && sku === null) return [];
  const { rows } = await sql<NamedListing>`
    /* prepared */
    select p.product_id as "productId",
           p.asin,
           p.marketplace,
           l.sku,
           p.is_tracked as "isTracked",
           l.is_active as "isActive"
      from products p
      join listings l
        on l.tenant_id = p.tenant_id
       and l.product_id = p.product_id
     where p.tenant_id = ${tenantId}
       and p.seller_account_id = ${sellerAccountId}
       and (${marketplace}::text is null or p.marketplace = ${marketplace})
       and (p.asin = ${asin} or l.sku = ${sku})
     order by p.marketplace, l.sku`.execute(tx);
  return rows;
}

/**
 * Dates known facts by a message that repeats them. Without this an older message that arrives later, which an
 * unordered queue and a killed worker bring about, would count as news.
 */
export async function confirmFacts(tx: Tx, tenantId: string, observations: readonly Observation[]): Promise<void> {
  await sql`
    update observations o
       set observed_at = i.observed_at
      from unnest(
             ${observations.map((o) => o.productId)}::bigint[],
             ${observations.map((o) => o.aspect)}::text[],
             ${observations.map((o) => o.sku)}::text[],
             ${observations.map((o) => hashOf(o.facts))}::text[],
             ${observations.map((o) => o.observedAt)}::timestamptz[]
           ) as i (product_id, aspect, sku, hash, observed_at)
     where o.tenant_id = ${tenantId}
       and o.product_id = i.product_id
       and o.aspect = i.aspect
       and o.sku = i.sku
       and o.hash = i.hash
       and o.observed_at < i.observed_at`.execute(tx);
}

/** Whether one of the observed SKUs is known to have several labels. */
export async function haveSeveralLabels(
  tx: Tx,
  tenantId: string,
  observations: readonly Observation[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${observations.map(({ productId }) => productId)}::bigint[])
       and o.aspect = 'stock'
       and o.sku = any (${observations.map(({ sku }) => sku)}::text[])
       and o.facts ? 'labels'
     limit 1`.execute(tx);
  return rows.length > 0;
}

/** Lists every listing of these products, those of one product next to each other. */
export async function listListingsOf(
  tx: Tx,
  tenantId: string,
  productIds: readonly string[],
): Promise<readonly Target[]> {
  const { rows } = await sql<Target>`
    select p.product_id as "productId", p.asin, l.sku
      from products p
      join listings l
        on l.tenant_id = p.tenant_id
       and l.product_id = p.product_id
     where p.tenant_id = ${tenantId}
       and p.product_id = any (${productIds}::bigint[])
     order by p.product_id, l.sku`.execute(tx);
  return rows;
}

/**
 * Makes discovery due for an unknown listing that is on sale. One discovery finds all such listings. A discovery under
 * way may have read the listings before, so its pass is marked, and another one follows it.
 */
export async function makeDiscoveryDue(tx: Tx, { tenantId, sellerAccountId }: Subscriber, now: Date): Promise<void> {
  await sql`
    update sweeps
       set due_at = least(due_at, ${now}),
           cursor = case when pass_started_at is null then cursor
                         else coalesce(cursor, '{}') || '{"hasNews":true}' end
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and source = 'discovery'`.execute(tx);
  announceWork('sweeps');
}

interface ReadyReport {
  readonly reportId: string;
  readonly now: Date;
}

/** Makes the sweep due that waits for this report. Its progress contains the id of the report. */
export async function wakeForReport(
  tx: Tx,
  { tenantId, sellerAccountId }: Subscriber,
  { reportId, now }: ReadyReport,
): Promise<void> {
  await sql`
    update sweeps
       set due_at = least(due_at, ${now})
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and pass_started_at is not null
       and (jsonb_path_exists(cursor, '$.step.asked.* ? (@ == $id)', jsonb_build_object('id', ${reportId}::text))
         or jsonb_path_exists(cursor, '$.step.reports.* ? (@ == $id)', jsonb_build_object('id', ${reportId}::text)))`.execute(
    tx,
  );
  announceWork('sweeps');
}

interface LateNews {
  readonly types: readonly NotificationType[];
  readonly passStartedAt: Date;
  /** For this time after its message the marketplace may still answer without the announced change. */
  readonly settlesMs: number;
  readonly dueAt: Date;
}

/**
 * Schedules one more pass if a change was announced during the pass that just ended, which may have missed it. The pass
 * comes when Amazon can be expected to answer with the change, so that one is enough. Call it in the transaction that
 * ends the pass.
 */
export async function heedLateNews(
  tx: Tx,
  key: SweepKey,
  { types, passStartedAt, settlesMs, dueAt }: LateNews,
): Promise<void> {
  await sql`
    /* prepared */
    with latest as (
      select max(e.last_event_at) + ${settlesMs} * interval '1 millisecond' as answered_at
        from subscriptions e
       where e.tenant_id = ${key.tenantId}
         and e.seller_account_id = ${key.sellerAccountId}
         and e.notification_type = any (${types}::text[])
    )
    update sweeps s
       set due_at = least(s.due_at, greatest(${dueAt}::timestamptz, l.answered_at))
      from latest l
     where s.tenant_id = ${key.tenantId}
       and s.seller_account_id = ${key.sellerAccountId}
       and s.marketplace = ${key.marketplace}
       and s.source = ${key.source}
       and l.answered_at > ${passStartedAt}`.execute(tx);
}
