import type { Context } from '../../context.ts';
import { everyTurn, mayHaveMore } from '../../lib/jobs/tenant-turns.ts';
import { makeWorkDue, putWorkAside } from '../observing/sweeping/pause-queries.ts';
import {
  awaitChecks,
  findServiceChanges,
  lockTimedItems,
  notePause,
  noteReturn,
  type ServiceChange,
} from './pause-queries.ts';

type PauseContext = Pick<Context, 'db' | 'clock' | 'log'>;

/**
 * Puts aside the work of tenants whose service was turned off, and makes it due again when the service is back on. Even
 * before this has run, statements that find or claim work leave out these tenants by `is_watched`. Returns true if the
 * service of more tenants may have been turned off or on.
 */
export async function heedPauses(ctx: PauseContext, turns = everyTurn): Promise<boolean> {
  const found = await ctx.db.acrossTenants((db) => findServiceChanges(db));
  return mayHaveMore(await turns.each(found, (change) => applyServiceChange(ctx, change)));
}

async function applyServiceChange(
  { db, clock, log }: PauseContext,
  { tenantId, isServed }: ServiceChange,
): Promise<void> {
  const now = clock.now();
  const isNoted = await db.tenant(tenantId, async (tx) => {
    await lockTimedItems(tx, tenantId);
    const isOurs = isServed ? await noteReturn(tx, tenantId) : await notePause(tx, tenantId, now);
    if (!isOurs) return false;
    await awaitChecks(tx, tenantId);
    await (isServed ? makeWorkDue(tx, tenantId, now) : putWorkAside(tx, tenantId));
    return true;
  });
  if (isNoted) log.info({ tenantId }, isServed ? 'a tenant is watched again' : 'a tenant is not watched any more');
}
