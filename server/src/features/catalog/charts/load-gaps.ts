import type { Tx } from '../../../lib/db/db.ts';
import type { ChartedProduct } from './charted-products-queries.ts';
import { listHoursLooked, listTracked, placeKey } from './gap-queries.ts';
import { gapsOf, type Gap } from './gaps.ts';

interface GapQuery {
  readonly products: readonly ChartedProduct[];
  readonly range: Gap;
}

/** Loads the gaps of each product, oldest first. */
export async function loadGaps(
  tx: Tx,
  tenantId: string,
  { products, range }: GapQuery,
): Promise<ReadonlyMap<string, readonly Gap[]>> {
  const productIds = products.map(({ productId }) => productId);
  const tracked = Map.groupBy(await listTracked(tx, tenantId, productIds), ({ productId }) => productId);
  const looked = Map.groupBy(await listHoursLooked(tx, tenantId, { products, ...range }), placeKey);
  return new Map(
    products.map((product) => {
      const gaps = gapsOf({
        range,
        tracked: tracked.get(product.productId) ?? [],
        hoursLooked: (looked.get(placeKey(product)) ?? []).map(({ at }) => at),
        everyMs: product.ranksEveryMs,
      });
      return [product.productId, gaps];
    }),
  );
}

/** Converts gaps to the form of the contract. */
export const gapTexts = (gaps: readonly Gap[] = []): { from: string; to: string }[] =>
  gaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));
