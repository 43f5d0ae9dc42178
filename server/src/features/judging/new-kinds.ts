import type { Context } from '../../context.ts';
import { everyTurn } from '../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { typesOfEveryProduct } from './stored-settings.ts';
import { findTenantsLackingItems, insertLackingItems } from './new-kinds-queries.ts';

/**
 * A release may bring kinds that products tracked before it have no items of. They begin as with any product, and are
 * judged at once by what is known already. Says whether there is more.
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
