import { recordRanks } from '../../../catalog/ranks.ts';
import { askUnansweredAgain, isAmong } from '../../push/ask-again.ts';
import { recordSellerNames } from '../../recording/record-seller-names.ts';
import type { BatchSource, SourceAnswer, Target } from '../../sources/source.ts';
import type { ObservingContext } from '../../worker-context.ts';
import type { DueWork } from '../due/due-work.ts';

/** Stores answers. Returns the number of changes that push should have announced and did not. */
export async function keepAnswers(
  ctx: ObservingContext,
  sweep: DueWork,
  seen: readonly SourceAnswer[],
): Promise<number> {
  const { key, row, isPushAlive } = sweep;
  for (const refusal of seen.flatMap(({ refusals }) => refusals)) {
    ctx.log.info({ ...key, ...refusal }, 'an answer was not taken over');
  }
  await recordSellerNames(
    ctx,
    key.tenantId,
    seen.flatMap(({ sellers }) => sellers ?? []),
  );
  const { changed } = await ctx.judging.ingest(
    key.tenantId,
    seen.flatMap(({ observations }) => observations),
  );
  await recordRanks(ctx.db, { ...key, at: ctx.clock.now(), ranks: seen.flatMap(({ ranks }) => ranks ?? []) });
  return row.confirmedAt !== null && isPushAlive ? changed.length : 0;
}

/**
 * Returns the targets that an answer leaves out and that cannot wait for the next pass: those that the marketplace failed
 * to answer itself, and all of them if push makes the next pass rare, because it may be due in 12 h.
 */
export function worthAsking(
  { isPushAlive }: DueWork,
  { observations, refusals }: SourceAnswer,
  asked: readonly Target[],
): readonly Target[] {
  const isTold = isAmong(observations);
  const failed = new Set(refusals.flatMap(({ subject, isTemporary }) => (isTemporary ? [subject] : [])));
  return asked.filter((target) => !isTold(target) && (isPushAlive || failed.has(target.sku)));
}

/**
 * Asks soon for targets that the answers of a slice have left out. Asks for one batch at most, and once in a slice: a
 * marketplace that leaves out most targets would be asked for the whole account again, and a few targets that it never
 * tells about would be asked for, alone, after each answer.
 */
export async function askUntoldAgain(
  ctx: ObservingContext,
  { key, source }: DueWork & { readonly source: BatchSource },
  untold: readonly Target[],
): Promise<void> {
  const again = untold.slice(0, source.batchSize).map(({ productId, asin, sku }) => ({ ...key, productId, asin, sku }));
  await askUnansweredAgain(ctx, again);
}
