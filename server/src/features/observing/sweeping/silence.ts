import * as z from 'zod/mini';
import type { DueWork } from './due-work.ts';
import { isPushAlive, paceMs, silentAfterMs } from './pace.ts';
import type { Source } from '../sources/source.ts';
import type { ObservingContext } from '../worker-context.ts';

interface AnnouncedSweep extends Pick<DueWork, 'row'> {
  readonly source: Source;
}

/** True while push announces the changes of the source and is proven alive. */
export function isAnnounced({ clock, config }: ObservingContext, { row, source }: AnnouncedSweep): boolean {
  if (config.notifications === null || source.announcedBy.length === 0) return false;
  return isPushAlive({ lastEventAt: row.lastEventAt, now: clock.now(), speedup: config.checkSpeedup });
}

interface PassInterval {
  readonly passStartedAt: Date;
  readonly everyMs: number;
}

/**
 * The time at which push counts as silent unless it delivers before. The next pass, which is rare because of push, is
 * due then at the latest. `null` if the next pass comes as early as it would without push.
 */
export function silentAt(
  ctx: ObservingContext,
  announced: AnnouncedSweep,
  { passStartedAt, everyMs }: PassInterval,
): Date | null {
  const { lastEventAt } = announced.row;
  const speedup = ctx.config.checkSpeedup;
  const fullMs = paceMs({ source: announced.source, speedup, isPushAlive: false, missed: 0 });
  if (lastEventAt === null || everyMs <= fullMs || !isAnnounced(ctx, announced)) return null;
  return new Date(Math.max(lastEventAt.getTime() + silentAfterMs(speedup), passStartedAt.getTime() + fullMs));
}

const waitSchema = z.object({ everyMs: z.number(), silentAt: z.iso.datetime() });

interface SafetyWait {
  readonly wasDueAt: Date;
  readonly dueAt: Date;
  readonly silentAt: Date;
}

/**
 * The next due time of a safety sweep that can be skipped: it was scheduled in case push fell silent, push has delivered
 * since, and nobody has requested a pass meanwhile. `null` if the sweep has to run.
 */
export function safetyWait(ctx: ObservingContext, announced: AnnouncedSweep): SafetyWait | null {
  const { row } = announced;
  const wait = waitSchema.safeParse(row.progress).data;
  const isSafetySweep = wait?.silentAt === row.dueAt.toISOString() && row.passStartedAt === null;
  if (!wait || !isSafetySweep || !row.confirmedAt || !row.lastEventAt || !isAnnounced(ctx, announced)) return null;
  const reconciledAt = row.confirmedAt.getTime() + wait.everyMs;
  if (reconciledAt <= ctx.clock.now().getTime()) return null;
  const silentFrom = new Date(row.lastEventAt.getTime() + silentAfterMs(ctx.config.checkSpeedup));
  const dueAt = new Date(Math.min(reconciledAt, silentFrom.getTime()));
  return { wasDueAt: row.dueAt, dueAt, silentAt: silentFrom };
}
