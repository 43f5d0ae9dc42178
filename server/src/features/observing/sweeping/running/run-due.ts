import { findSource } from '../../sources/registry.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { endPass, postponeFailed, takeDue } from '../due/pass.ts';
import { runBatches } from './run-batches.ts';
import { runSteps } from './run-steps.ts';
import type { SweepKey } from '../sweep-queries.ts';

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
  } catch (error) {
    await postponeFailed(ctx, work, error);
  }
}
