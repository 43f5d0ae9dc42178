import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

/**
 * The due time of work that is put aside, later than every other due time. `infinity` is not used, because a JavaScript
 * `Date` cannot represent it.
 */
export const never = sql`timestamptz '9999-12-31 00:00Z'`;

/** The unit of scheduling: one source of one seller account in one marketplace ('' if it covers the whole account). */
export interface SweepKey {
  readonly tenantId: string;
  readonly sellerAccountId: string;
  readonly marketplace: string;
  readonly source: string;
}

export interface SweepRow {
  readonly dueAt: Date;
  readonly progress: unknown;
  readonly passStartedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly failures: number;
  /**
   * The time of the last message of a type that announces this source, if the account is subscribed to all such types.
   * Messages of other types prove nothing, because they may arrive by another way, the queue or the event bus.
   */
  readonly lastEventAt: Date | null;
}

interface SweepFilter {
  readonly most: number;
  /** Names of sources; `null` for all of them. */
  readonly of?: readonly string[] | null;
  readonly notOf?: readonly string[];
  /** Names of sources, the most urgent first: the order of sweeps that are due since the same instant. */
  readonly byUrgency?: readonly string[];
}

/**
 * Returns due sweeps of all watched tenants, the most overdue first, except those of accounts whose authorisation is
 * lost. Sweeps are claimed later, in the queue. Relies on the index sweeps_due.
 */
export async function findDueSweeps(
  db: Executor,
  now: Date,
  { most, of = null, notOf = [], byUrgency = [] }: SweepFilter,
): Promise<readonly SweepKey[]> {
  const { rows } = await sql<SweepKey>`
    /* prepared */
    select s.tenant_id as "tenantId",
           s.seller_account_id as "sellerAccountId",
           s.marketplace,
           s.source
      from sweeps s
      join seller_accounts a
        on a.tenant_id = s.tenant_id
       and a.seller_account_id = s.seller_account_id
      join tenants t
        on t.tenant_id = s.tenant_id
     where s.due_at <= ${now}
       and t.is_watched
       and a.deleted_at is null
       and not a.may_need_reauthorization
       and s.source <> all (${notOf}::text[])
       and (${of}::text[] is null or s.source = any (${of}::text[]))
     order by s.due_at, array_position(${byUrgency}::text[], s.source)
     limit ${most}`.execute(db);
  return rows;
}

/** Returns the earliest due time among the sweeps that `findDueSweeps` may return. */
export async function findNextDue(db: Executor): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date }>`
    /* prepared */
    select s.due_at as "dueAt"
      from sweeps s
      join seller_accounts a
        on a.tenant_id = s.tenant_id
       and a.seller_account_id = s.seller_account_id
      join tenants t
        on t.tenant_id = s.tenant_id
     where t.is_watched
       and a.deleted_at is null
       and not a.may_need_reauthorization
     order by s.due_at
     limit 1`.execute(db);
  return rows[0]?.dueAt ?? null;
}

/**
 * Returns a due sweep; `null` if it is not due any more because another process was faster, or if its account or tenant
 * is not watched now.
 */
export async function findDueSweep(
  tx: Tx,
  { tenantId, sellerAccountId, marketplace, source }: SweepKey,
  { now, announcedBy }: { readonly now: Date; readonly announcedBy: readonly string[] },
): Promise<SweepRow | null> {
  const { rows } = await sql<SweepRow>`
    /* prepared */
    select s.due_at as "dueAt",
           s.cursor as progress,
           s.pass_started_at as "passStartedAt",
           s.confirmed_at as "confirmedAt",
           s.failures,
           (select case when count(*) = ${announcedBy.length}::int then max(e.last_event_at) end
              from subscriptions e
             where e.tenant_id = ${tenantId}
               and e.seller_account_id = s.seller_account_id
               and e.notification_type = any (${announcedBy}::text[])) as "lastEventAt"
      from sweeps s
      join seller_accounts a
        on a.tenant_id = s.tenant_id
       and a.seller_account_id = s.seller_account_id
      join tenants t
        on t.tenant_id = s.tenant_id
     where s.tenant_id = ${tenantId}
       and t.is_watched
       and s.seller_account_id = ${sellerAccountId}
       and s.marketplace = ${marketplace}
       and s.source = ${source}
       and s.due_at <= ${now}
       and a.deleted_at is null
       and not a.may_need_reauthorization`.execute(tx);
  return rows[0] ?? null;
}

/** The failed sweeps of one account that wait for their next try, without the given sweep. */
interface WaitingSweeps {
  readonly count: number;
  readonly failingSince: Date | null;
  readonly nextAt: Date | null;
}

export async function findWaitingSweeps(tx: Tx, key: SweepKey): Promise<WaitingSweeps> {
  const { rows } = await sql<WaitingSweeps>`
    select count(*)::int as count, min(s.failing_since) as "failingSince", min(s.due_at) as "nextAt"
      from sweeps s
     where s.tenant_id = ${key.tenantId}
       and s.seller_account_id = ${key.sellerAccountId}
       and s.failures > 0
       and (s.marketplace, s.source) <> (${key.marketplace}, ${key.source})`.execute(tx);
  return rows[0] ?? { count: 0, failingSince: null, nextAt: null };
}

/**
 * Makes the search for a newly added keyword due immediately. Part of the caller's transaction. A pass under way starts
 * over, since it may be past the phrase; it does not repeat searches that it has made.
 */
export async function makeSearchDue(
  tx: Tx,
  tenantId: string,
  { productId, now }: { readonly productId: string; readonly now: Date },
): Promise<void> {
  await sql`
    update sweeps s
       set due_at = least(s.due_at, ${now}),
           pass_started_at = null
      from products p
     where s.tenant_id = ${tenantId}
       and s.source = 'new-search-pages'
       and p.tenant_id = ${tenantId}
       and p.seller_account_id = s.seller_account_id
       and p.marketplace = s.marketplace
       and p.product_id = ${productId}::bigint`.execute(tx);
  announceWork('sweeps');
}
