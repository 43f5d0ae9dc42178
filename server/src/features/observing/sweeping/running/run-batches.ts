import { marketplace } from '@app/shared/base/marketplaces.ts';
import { ExternalError } from '../../../../external/marketplace/external-error.ts';
import type { RetailPages } from '../../../../external/pages/pages.ts';
import type { DueWork, PassResult } from '../due/due-work.ts';
import { meteredPages } from '../../quota/metered-pages.ts';
import { isolateRefused, type Attempt } from '../../isolate-refused.ts';
import { patienceOf } from '../../quota/slots.ts';
import { askSource, type BatchSource, type SourceAnswer, type Target } from '../../sources/source.ts';
import { askUntoldAgain, keepAnswers, worthAsking } from './keep-answers.ts';
import { readProgress, type Progress } from './progress.ts';
import { saveProgress } from '../pass-queries.ts';
import type { SweepRow } from '../sweep-queries.ts';
import { afterOf, listTargets } from './target-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';

/** After this many batches other sweeps have their turn. Answers are stored together to save transactions. */
export const batchesPerSlice = 30;
/** Answers are stored after this time even if the slice has not ended. */
const mostWaitMs = 5_000;
/**
 * How many batches of targets one statement lists. More would be wasted if the quota ends the slice after the first.
 */
const batchesAhead = 5;
/** After this time other sweeps of the account have their turn, even if batches take seconds or wait for quota. */
const mostSliceMs = 30_000;
/**
 * If this many targets in a row are refused, each in a request of its own, the marketplace refuses something other than
 * a bad target. `atFirst` holds while the pass has had no answer yet and a target further on is refused too, `later`
 * otherwise: bad targets with similar names stand next to each other, and a pass that ended at them would never come to
 * the targets behind them.
 */
const mostRefused = { atFirst: 5, later: 50 };

interface BatchWork extends DueWork {
  readonly source: BatchSource;
}

/**
 * Runs the next batches of a pass. `null` if the pass is not over. Several answers are stored in one transaction; after
 * a kill those that were not stored are asked for again.
 */
export async function runBatches(ctx: ObservingContext, sweep: BatchWork): Promise<PassResult | null> {
  const pass = new Pass(ctx, sweep);
  const endMs = ctx.clock.now().getTime() + mostSliceMs;
  const isOver = () => sweep.signal.aborted || ctx.clock.now().getTime() > endMs;
  let targets: readonly Target[] = [];
  try {
    for (let batch = 0; batch < batchesPerSlice && !isOver(); batch += 1) {
      if (targets.length === 0 && !pass.isAtEnd) targets = await pass.nextTargets();
      if (targets.length === 0) return (await pass.keep()) ? { missed: pass.missed } : null;
      targets = targets.slice(await pass.ask(targets));
      if (pass.hasWaited && !(await pass.keep())) return null;
    }
    return null;
  } finally {
    // Stores what was answered also when the quota ends the slice, so that it is not asked for twice.
    await pass.keep();
    await pass.askAgain();
  }
}

/** A pass under way in this process: its progress and the answers that are not stored yet. */
class Pass {
  readonly #ctx: ObservingContext;
  readonly #sweep: BatchWork;
  readonly #pages: RetailPages | null;
  #progress: Progress;
  #seen: SourceAnswer[] = [];
  /** Targets that the answers of this slice leave out, and that are asked for again soon. */
  #untold: readonly Target[] = [];
  #seenSince: Date | null = null;
  #isKept = true;
  #isAtEnd = false;

  constructor(ctx: ObservingContext, sweep: BatchWork) {
    this.#ctx = ctx;
    this.#sweep = sweep;
    this.#pages = meteredPages(ctx, sweep.key.tenantId);
    this.#progress = beginning(readProgress(sweep.row.progress), sweep);
  }

  get missed(): number {
    return this.#progress.missed;
  }

