import * as z from 'zod/mini';
import type { DueWork } from './due-work.ts';
import { isPushAlive, paceMs, silentAfterMs } from './pace.ts';
import type { Source } from '../sources/source.ts';
import { waitOn } from './sweep-queries.ts';
import type { ObservingContext } from '../worker-context.ts';

type Announced = Pick<DueWork, 'key' | 'row'> & { readonly source: Source };

export function isAnnounced(
  { clock, config }: ObservingContext,
  { row, source }: Pick<Announced, 'row' | 'source'>,
): boolean {
  if (config.notifications === null || source.announcedBy.length === 0) return false;
  return isPushAlive({ lastEventAt: row.lastEventAt, now: clock.now(), speedup: config.checkSpeedup });
}

interface Wait {
  readonly passStartedAt: Date;
  readonly everyMs: number;
}

/**
 * When push will have been silent for too long, unless it speaks until then: a pass that comes rarely because of push does
 * not wait any longer. `null` where the next pass comes as soon as it would without push.
 */
export function silentAt(ctx: ObservingContext, announced: Announced, { passStartedAt, everyMs }: Wait): Date | null {
  const { lastEventAt } = announced.row;
  const speedup = ctx.config.checkSpeedup;
  const fullMs = paceMs({ source: announced.source, speedup, isPushAlive: false, missed: 0 });
  if (lastEventAt === null || everyMs <= fullMs || !isAnnounced(ctx, announced)) return null;
  return new Date(Math.max(lastEventAt.getTime() + silentAfterMs(speedup), passStartedAt.getTime() + fullMs));
}

const waitSchema = z.object({ everyMs: z.number(), silentAt: z.iso.datetime() });

/**
 * True when a sweep that is due has nothing to do but to wait on: it was due in case push fell silent, nobody has asked for
 * it meanwhile, and push has spoken since.
 */
export async function isWaitingOn(ctx: ObservingContext, announced: Announced): Promise<boolean> {
  const { key, row } = announced;
  const wait = waitSchema.safeParse(row.progress).data;
  const isInCase = wait?.silentAt === row.dueAt.toISOString() && row.passStartedAt === null;
  if (!wait || !isInCase || !row.confirmedAt || !row.lastEventAt || !isAnnounced(ctx, announced)) return false;
  const reconciledAt = row.confirmedAt.getTime() + wait.everyMs;
  if (reconciledAt <= ctx.clock.now().getTime()) return false;
  const silent = new Date(row.lastEventAt.getTime() + silentAfterMs(ctx.config.checkSpeedup));
  const dueAt = new Date(Math.min(reconciledAt, silent.getTime()));
  await ctx.db.tenant(key.tenantId, (tx) => waitOn(tx, key, { wasDueAt: row.dueAt, dueAt, silentAt: silent }));
  return true;
}
