import type { DueWork } from './due-work.ts';
import { paceMs } from './pace.ts';
import { pollAt } from './poll.ts';
import { heedLateNews } from '../push/push-queries.ts';
import { newsWaitMs } from '../push/news-wait.ts';
import { offeredSources } from '../sources/registry.ts';
import type { SteppedSource } from '../sources/source.ts';
import { wakeDiscovery } from './account-sweeps-queries.ts';
import { beginPass, finishPass, postpone, saveProgress } from './sweep-queries.ts';
import { isAnnounced } from './silence.ts';
import { readProgress } from './sweep.ts';
import type { ObservingContext } from '../worker-context.ts';

/** A slice of this many steps, then others have their turn. */
const stepsPerSlice = 12;
/** What the marketplace does not answer yet when it is asked. */
const settlesMs = 150_000;

type Work = DueWork & { readonly source: SteppedSource };

/** Goes on with a pass of a source that has a course of its own; killed anywhere, the last step is redone. */
export async function runSteps(ctx: ObservingContext, work: Work): Promise<void> {
  const { key, row, signal } = work;
  const { tenantId } = key;
  const passStartedAt = row.passStartedAt ?? ctx.clock.now();
  if (!row.passStartedAt) await ctx.db.tenant(tenantId, (tx) => beginPass(tx, key, passStartedAt));
  const sources = offeredSources(ctx.config);
  let stored = { everyMs: readProgress(row.progress).everyMs, step: row.passStartedAt ? stepOf(row.progress) : null };
  for (let count = 0; count < stepsPerSlice && !signal.aborted; count += 1) {
    const step = await work.source.step(ctx, { ...work, passStartedAt, progress: stored.step, sources });
    if (step.state === 'done') return finish(ctx, work, passStartedAt);
    stored = { ...stored, step: step.progress };
    const save = { passStartedAt, progress: stored };
    if (!(await ctx.db.tenant(tenantId, (tx) => saveProgress(tx, key, save)))) return;
    if (step.state === 'wait') {
      const dueAt = pollAt(ctx, { passStartedAt, isAwaited: row.confirmedAt === null });
      return ctx.db.tenant(tenantId, (tx) => postpone(tx, key, { dueAt, error: null }));
    }
  }
}

const stepOf = (progress: unknown): unknown =>
  typeof progress === 'object' && progress !== null && 'step' in progress ? progress.step : null;

async function finish(ctx: ObservingContext, { key, row, source }: Work, passStartedAt: Date): Promise<void> {
  const now = ctx.clock.now();
  const speedup = ctx.config.checkSpeedup;
  const everyMs = paceMs({ source, speedup, isPushAlive: isAnnounced(ctx, { row, source }), missed: 0 });
  const dueAt = new Date(Math.max(now.getTime(), passStartedAt.getTime() + everyMs));
  await ctx.db.tenant(key.tenantId, async (tx) => {
    await finishPass(tx, key, { passStartedAt, now, dueAt, everyMs });
    if (row.confirmedAt === null) await wakeDiscovery(tx, key, now);
    if (source.announcedBy.length === 0) return;
    await heedLateNews(tx, key, {
      types: source.announcedBy,
      passStartedAt,
      settlesMs,
      dueAt: new Date(now.getTime() + newsWaitMs / speedup),
    });
  });
}
