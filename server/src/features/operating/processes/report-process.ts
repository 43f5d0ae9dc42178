import { minuteMs, secondMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { AnswerCounts } from '../../../external/marketplace/calls/answer-counts.ts';
import { failuresUntilSetAside, type Troubles } from '../../../lib/jobs/tenant-turns.ts';
import {
  deleteProcess,
  forgetProcesses,
  forgetTurnsOfEnded,
  saveProcess,
  saveSetAsideTurns,
  type ProcessIdentity,
  type SetAsideTurn,
} from './process-queries.ts';

export const reportEveryMs = 15 * secondMs;
/** A process that has not reported for this long has ended or cannot reach the database. */
export const missingAfterMs = minuteMs;

interface ReportedProcess {
  readonly identity: ProcessIdentity;
  readonly answers: Pick<AnswerCounts, 'recent'>;
  readonly loops: ReadonlyMap<string, number>;
}

type ReportContext = Pick<Context, 'db' | 'clock'>;

/** Writes the row of this process. */
export async function reportProcess(
  { db, clock }: ReportContext,
  { identity, answers, loops }: ReportedProcess,
): Promise<void> {
  const { waiters, longestWaitMs } = db.measurePool();
  const figures = {
    waiters,
    waitSeconds: longestWaitMs / secondMs,
    failingLoops: Object.fromEntries(loops),
    answers: answers.recent(),
  };
  await saveProcess(db.global, identity, { now: clock.now(), figures });
}

/**
 * Removes the row of a process that shuts down. If the database is away, another process removes the row a minute
 * later.
 */
export async function endReport({ db }: Pick<Context, 'db'>, { processId }: ProcessIdentity): Promise<void> {
  await deleteProcess(db.global, processId).catch(() => undefined);
}

/**
 * Writes the tenants that this worker has set aside, makes those due that an operator wants tried now, and forgets
 * processes that have ended. Uses the worker's view of all tenants.
 */
export async function reportSetAsideTurns(
  { db, clock }: ReportContext,
  { processId }: ProcessIdentity,
  turns: ReadonlyMap<string, Troubles>,
): Promise<void> {
  const wanted = await saveSetAsideTurns(db.global, processId, listSetAside(turns));
  for (const { tenantId, chore } of wanted) turns.get(chore)?.delete(tenantId);
  await forgetProcesses(db.global, new Date(clock.now().getTime() - missingAfterMs));
  await forgetTurnsOfEnded(db.global);
}

const listSetAside = (turns: ReadonlyMap<string, Troubles>): readonly SetAsideTurn[] =>
  [...turns].flatMap(([chore, troubles]) =>
    [...troubles]
      .filter(([, { failures }]) => failures >= failuresUntilSetAside)
      .map(([tenantId, trouble]) => ({ tenantId, chore, ...trouble })),
  );
