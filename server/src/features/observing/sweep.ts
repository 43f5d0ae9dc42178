import { marketplace } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { ExternalError, isRefused } from '../../external/marketplace/external-error.ts';
import { recordRanks } from '../catalog/ranks.ts';
import type { DueWork } from './due-work.ts';
import { meteredPages } from './metered-pages.ts';
import { isPushAlive, paceMs } from './pace.ts';
import { leastPaceMs } from './page-pace.ts';
import type { BatchSource, Seen, Source, Target } from './sources/source.ts';
import { beginPass, finishPass, saveProgress, type SweepRow } from './sweep-queries.ts';
import { afterOf, listTargets } from './target-queries.ts';
import type { ObservingContext } from './worker-context.ts';

/** A slice of this many batches, then others have their turn. */
const batchesPerSlice = 30;
/** Where each batch takes seconds, a slice ends before the queue gives its job up (600 s). */
const mostSliceMs = 180_000;
/** So many refused alone in a row are no bad listings: the marketplace refuses something else, and all would be. */
const mostRefused = 5;

const progressSchema = z.object({
  everyMs: z._default(z.number(), 0),
  /** The last SKU or ASIN asked. */
  after: z._default(z.string(), ''),
  missed: z._default(z.int(), 0),
  /** How many are asked at once; fewer while a batch is taken apart to find the one that Amazon refuses. */
  size: z._default(z.int(), 0),
  /** How many were refused one after the other, each alone. */
  refused: z._default(z.int(), 0),
});
type Progress = z.output<typeof progressSchema>;

export const readProgress = (stored: unknown): Progress =>
  progressSchema.safeParse(stored ?? {}).data ?? progressSchema.parse({});

export interface Sweep extends DueWork {
  readonly source: BatchSource;
}

/** Goes on with a pass, batch by batch, each in a transaction of its own; killed anywhere, the last batch is redone. */
export async function sweepSlice(ctx: ObservingContext, sweep: Sweep): Promise<void> {
  const { key, row, source } = sweep;
  const passStartedAt = row.passStartedAt ?? ctx.clock.now();
  if (!row.passStartedAt) await ctx.db.tenant(key.tenantId, (tx) => beginPass(tx, key, passStartedAt));
  let progress = beginning(readProgress(row.progress), { source, isNew: row.passStartedAt === null });
  const endMs = ctx.clock.now().getTime() + mostSliceMs;
  const isOver = () => sweep.signal.aborted || ctx.clock.now().getTime() > endMs;
  for (let batch = 0; batch < batchesPerSlice && !isOver(); batch += 1) {
    const page = { after: progress.after, most: progress.size };
    const targets = await ctx.db.tenant(key.tenantId, (tx) => listTargets[source.unit](tx, key, page));
    if (targets.length === 0) return finish(ctx, sweep, { passStartedAt, progress });
    const { next, missed } = await observe(ctx, sweep, { targets, progress });
    progress = next;
    const save = { passStartedAt, progress, missed };
    if (!(await ctx.db.tenant(key.tenantId, (tx) => saveProgress(tx, key, save)))) return;
  }
}

const beginning = (stored: Progress, { source, isNew }: { source: BatchSource; isNew: boolean }): Progress => ({
  ...(isNew ? { ...stored, after: '', missed: 0, refused: 0 } : stored),
  size: isNew || stored.size === 0 ? source.batchSize : stored.size,
});

interface Batch {
  readonly targets: readonly Target[];
  readonly progress: Progress;
}

async function observe(
  ctx: ObservingContext,
  sweep: Sweep,
  { targets, progress }: Batch,
): Promise<{ readonly next: Progress; readonly missed: number }> {
  const { key, row, source } = sweep;
  const seen = await ask(ctx, sweep, targets);
  if (seen === 'refused' && targets.length > 1) {
    return { next: { ...progress, size: Math.ceil(targets.length / 2) }, missed: 0 };
  }
  const size = Math.min(source.batchSize, seen === 'refused' ? 1 : progress.size * 2);
  const last = targets.at(-1);
  const after = (last && afterOf[source.unit](last)) ?? progress.after;
  if (seen === 'refused') {
    if (progress.refused + 1 === mostRefused) throw refusesAll(source);
    return { next: { ...progress, after, size, refused: progress.refused + 1 }, missed: 0 };
  }
  for (const refusal of seen.refusals) ctx.log.info({ ...key, ...refusal }, 'an answer was not taken over');
  const { changed } = await ctx.judging.ingest(key.tenantId, seen.observations);
  await recordRanks(ctx.db, { ...key, at: ctx.clock.now(), ranks: seen.ranks ?? [] });
  // A change that push was meant to announce and did not.
  const missed = row.confirmedAt !== null && isAnnounced(ctx, sweep) ? changed.length : 0;
  return { next: { ...progress, after, size, refused: 0, missed: progress.missed + missed }, missed };
}

const refusesAll = ({ name }: BatchSource): ExternalError =>
  new ExternalError(name, `${mostRefused} questions in a row were refused`, { isPermanent: true });

/** Amazon refuses a whole batch for one bad member: the caller halves it until the bad one stands alone. */
async function ask(ctx: ObservingContext, sweep: Sweep, targets: readonly Target[]): Promise<Seen | 'refused'> {
  const { key, row, source, access, signal } = sweep;
  const share = isBacklog(ctx, row) ? 'backlog' : 'steady';
  const place = marketplace(key.marketplace);
  const pages = meteredPages(ctx, key.tenantId);
  const question = { marketplace: ctx.marketplace, pages, access, place, targets, observedAt: ctx.clock.now() };
  try {
    return await source.ask({ ...question, options: { share, signal } });
  } catch (error) {
    if (!isRefused(error)) throw error;
    ctx.log.warn({ ...key, batch: targets.length, reason: error.message }, 'the marketplace refused a batch');
    return 'refused';
  }
}

/** A pass that never was, or that is late by another one, may use what quota there is. */
function isBacklog(ctx: ObservingContext, { confirmedAt, progress }: SweepRow): boolean {
  const { everyMs } = readProgress(progress);
  return confirmedAt === null || ctx.clock.now().getTime() - confirmedAt.getTime() > 2 * everyMs;
}

export function isAnnounced({ clock, config }: ObservingContext, { row, source }: Announced): boolean {
  if (config.notifications === null || source.announcedBy.length === 0) return false;
  return isPushAlive({ lastEventAt: row.lastEventAt, now: clock.now(), speedup: config.checkSpeedup });
}

interface Announced {
  readonly row: Pick<SweepRow, 'lastEventAt'>;
  readonly source: Pick<Source, 'announcedBy'>;
}

async function finish(
  ctx: ObservingContext,
  sweep: Sweep,
  { passStartedAt, progress }: { readonly passStartedAt: Date; readonly progress: Progress },
): Promise<void> {
  const { key, source } = sweep;
  const now = ctx.clock.now();
  const wishedMs = paceMs({
    source,
    speedup: ctx.config.checkSpeedup,
    isPushAlive: isAnnounced(ctx, sweep),
    missed: progress.missed,
  });
  const dueAt = await ctx.db.tenant(key.tenantId, async (tx) => {
    const everyMs = Math.max(wishedMs, await leastPaceMs(tx, ctx.config, key));
    const at = new Date(Math.max(now.getTime(), passStartedAt.getTime() + everyMs));
    await finishPass(tx, key, { passStartedAt, now, dueAt: at, everyMs });
    return at;
  });
  ctx.log.debug({ ...key, missed: progress.missed, dueAt }, 'a sweep has ended');
}
