import type { BuyBoxDay } from '@app/shared/contract/catalog.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { listChartedProducts } from './charted-products-queries.ts';
import { lanesOf } from './lanes.ts';
import { gapTexts, loadGaps } from './load-gaps.ts';
import { listSeen, listSellerKeys } from './timeline-queries.ts';
import { dayMs } from '@app/shared/base/time.ts';

/**
 * Returns who held the buy box of each product during the last day. Runs the same number of statements for one product
 * as for fifty.
 */
export async function buyBoxDay(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  wanted: readonly string[],
): Promise<BuyBoxDay> {
  const { tenantId } = actor;
  return ctx.db.snapshot(tenantId, async (tx) => {
    const to = ctx.clock.now();
    const from = new Date(to.getTime() - dayMs);
    const products = await listChartedProducts(tx, actor, wanted);
    const productIds = products.map(({ productId }) => productId);
    const seen = Map.groupBy(
      await listSeen(tx, tenantId, { productIds, aspects: ['offers'], from }),
      ({ productId }) => productId,
    );
    const sellerKeys = await listSellerKeys(tx, tenantId);
    const gaps = await loadGaps(tx, tenantId, { products, range: { from, to } });
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      products: productIds.map((productId) => ({
        productId,
        buyBox: lanesOf({ seen: seen.get(productId) ?? [], from, sellerKeys }).buyBox,
        gaps: gapTexts(gaps.get(productId)),
      })),
    };
  });
}
