import { offeredSources } from '../../sources/registry.ts';
import type { SteppedSource } from '../../sources/source.ts';
import type { ObservingContext } from '../../worker-context.ts';
import type { DueWork, PassResult } from '../due/due-work.ts';
import { pollAt } from './poll.ts';
import { readProgress } from './progress.ts';
import { postpone, saveProgress } from '../sweep-queries.ts';

const stepsPerSlice = 12;

type SteppedWork = DueWork & { readonly source: SteppedSource };

/** Runs the next steps of a pass and saves each. `null` if the pass is not over. A step during which the process dies is done again. */
export async function runSteps(ctx: ObservingContext, work: SteppedWork): Promise<PassResult | null> {
  const { key, row, signal, passStartedAt } = work;
  const sources = offeredSources(ctx.config);
  let stored = { everyMs: readProgress(row.progress).everyMs, step: row.passStartedAt ? stepOf(row.progress) : null };
  for (let count = 0; count < stepsPerSlice && !signal.aborted; count += 1) {
    const step = await work.source.step(ctx, { ...work, progress: stored.step, sources });
    if (step.state === 'done') return { missed: 0 };
    stored = { ...stored, step: step.progress };
    const save = { passStartedAt, progress: stored };
    if (!(await ctx.db.tenant(key.tenantId, (tx) => saveProgress(tx, key, save)))) return null;
    if (step.state === 'wait') {
      const dueAt = pollAt(ctx, { passStartedAt, isAwaited: row.confirmedAt === null });
      await ctx.db.tenant(key.tenantId, (tx) => postpone(tx, key, { dueAt, error: null }));
      return null;
    }
  }
  return null;
}

const stepOf = (progress: unknown): unknown =>
  typeof progress === 'object' && progress !== null && 'step' in progress ? progress.step : null;
