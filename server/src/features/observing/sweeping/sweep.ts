import { marketplace } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { ExternalError, isRefused } from '../../../external/marketplace/external-error.ts';
import { recordRanks } from '../../catalog/ranks.ts';
import type { DueWork } from './due-work.ts';
import { meteredPages } from '../quota/metered-pages.ts';
import { paceMs } from './pace.ts';
import { leastPaceMs } from '../quota/page-pace.ts';
import { isAnnounced, isWaitingOn, silentAt } from './silence.ts';
import { patienceOf } from '../quota/slots.ts';
import type { BatchSource, Seen, Target } from '../sources/source.ts';
import { beginPass, finishPass, saveProgress, type SweepRow } from './sweep-queries.ts';
import { afterOf, listTargets } from './target-queries.ts';
import type { ObservingContext } from '../worker-context.ts';

/**
 * A slice of this many batches, then others have their turn. Its answers are compared and written together, since what
 * each costs by itself is small beside a transaction, unless they have waited for so long.
 */
export const batchesPerSlice = 30;
const mostWaitMs = 5_000;
/** So many batches are listed at once: the quota may end the slice after the first. */
const batchesAhead = 5;
/** Where each batch takes seconds or waits for quota, other work of the account has its turn after this long. */
const mostSliceMs = 30_000;
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

/**
 * Goes on with a pass, batch by batch. Several answers are kept together, in one transaction; killed anywhere, what was
 * not kept is asked for again.
 */
export async function sweepSlice(ctx: ObservingContext, sweep: Sweep): Promise<void> {
  const { key, row, source } = sweep;
  if (await isWaitingOn(ctx, sweep)) return;
  const passStartedAt = row.passStartedAt ?? ctx.clock.now();
  if (!row.passStartedAt) await ctx.db.tenant(key.tenantId, (tx) => beginPass(tx, key, passStartedAt));
  const pass = new Pass(ctx, sweep, {
    startedAt: passStartedAt,
    progress: beginning(readProgress(row.progress), { source, isNew: row.passStartedAt === null }),
  });
  const endMs = ctx.clock.now().getTime() + mostSliceMs;
  const isOver = () => sweep.signal.aborted || ctx.clock.now().getTime() > endMs;
  let targets: readonly Target[] = [];
  try {
    for (let batch = 0; batch < batchesPerSlice && !isOver(); batch += 1) {
      if (targets.length === 0) targets = await pass.nextTargets();
      if (targets.length === 0) return await pass.end();
      targets = targets.slice(await pass.ask(targets));
      if (pass.hasWaited && !(await pass.keep())) return;
    }
  } finally {
    // Also when the quota is used up: what was answered until then is not asked for twice.
    await pass.keep();
  }
}

/** One pass under way in this process: what was answered and is not kept yet, and how far it has come. */
class Pass {
  readonly #ctx: ObservingContext;
  readonly #sweep: Sweep;
  readonly #startedAt: Date;
  #progress: Progress;
  #seen: Seen[] = [];
  #seenSince: Date | null = null;
  #isKept = true;

  constructor(ctx: ObservingContext, sweep: Sweep, at: { readonly startedAt: Date; readonly progress: Progress }) {
    this.#ctx = ctx;
    this.#sweep = sweep;
    this.#startedAt = at.startedAt;
    this.#progress = at.progress;
  }

