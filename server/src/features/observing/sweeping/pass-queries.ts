import { sql } from 'kysely';
import { json, type Db, type Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import type { SweepKey } from './sweep-queries.ts';

/**
 * Begins a pass at its first step. Forgets the progress of a pass that was restarted: if the first slice stores none,
 * because there is no quota, the next slice would continue where the former pass had stopped. The cursor is cut by an
 * immutable function, because a cluster takes no other in an update; it returns null if the key is missing.
 */
export async function beginPass(tx: Tx, key: SweepKey, now: Date): Promise<void> {
  await sql`
    /* prepared */
    update sweeps
       set pass_started_at = ${now},
           cursor = jsonb_set('{}', '{everyMs}', cursor -> 'everyMs')
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
export async function saveProgress(db: Db, key: SweepKey, save: Progress): Promise<boolean> {
  const rows = await db.atOnce(
    key.tenantId,
    sql`
    /* prepared */
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
    returning 1`,
  );
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
    /* prepared */
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
    /* prepared */
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
    /* prepared */
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
