import type { DueWork } from './due-work.ts';
import { paceMs } from './pace.ts';
import type { SteppedSource } from './sources/source.ts';
import { beginPass, finishPass, postpone, saveProgress } from './sweep-queries.ts';
import { isAnnounced, readProgress } from './sweep.ts';
import type { ObservingContext } from './worker-context.ts';

/** Reports take from seconds to an hour. */
const pollMs = 10_000;
const leastPollMs = 500;
/** A slice of this many steps, then others have their turn. */
const stepsPerSlice = 12;

/** Goes on with a pass of a source that has a course of its own; killed anywhere, the last step is redone. */
export async function runSteps(
  ctx: ObservingContext,
  work: DueWork & { readonly source: SteppedSource },
): Promise<void> {
  const { key, row, source, signal } = work;
  const { tenantId } = key;
  const passStartedAt = row.passStartedAt ?? ctx.clock.now();
  if (!row.passStartedAt) await ctx.db.tenant(tenantId, (tx) => beginPass(tx, key, passStartedAt));
  let stored = { everyMs: readProgress(row.progress).everyMs, step: row.passStartedAt ? stepOf(row.progress) : null };
  for (let count = 0; count < stepsPerSlice && !signal.aborted; count += 1) {
    const step = await source.step(ctx, { ...work, passStartedAt, progress: stored.step });
    if (step.state === 'done') return finish(ctx, work, passStartedAt);
    stored = { ...stored, step: step.progress };
    const save = { passStartedAt, progress: stored };
    if (!(await ctx.db.tenant(tenantId, (tx) => saveProgress(tx, key, save)))) return;
    if (step.state === 'wait') {
      const delayMs = Math.max(leastPollMs, pollMs / ctx.config.checkSpeedup);
      const dueAt = new Date(ctx.clock.now().getTime() + delayMs);
      return ctx.db.tenant(tenantId, (tx) => postpone(tx, key, { dueAt, error: null }));
    }
  }
}

const stepOf = (progress: unknown): unknown =>
  typeof progress === 'object' && progress !== null && 'step' in progress ? progress.step : null;

async function finish(
  ctx: ObservingContext,
  { key, row, source }: DueWork & { readonly source: SteppedSource },
  passStartedAt: Date,
): Promise<void> {
  const now = ctx.clock.now();
  const isPushAlive = isAnnounced(ctx, { row, source });
  const everyMs = paceMs({ source, speedup: ctx.config.checkSpeedup, isPushAlive, missed: 0 });
  const dueAt = new Date(Math.max(now.getTime(), passStartedAt.getTime() + everyMs));
  await ctx.db.tenant(key.tenantId, (tx) => finishPass(tx, key, { passStartedAt, now, dueAt, everyMs }));
}