  /** True if the last targets of the pass were listed. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  async nextTargets(): Promise<readonly Target[]> {
    const { after: position, size } = this.#progress;
    const targets = await this.#list(position, size);
    this.#isAtEnd = targets.length < size * batchesAhead;
    return targets;
  }

  #list(position: string, size: number): Promise<readonly Target[]> {
    const { key, source } = this.#sweep;
    const page = { after: position, most: size * batchesAhead };
    return this.#ctx.db.atOnce(key.tenantId, listTargets[source.unit](key, page));
  }

  /** Asks for the first of the targets. Returns how many of them are settled: answered, or refused alone. */
  async ask(targets: readonly Target[]): Promise<number> {
    const batch = targets.slice(0, this.#progress.size);
    const attempt = await this.#attempt(batch);
    this.#isKept = false;
    const half = attempt.state === 'refused' ? attempt.halves[0] : undefined;
    if (half) {
      this.#progress = { ...this.#progress, size: half.length };
      return 0;
    }
    if (attempt.state === 'refused') await this.#proveOthers(batch);
    const settled = attempt.state === 'answered' ? withoutUnasked(batch, attempt.answer) : batch;
    this.#progress = after(this.#progress, {
      source: this.#sweep.source,
      batch: settled,
      isRefused: attempt.state === 'refused',
    });
    if (attempt.state === 'answered') this.#hold(attempt.answer, settled);
    return settled.length;
  }

  #attempt(batch: readonly Target[]): Promise<Attempt<Target, SourceAnswer>> {
    const ask = (asked: readonly Target[]): Promise<SourceAnswer> => this.#question(asked);
    return isolateRefused(this.#ctx, { batch, about: this.#sweep.key, ask });
  }

  #hold(answer: SourceAnswer, asked: readonly Target[]): void {
    this.#seen.push(answer);
    this.#untold = [...this.#untold, ...worthAsking(this.#sweep, answer, asked)];
    this.#seenSince ??= this.#ctx.clock.now();
  }

  /**
   * Throws if the marketplace seems to refuse every target. If the first targets of a pass are refused, a target
   * several batches further on is asked for: if it is answered, the first ones are only bad targets, and the pass
   * continues.
   */
  async #proveOthers(refused: readonly Target[]): Promise<void> {
    const { source } = this.#sweep;
    const { isAnswered, refused: before } = this.#progress;
    const most = isAnswered ? mostRefused.later : mostRefused.atFirst;
    if (before + 1 < most) return;
    const other = isAnswered ? undefined : (await this.#list(positionOf(source, refused), source.batchSize)).at(-1);
    const attempt = other && (await this.#attempt([other]));
    if (attempt?.state !== 'answered') throw refusesAll(source, most);
    this.#progress = { ...this.#progress, isAnswered: true };
    this.#hold(attempt.answer, []);
  }

  #question(targets: readonly Target[]): Promise<SourceAnswer> {
    const { key, row, source, access, signal } = this.#sweep;
    return askSource(source, this.#ctx.clock, {
      marketplace: this.#ctx.marketplace,
      pages: this.#pages,
      access,
      place: marketplace(key.marketplace),
      targets,
      options: { share: isBacklog(this.#ctx, row) ? 'backlog' : 'steady', signal, ...patienceOf(this.#ctx) },
    });
  }

  /** True if answers have waited so long that they are stored although the slice continues slowly, as quota allows. */
  get hasWaited(): boolean {
    if (this.#seenSince === null) return false;
    const waitedMs = this.#ctx.clock.now().getTime() - this.#seenSince.getTime();
    return waitedMs >= mostWaitMs / this.#ctx.config.checkSpeedup;
  }

  /** Stores the answers, then the progress. Returns false if the pass was restarted since the slice began. */
  async keep(): Promise<boolean> {
    if (this.#isKept) return true;
    const { key } = this.#sweep;
    const seen = this.#seen;
    [this.#seen, this.#seenSince, this.#isKept] = [[], null, true];
    const missed = await keepAnswers(this.#ctx, this.#sweep, seen);
    this.#progress = { ...this.#progress, missed: this.#progress.missed + missed };
    const save = { passStartedAt: this.#sweep.passStartedAt, progress: this.#progress, missed };
    return saveProgress(this.#ctx.db, key, save);
  }

  askAgain(): Promise<void> {
    return askUntoldAgain(this.#ctx, this.#sweep, this.#untold);
  }
}

/**
 * Returns the progress to begin with: a new pass starts at the first target, a pass under way after its last target.
 */
function beginning(stored: Progress, { source, row }: BatchWork): Progress {
  const isNew = row.passStartedAt === null;
  return {
    ...(isNew ? { ...stored, after: '', missed: 0, refused: 0, isAnswered: false } : stored),
    size: isNew || stored.size === 0 ? source.batchSize : stored.size,
  };
}

interface FinishedBatch {
  readonly source: BatchSource;
  readonly batch: readonly Target[];
  readonly isRefused: boolean;
}

/**
 * Returns the progress after a batch. A target that is refused alone is left out; the batches grow again afterwards.
 */
function after(progress: Progress, { source, batch, isRefused: isOut }: FinishedBatch): Progress {
  return {
    ...progress,
    after: batch.length > 0 ? positionOf(source, batch) : progress.after,
    size: Math.min(source.batchSize, isOut ? 1 : progress.size * 2),
    refused: isOut ? progress.refused + 1 : 0,
    isAnswered: progress.isAnswered || !isOut,
  };
}

const withoutUnasked = (batch: readonly Target[], { unasked = [] }: SourceAnswer): readonly Target[] =>
  batch.filter((target) => !unasked.includes(target));

function positionOf({ unit }: BatchSource, batch: readonly Target[]): string {
  const last = batch.at(-1);
  return last ? afterOf[unit](last) : '';
}

const refusesAll = ({ name }: BatchSource, count: number): ExternalError =>
  new ExternalError(name, `${count} questions in a row were refused`, { isPermanent: true });

/** The first pass, and one that is late by a whole period, may use all of the quota. */
function isBacklog(ctx: ObservingContext, { confirmedAt, progress }: SweepRow): boolean {
  const { everyMs } = readProgress(progress);
  return confirmedAt === null || ctx.clock.now().getTime() - confirmedAt.getTime() > 2 * everyMs;
}
