import type { Context } from '../../context.ts';
import { everyTurn } from '../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { typesOfEveryProduct } from './settings/stored-settings.ts';
import { findTenantsLackingItems, insertLackingItems } from './new-kinds-queries.ts';

/**
 * Creates the items of newly released kinds for products that were tracked before. The items start initializing and are
 * due immediately, so that they are judged by the facts known already. Returns true if items were created: more may be
 * missing.
 */
export async function watchNewKinds(ctx: Pick<Context, 'db' | 'clock'>, turns = everyTurn): Promise<boolean> {
  const tenantIds = await findTenantsLackingItems(ctx.db.global, typesOfEveryProduct);
  const watched = await turns.each(tenantIds, (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      const version = await nextWorldVersion(tx, tenantId);
      await insertLackingItems(tx, { tenantId, types: typesOfEveryProduct, at: ctx.clock.now(), version });
    }),
  );
  return watched.length > 0;
}
