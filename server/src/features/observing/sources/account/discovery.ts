import { discoverStep, discoveryProgress } from '../../../catalog/discover.ts';
import type { DueWork } from '../../sweeping/due-work.ts';
import { listingsItems } from '../listings/listings-items.ts';
import { offeredSources } from '../registry.ts';
import { pollAt } from '../../sweeping/poll.ts';
import { ensureOrderHistory, ensureSweeps, lookAgain } from '../../sweeping/account-sweeps-queries.ts';
import { beginPass, finishPass, postpone, saveProgress } from '../../sweeping/sweep-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';

const dayMs = 86_400_000;
/** Discoveries are long; others have their turn in between. */
const stepsPerSlice = 12;

/** Finds out what the seller sells, and has its marketplaces swept from then on. Once a day, and when something is new. */
export async function runDiscovery(ctx: ObservingContext, { key, row, access, signal }: DueWork): Promise<void> {
  const { tenantId, sellerAccountId } = key;
  const passStartedAt = row.passStartedAt ?? ctx.clock.now();
  if (!row.passStartedAt) await ctx.db.tenant(tenantId, (tx) => beginPass(tx, key, passStartedAt));
  let progress = row.passStartedAt ? (discoveryProgress.safeParse(row.progress).data ?? null) : null;
  const { startWatching, judgeAgain } = ctx.judging;
  const areSalesKnown = () => ctx.db.tenant(tenantId, (tx) => ensureOrderHistory(tx, key, ctx.clock.now()));
  const context = { ...ctx, startWatching, judgeAgain, areSalesKnown, listingSource: listingsItems.name };
  for (let count = 0; count < stepsPerSlice && !signal.aborted; count += 1) {
    const step = await discoverStep(context, { tenantId, sellerAccountId, access, progress });
    if (step.state === 'done') return finish(ctx, { key, passStartedAt, ...step });
    progress = step.progress;
    const save = { passStartedAt, progress };
    await ctx.db.tenant(tenantId, (tx) => saveProgress(tx, key, save));
    if (step.state === 'wait') {
      const dueAt = pollAt(ctx, { passStartedAt, isAwaited: row.confirmedAt === null });
      return ctx.db.tenant(tenantId, (tx) => postpone(tx, key, { dueAt, error: null }));
    }
  }
}

interface Done extends Pick<DueWork, 'key'> {
  readonly passStartedAt: Date;
  readonly marketplaces: readonly string[];
  readonly newlyTracked: readonly string[];
}

async function finish(ctx: ObservingContext, { key, passStartedAt, marketplaces, newlyTracked }: Done): Promise<void> {
  const now = ctx.clock.now();
  const everyMs = dayMs / ctx.config.checkSpeedup;
  await ctx.db.tenant(key.tenantId, async (tx) => {
    await ensureSweeps(tx, key, { marketplaces, sources: offeredSources(ctx.config), now });
    if (newlyTracked.length > 0) await lookAgain(tx, key, { productIds: newlyTracked, now });
    await finishPass(tx, key, { passStartedAt, now, dueAt: new Date(now.getTime() + everyMs), everyMs });
  });
}
