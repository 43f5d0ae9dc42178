import { discoverStep, discoveryProgress } from '../../../catalog/discover.ts';
import { ensureOrderHistory, ensureSweeps, lookAgain } from '../../sweeping/due/account-sweeps-queries.ts';
import { listingsItems } from '../listings/listings-items.ts';
import { steppedSource } from '../source.ts';

/** Finds out once a day which products the seller sells, and plans the sweeps of its marketplaces. */
export const discovery = steppedSource({
  name: 'discovery',
  aspects: [],
  scope: 'account',
  everyMinutes: 1440,
  announcedBy: [],
  async step(ctx, { key, access, progress, sources }) {
    const { tenantId, sellerAccountId } = key;
    const { startWatching, judgeAgain } = ctx.judging;
    const areSalesKnown = () => ctx.db.tenant(tenantId, (tx) => ensureOrderHistory(tx, key, ctx.clock.now()));
    const step = await discoverStep(
      { ...ctx, startWatching, judgeAgain, areSalesKnown, listingSource: listingsItems.name },
      { tenantId, sellerAccountId, access, progress: discoveryProgress.safeParse(progress).data ?? null },
    );
    if (step.state !== 'done') return step;
    const now = ctx.clock.now();
    await ctx.db.tenant(tenantId, async (tx) => {
      await ensureSweeps(tx, key, { marketplaces: step.marketplaces, sources, now });
      if (step.newlyTracked.length > 0) await lookAgain(tx, key, { productIds: step.newlyTracked, now });
    });
    return { state: 'done', progress: null };
  },
});
