import type { Context } from '../../../context.ts';
import { everyTurn, mayHaveMore } from '../../../lib/jobs/tenant-turns.ts';
import { endWaitMs } from '../../judging/weigh/weigh.ts';
import { confirmIncidents } from './confirm-incidents.ts';
import { findTenantsWithHeld, lockHeldItems, releaseHolds } from './held-queries.ts';

/** The number of items that one transaction locks at most. */
const batchSize = 10_000;

/**
 * Releases the deliveries whose hold is over, to be made up into messages. True if more are due. `speedup` divides the
 * time until the second look at an incident, as it divides every check period.
 */
export async function releaseHeld(
  ctx: Pick<Context, 'db' | 'clock'>,
  { turns = everyTurn, speedup = 1 } = {},
): Promise<boolean> {
  await confirmIncidents(ctx, { turns, speedup });
  const now = ctx.clock.now();
  const released = await turns.each(await ctx.db.acrossTenants((db) => findTenantsWithHeld(db, now)), (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      const itemIds = await lockHeldItems(tx, tenantId, { now, most: batchSize });
      await releaseHolds(tx, tenantId, { itemIds, now, endWaitMs: endWaitMs / Math.max(1, speedup) });
      return itemIds.length;
    }),
  );
  return released.includes(batchSize) || mayHaveMore(released);
}
