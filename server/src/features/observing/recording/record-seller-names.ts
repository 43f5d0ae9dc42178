import {
  findNamesToKeep,
  listProductsAbout,
  saveSellerNames,
  type SellerName,
} from '../../catalog/seller-name-queries.ts';
import type { ObservingContext } from '../worker-context.ts';

/** Keeps the names of sellers, and lets the open items about those with a new name be judged again, which name them. */
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
