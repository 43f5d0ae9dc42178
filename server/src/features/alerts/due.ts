import type { Context } from '../../context.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { judge } from './judge.ts';
import {
  claimDueItems,
  endMutesOf,
  lockEndedMutes,
  findTenantsWithDueItems,
  findTenantsWithEndedMutes,
} from './due-queries.ts';

type DueContext = Pick<Context, 'db' | 'clock'>;

const batchSize = 500;

/** Judges the items whose time has come though nothing changed (the end of a window). Says whether there is more. */
export async function judgeDue(ctx: DueContext): Promise<boolean> {
  const now = ctx.clock.now();
  let hasMore = false;
  for (const tenantId of await findTenantsWithDueItems(ctx.db.global, now)) {
    const judged = await ctx.db.tenant(tenantId, async (tx) => {
      const pairs = await claimDueItems(tx, tenantId, { now, most: batchSize });
      if (pairs.length > 0) await judge(tx, { tenantId, pairs, displayProductIds: [], at: now });
      return pairs.length;
    });
    hasMore ||= judged === batchSize;
  }
  return hasMore;
}

/** The end of a mute is a change like any other: the world's version moves and the dashboards hear of it. */
export async function endMutes(ctx: DueContext): Promise<void> {
  const now = ctx.clock.now();
  for (const tenantId of await findTenantsWithEndedMutes(ctx.db.global, now)) {
    await ctx.db.tenant(tenantId, async (tx) => {
      const itemIds = await lockEndedMutes(tx, tenantId, now);
      if (itemIds.length === 0) return;
      await endMutesOf(tx, tenantId, { itemIds, version: await nextWorldVersion(tx, tenantId) });
    });
  }
}
