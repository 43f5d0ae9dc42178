import { sql } from 'kysely';
import { json, type Executor } from '../../../lib/db/db.ts';
import type { AnswerTotals } from '../../../external/marketplace/calls/answer-counts.ts';

/** The state that only the process itself knows. */
interface ProcessFigures {
  readonly waiters: number;
  /** The longest wait for a connection in the last half to whole minute. */
  readonly waitSeconds: number;
  /** Consecutive failures of the loops that fail. */
  readonly failingLoops: Readonly<Record<string, number>>;
  /** The answers of the marketplace in the last minutes. */
  readonly answers: AnswerTotals;
}

export interface ProcessIdentity {
  readonly processId: string;
  readonly role: 'api' | 'worker';
  readonly version: string;
  readonly startedAt: Date;
}

export async function saveProcess(
  db: Executor,
  { processId, role, version, startedAt }: ProcessIdentity,
  { now, figures }: { readonly now: Date; readonly figures: ProcessFigures },
): Promise<void> {
  await sql`
    insert into processes (process_id, role, version, started_at, seen_at, figures)
    values (${processId}, ${role}, ${version}, ${startedAt}, ${now}, ${json(figures)}::jsonb)
        on conflict (process_id) do update
       set seen_at = excluded.seen_at,
           figures = excluded.figures`.execute(db);
}

/** Deletes the rows of processes that were not seen since `seenBefore`, such as processes that were killed. */
export async function forgetProcesses(db: Executor, seenBefore: Date): Promise<void> {
  await sql`delete from processes where seen_at < ${seenBefore}`.execute(db);
}

export async function deleteProcess(db: Executor, processId: string): Promise<void> {
  await sql`delete from processes where process_id = ${processId}`.execute(db);
}

export interface SetAsideTurn {
  readonly tenantId: string;
  readonly chore: string;
  readonly failures: number;
  readonly lastError: string;
  readonly since: Date;
  readonly retryAt: Date;
}

/** Replaces the list of tenants that this process has set aside. Returns those that an operator wants tried now. */
export async function saveSetAsideTurns(
  db: Executor,
  processId: string,
  turns: readonly SetAsideTurn[],
): Promise<readonly Pick<SetAsideTurn, 'tenantId' | 'chore'>[]> {
  const { rows } = await sql<Pick<SetAsideTurn, 'tenantId' | 'chore'>>`
    with reported as (
      select *
        from jsonb_to_recordset(${json(turns)}::jsonb)
          as r ("tenantId" uuid, chore text, failures integer, "lastError" text, since timestamptz, "retryAt" timestamptz)
    ),
    ended as (
      delete from set_aside_turns s
       where s.process_id = ${processId}
         and (s.is_retry_asked
              or not exists (select 1 from reported r where r."tenantId" = s.tenant_id and r.chore = s.chore))
      returning s.tenant_id, s.chore, s.is_retry_asked
    ),
    saved as (
      insert into set_aside_turns (tenant_id, chore, process_id, failures, last_error, since, retry_at)
      select r."tenantId", r.chore, ${processId}, r.failures, r."lastError", r.since, r."retryAt"
        from reported r
        join tenants t
          on t.tenant_id = r."tenantId"
       where not exists (select 1 from ended e where e.tenant_id = r."tenantId" and e.chore = r.chore)
          on conflict (tenant_id, chore, process_id) do update
         set failures = excluded.failures,
             last_error = excluded.last_error,
             retry_at = excluded.retry_at
    )
    select e.tenant_id as "tenantId", e.chore
      from ended e
     where e.is_retry_asked`.execute(db);
  return rows;
}

/**
 * Deletes the lists of processes that have no row any more. A statement of its own reads the processes, because on a
 * cluster their table is not on the nodes of the lists.
 */
export async function forgetTurnsOfEnded(db: Executor): Promise<void> {
  const { rows } = await sql<{ processId: string }>`select p.process_id as "processId" from processes p`.execute(db);
  await sql`
    delete from set_aside_turns
     where process_id <> all (${rows.map(({ processId }) => processId)}::uuid[])`.execute(db);
}

interface ProcessRow extends Omit<ProcessIdentity, 'processId' | 'role'> {
  readonly role: string;
  readonly seenAt: Date;
  readonly figures: ProcessFigures;
}

export async function listProcesses(db: Executor, seenSince: Date): Promise<readonly ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select p.role,
           p.version,
           p.started_at as "startedAt",
           p.seen_at as "seenAt",
           p.figures
      from processes p
     where p.seen_at >= ${seenSince}
     order by p.role, p.started_at`.execute(db);
  return rows;
}
