import * as z from 'zod/mini';
import type { DueWork } from './due-work.ts';
import { isPushAlive, paceMs, silentAfterMs } from './pace.ts';
import type { Source } from '../../sources/source.ts';
import type { ObservingContext } from '../../worker-context.ts';
import type { SweepRow } from '../sweep-queries.ts';

type PushConfig = Pick<ObservingContext['config'], 'notifications' | 'checkSpeedup'>;

interface PushRecord {
  readonly row: Pick<SweepRow, 'lastEventAt'>;
  readonly source: Pick<Source, 'announcedBy'>;
  readonly now: Date;
}

/** True if push announces the changes of the source and is proven alive. */
export function isAnnounced({ notifications, checkSpeedup }: PushConfig, { row, source, now }: PushRecord): boolean {
  if (notifications === null || source.announcedBy.length === 0) return false;
  return isPushAlive({ lastEventAt: row.lastEventAt, now, speedup: checkSpeedup });
}

interface PassInterval {
  readonly source: Source;
  readonly speedup: number;
  readonly everyMs: number;
}

/**
 * Returns the time at which push counts as silent unless it delivers before. The next pass is rare because of push, but
 * is due at that time at the latest. `null` if the next pass comes as early as it would without push.
 */
export function silentAt(work: DueWork, { source, speedup, everyMs }: PassInterval): Date | null {
  const { lastEventAt } = work.row;
  const fullMs = paceMs({ source, speedup, isPushAlive: false, missed: 0 });
  if (lastEventAt === null || everyMs <= fullMs || !work.isPushAlive) return null;
  return new Date(Math.max(lastEventAt.getTime() + silentAfterMs(speedup), work.passStartedAt.getTime() + fullMs));
}

const waitSchema = z.object({ everyMs: z.number(), silentAt: z.iso.datetime() });

interface SafetyWait {
  readonly wasDueAt: Date;
  readonly dueAt: Date;
  readonly silentAt: Date;
}

/**
 * For a source whose push is alive, returns the next due time of a safety sweep that can be skipped: it was scheduled
 * in case push fell silent, push has delivered since then, and nobody has requested a pass. `null` if the sweep has to
 * run.
 */
export function safetyWait(row: SweepRow, { now, speedup }: { now: Date; speedup: number }): SafetyWait | null {
  const wait = waitSchema.safeParse(row.progress).data;
  const isSafetySweep = wait?.silentAt === row.dueAt.toISOString() && row.passStartedAt === null;
  if (!wait || !isSafetySweep || !row.confirmedAt || !row.lastEventAt) return null;
  const reconciledAt = row.confirmedAt.getTime() + wait.everyMs;
  if (reconciledAt <= now.getTime()) return null;
  const silentFrom = new Date(row.lastEventAt.getTime() + silentAfterMs(speedup));
  const dueAt = new Date(Math.min(reconciledAt, silentFrom.getTime()));
  return { wasDueAt: row.dueAt, dueAt, silentAt: silentFrom };
}
