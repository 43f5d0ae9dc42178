import { sql } from 'kysely';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

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

/**
 * Begins a pass at its first step. Forgets the progress of a pass that was restarted: if the first slice stores none,
 * because there is no quota, the next slice would continue where the former pass had stopped.
 */
export async function beginPass(tx: Tx, key: SweepKey, now: Date): Promise<void> {
  await sql`
    update sweeps
       set pass_started_at = ${now},
           cursor = case when cursor ? 'everyMs' then jsonb_build_object('everyMs', cursor -> 'everyMs') end
     where tenant_id = ${key.tenantId}
       and seller_account_id = ${key.sellerAccountId}
       and marketplace = ${key.marketplace}
       and source = ${key.source}`.execute(tx);
}

/**
 * Makes a sweep due because push has named one of its targets. It runs even if push delivers before it starts, so it no
 * longer counts as a safety sweep. A pass under way starts over, because it may be past that target.
 */
export async function makeSweepDue(tx: Tx, key: SweepKey, now: Date): Promise<void> {
  await sql`
    update sweeps
       set due_at = least(due_at, ${now}),
           pass_started_at = null,
           cursor = cursor - 'silentAt'
     where tenant_id = ${key.tenantId}
       and seller_account_id = ${key.sellerAccountId}
       and marketplace = ${key.marketplace}
       and source = ${key.source}`.execute(tx);
  announceWork('sweeps');
}

interface Progress {
  /** Identifies the pass: progress of a pass that was restarted since is not saved. */
  readonly passStartedAt: Date;
  readonly progress: unknown;
  readonly missed?: number;
}

/**
 * Saves the progress of a pass, beside the mark that news came during it. Returns false if the pass was restarted since
 * it began.
 */
export async function saveProgress(tx: Tx, key: SweepKey, save: Progress): Promise<boolean> {
  const { rows } = await sql`
    update sweeps
       set cursor = ${json(save.progress)}::jsonb
                    || case when cursor ? 'hasNews' then jsonb '{"hasNews":true}' else jsonb '{}' end,
           failures = 0,
           failing_since = null,
           last_error = null,
           missed_by_push = missed_by_push + ${save.missed ?? 0}::int
     where tenant_id = ${key.tenantId}
       and seller_account_id = ${key.sellerAccountId}
       and marketplace = ${key.marketplace}
       and source = ${key.source}
       and pass_started_at = ${save.passStartedAt}
    returning 1`.execute(tx);
  return rows.length > 0;
}

interface Finish {
  readonly passStartedAt: Date;
  readonly now: Date;
  readonly dueAt: Date;
  /** The due time of the next pass at the latest, if news that it may have missed came during this pass. */
  readonly dueAfterNews?: Date;
  readonly everyMs: number;
  /** The instant at which push counts as silent, if push makes passes rare. */
  readonly silentAt?: Date | null;
}

export async function finishPass(tx: Tx, key: SweepKey, finish: Finish): Promise<void> {
  await sql`
    update sweeps
       set cursor = ${json({ everyMs: finish.everyMs, ...(finish.silentAt && { silentAt: finish.silentAt }) })}::jsonb,
           pass_started_at = null,
           confirmed_at = ${finish.passStartedAt},
           finished_at = ${finish.now},
           due_at = least(
             ${finish.dueAt}::timestamptz,
             case when cursor ? 'hasNews' then ${finish.dueAfterNews ?? null}::timestamptz end
           ),
           failures = 0,
           failing_since = null,
           last_error = null
     where tenant_id = ${key.tenantId}
       and seller_account_id = ${key.sellerAccountId}
       and marketplace = ${key.marketplace}
       and source = ${key.source}
       and pass_started_at = ${finish.passStartedAt}`.execute(tx);
}

interface SkippedSweep {
  readonly wasDueAt: Date;
  readonly dueAt: Date;
  readonly silentAt: Date;
}

/** Postpones a safety sweep, unless a pass was requested since the sweep was read. */
export async function waitOn(tx: Tx, key: SweepKey, { wasDueAt, dueAt, silentAt }: SkippedSweep): Promise<void> {
  await sql`
    update sweeps
       set due_at = ${dueAt},
           cursor = cursor || ${json({ silentAt })}::jsonb
     where tenant_id = ${key.tenantId}
       and seller_account_id = ${key.sellerAccountId}
       and marketplace = ${key.marketplace}
       and source = ${key.source}
       and due_at = ${wasDueAt}
       and pass_started_at is null`.execute(tx);
}

interface Postponement {
  readonly dueAt: Date;
  /** The error of the slice; `null` if nothing has failed, as when the quota is used up or a report takes its time. */
  readonly error: string | null;
  /** The time of the failure. */
  readonly failedAt?: Date;
  /** True if the progress of the pass is useless. */
  readonly startsOver?: boolean;
}

export async function postpone(
  tx: Tx,
  key: SweepKey,
  { dueAt, error, failedAt, startsOver = false }: Postponement,
): Promise<void> {
  await sql`
    update sweeps
       set due_at = ${dueAt},
           failures = case when ${error}::text is null then failures else failures + 1 end,
           failing_since = case when ${error}::text is null then failing_since else coalesce(failing_since, ${failedAt ?? null}::timestamptz) end,
           last_error = coalesce(${error}::text, last_error),
           pass_started_at = case when ${startsOver}::boolean then null else pass_started_at end
     where tenant_id = ${key.tenantId}
       and seller_account_id = ${key.sellerAccountId}
       and marketplace = ${key.marketplace}
       and source = ${key.source}`.execute(tx);
}

/** The failed sweeps of one account that wait for their next try, without the given sweep. */
export interface WaitingSweeps {
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
