import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { listStock } from '@app/shared/contract/public-api/products.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { daysLeftOf, unitsPerDay, type Pace } from '@app/shared/domain/risk/runway.ts';
import type { Actor } from '../../../http/actor.ts';
import { measure } from './measures.ts';
import { loadObservedAt } from './observed-at.ts';
import { listPaces } from './product-queries.ts';
import { findProducts, productRefOf, stockMeasures } from './products.ts';
import type { ReadContext } from './read-context.ts';

type StockQuery = ParsedRequest<typeof listStock>['query'];

export function readStock(ctx: ReadContext, actor: Actor, query: StockQuery): Promise<Answer<typeof listStock>> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const { products, nextCursor } = await findProducts(tx, { ctx, actor, query, list: 'stock' });
    const productIds = products.map(({ productId }) => productId);
    const observedAt = await loadObservedAt(tx, actor, { productIds, now: ctx.clock.now() });
    const paces = new Map((await listPaces(tx, actor, productIds)).map((row) => [row.productId, row]));
    return {
      data: products.map((product) => {
        const pace = paces.get(product.productId) ?? null;
        const sales = observedAt(product, 'sales');
        return {
          product: productRefOf(ctx, product),
          sellerId: product.sellerId,
          ...stockMeasures(product, observedAt),
          soldPerDay: measure(pace && unitsPerDay(pace), 'units a day', sales),
          daysLeft: measure(daysLeft(product, pace), 'days', observedAt(product, 'stock')),
        };
      }),
      nextCursor,
    };
  });
}

/** The stock at Amazon counts, or the seller's own when Amazon has none. */
function daysLeft({ inStockQty, fbmQty }: Product, pace: Pace | null): number | null {
  const units = inStockQty === null || inStockQty === 0 ? (fbmQty ?? inStockQty) : inStockQty;
  if (units === 0) return 0;
  return units === null ? null : daysLeftOf(units, pace);
}
