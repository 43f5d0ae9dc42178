import {
  findNamesToKeep,
  listProductsAbout,
  saveSellerNames,
  type SellerName,
} from '../../catalog/seller-name-queries.ts';
import type { ObservingContext } from '../worker-context.ts';

/**
 * Stores names of sellers. If a name is new, the open items about its seller are judged again, because their texts
 * contain the name.
 */
export async function recordSellerNames(
  ctx: Pick<ObservingContext, 'db' | 'clock' | 'judging'>,
  tenantId: string,
  sellers: readonly SellerName[],
): Promise<void> {
  if (sellers.length === 0) return;
  const at = ctx.clock.now();
  await ctx.db.tenant(tenantId, async (tx) => {
    const kept = await findNamesToKeep(tx, tenantId, { sellers, at });
    if (kept.length === 0) return;
    await saveSellerNames(tx, tenantId, { sellers: kept, at });
    const renamed = kept.flatMap(({ sellerId, isNew }) => (isNew ? [sellerId] : []));
    const productIds = await listProductsAbout(tx, tenantId, renamed);
    if (productIds.length > 0) await ctx.judging.judgeAgain(tx, { tenantId, productIds, at });
  });
}
