import type { Context } from '../../context.ts';
import { everyTurn, mayHaveMore } from '../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { judge } from './judge/judge.ts';
import {
  claimDueItems,
  endMutesOf,
  lockEndedMutes,
  findTenantsWithDueItems,
  findTenantsWithEndedMutes,
  releaseMuted,
} from './due-queries.ts';

type DueContext = Pick<Context, 'db' | 'clock'>;

const batchSize = 500;

/**
 * Judges items that are due by time without new facts, such as at the end of a window. Returns true if more are due.
 */
export async function judgeDue(ctx: DueContext, { turns = everyTurn, speedup = 1 } = {}): Promise<boolean> {
  const now = ctx.clock.now();
  const judged = await turns.each(await ctx.db.acrossTenants((db) => findTenantsWithDueItems(db, now)), (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      const due = await claimDueItems(tx, tenantId, { now, most: batchSize });
      if (due.length > 0) await judge(tx, { tenantId, evaluations: due, displayProductIds: [], at: now, speedup });
      return due.length;
    }),
  );
  return judged.includes(batchSize) || mayHaveMore(judged);
}

/**
 * Ends mutes that have run out and raises the version of the world, so that dashboards show the items again. People are
 * told now of a problem that began meanwhile; whoever unmutes an item sees its problem. Returns true if more mutes may
 * have run out.
 */
export async function endMutes(ctx: DueContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const ended = await turns.each(await ctx.db.acrossTenants((db) => findTenantsWithEndedMutes(db, now)), (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      const itemIds = await lockEndedMutes(tx, tenantId, now);
      if (itemIds.length === 0) return;
      await endMutesOf(tx, tenantId, { itemIds, version: await nextWorldVersion(tx, tenantId) });
      await releaseMuted(tx, tenantId, itemIds);
    }),
  );
  return mayHaveMore(ended);
}