  nextTargets(): Promise<readonly Target[]> {
    const { key, source } = this.#sweep;
    const page = { after: this.#progress.after, most: this.#progress.size * batchesAhead };
    return this.#ctx.db.tenant(key.tenantId, (tx) => listTargets[source.unit](tx, key, page));
  }

  /** Asks for the first of the targets; answers how many of them are done with. */
  async ask(targets: readonly Target[]): Promise<number> {
    const batch = targets.slice(0, this.#progress.size);
    const seen = await ask(this.#ctx, this.#sweep, batch);
    this.#isKept = false;
    if (seen === 'refused' && batch.length > 1) {
      this.#progress = { ...this.#progress, size: Math.ceil(batch.length / 2) };
      return 0;
    }
    this.#progress = after(this.#progress, { source: this.#sweep.source, batch, isRefused: seen === 'refused' });
    if (seen === 'refused') return batch.length;
    this.#seen.push(seen);
    this.#seenSince ??= this.#ctx.clock.now();
    return batch.length;
  }

  /** Nothing that was seen waits for long, however slowly the quota lets more answers come. */
  get hasWaited(): boolean {
    if (this.#seenSince === null) return false;
    const waitedMs = this.#ctx.clock.now().getTime() - this.#seenSince.getTime();
    return waitedMs >= mostWaitMs / this.#ctx.config.checkSpeedup;
  }

  /** Keeps what was seen, then how far the pass has come. False when the pass was begun anew meanwhile. */
  async keep(): Promise<boolean> {
    if (this.#isKept) return true;
    const { key } = this.#sweep;
    const seen = this.#seen;
    [this.#seen, this.#seenSince, this.#isKept] = [[], null, true];
    const missed = await keepSeen(this.#ctx, this.#sweep, seen);
    this.#progress = { ...this.#progress, missed: this.#progress.missed + missed };
    const save = { passStartedAt: this.#startedAt, progress: this.#progress, missed };
    return this.#ctx.db.tenant(key.tenantId, (tx) => saveProgress(tx, key, save));
  }

  async end(): Promise<void> {
    if (!(await this.keep())) return;
    await finish(this.#ctx, this.#sweep, { passStartedAt: this.#startedAt, progress: this.#progress });
  }
}

const beginning = (stored: Progress, { source, isNew }: { source: BatchSource; isNew: boolean }): Progress => ({
  ...(isNew ? { ...stored, after: '', missed: 0, refused: 0 } : stored),
  size: isNew || stored.size === 0 ? source.batchSize : stored.size,
});

interface Asked {
  readonly source: BatchSource;
  readonly batch: readonly Target[];
  readonly isRefused: boolean;
}

/** Whoever is refused alone is left out; the batches grow again afterwards. */
function after(progress: Progress, { source, batch, isRefused: isOut }: Asked): Progress {
  if (isOut && progress.refused + 1 === mostRefused) throw refusesAll(source);
  const last = batch.at(-1);
  return {
    ...progress,
    after: (last && afterOf[source.unit](last)) ?? progress.after,
    size: Math.min(source.batchSize, isOut ? 1 : progress.size * 2),
    refused: isOut ? progress.refused + 1 : 0,
  };
}

/** Answers how many changes were found that push was meant to announce and did not. */
async function keepSeen(ctx: ObservingContext, sweep: Sweep, seen: readonly Seen[]): Promise<number> {
  const { key, row } = sweep;
  for (const refusal of seen.flatMap(({ refusals }) => refusals)) {
    ctx.log.info({ ...key, ...refusal }, 'an answer was not taken over');
  }
  const { changed } = await ctx.judging.ingest(
    key.tenantId,
    seen.flatMap(({ observations }) => observations),
  );
  await recordRanks(ctx.db, { ...key, at: ctx.clock.now(), ranks: seen.flatMap(({ ranks }) => ranks ?? []) });
  return row.confirmedAt !== null && isAnnounced(ctx, sweep) ? changed.length : 0;
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
    return await source.ask({ ...question, options: { share, signal, ...patienceOf(ctx) } });
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
    const silent = silentAt(ctx, sweep, { passStartedAt, everyMs });
    const pacedMs = Math.min(passStartedAt.getTime() + everyMs, silent?.getTime() ?? Infinity);
    const at = new Date(Math.max(now.getTime(), pacedMs));
    await finishPass(tx, key, { passStartedAt, now, dueAt: at, everyMs, silentAt: silent });
    return at;
  });
  ctx.log.debug({ ...key, missed: progress.missed, dueAt }, 'a sweep has ended');
}
