import { wakeFailedSweeps } from '../../../sellers/standing/refusal-queries.ts';
import { findSource, offeredSources } from '../../sources/registry.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { endPass, postponeFailed, takeDue } from '../due/pass.ts';
import { runBatches } from './run-batches.ts';
import type { SweepKey } from '../sweep-queries.ts';
import type { SteppedSource } from '../../sources/source.ts';
import type { DueWork, PassResult } from '../due/due-work.ts';
import { pollAt } from './poll.ts';
import { readProgress } from './progress.ts';
import { postpone, saveProgress } from '../pass-queries.ts';

/** Runs the next slice of a due sweep. A sweep that is not finished stays due, so that others run in between. */
export async function runDue(ctx: ObservingContext, key: SweepKey, signal: AbortSignal): Promise<void> {
  const source = findSource(key.source);
  const work = await takeDue(ctx, { key, source, signal });
  if (!work) return;
  const run = async (): Promise<void> => {
    if (!source) throw new Error(`No source is called ${key.source}`);
    const result =
      source.kind === 'batches' ? await runBatches(ctx, { ...work, source }) : await runSteps(ctx, { ...work, source });
    if (result) await endPass(ctx, work, { source, ...result });
  };
  try {
    await (ctx.slots ? ctx.slots.hold(run) : run());
    if (work.row.failures > 0) await wakeOthers(ctx, key);
  } catch (error) {
    await postponeFailed(ctx, work, error);
  }
}

/** The first sweep that succeeds after an outage ends the waits of the account's other sweeps. */
async function wakeOthers({ db, clock }: ObservingContext, key: SweepKey): Promise<void> {
  await db.tenant(key.tenantId, (tx) => wakeFailedSweeps(tx, key, clock.now()));
}

const stepsPerSlice = 12;

type SteppedWork = DueWork & { readonly source: SteppedSource };

/** Runs the next steps of a pass and saves each. `null` if the pass is not over. A step during which the process dies is done again. */
async function runSteps(ctx: ObservingContext, work: SteppedWork): Promise<PassResult | null> {
  const { key, row, signal, passStartedAt } = work;
  const sources = offeredSources(ctx.config);
  let stored = { everyMs: readProgress(row.progress).everyMs, step: row.passStartedAt ? stepOf(row.progress) : null };
  for (let count = 0; count < stepsPerSlice && !signal.aborted; count += 1) {
    const step = await work.source.step(ctx, { ...work, progress: stored.step, sources });
    if (step.state === 'done') return { missed: 0 };
    stored = { ...stored, step: step.progress };
    const save = { passStartedAt, progress: stored };
    if (!(await saveProgress(ctx.db, key, save))) return null;
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
