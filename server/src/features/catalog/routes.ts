import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { asinExists } from './asin-exists.ts';
import { buyBoxDay } from './charts/buy-box-day.ts';
import { promotionsBreakdown } from './charts/promotions-breakdown.ts';
import { rankBreakdown } from './charts/rank-breakdown.ts';
import { salesBreakdown } from './charts/sales-breakdown.ts';
import { productTimeline } from './charts/timeline.ts';

export function catalogRoutes(ctx: Context): Handlers<typeof contract.catalog> {
  return {
    asinExists: ({ actor, params, query }) => asinExists(ctx, actor, { ...params, marketplace: query.marketplace }),
    salesBreakdown: ({ actor, query }) => salesBreakdown(ctx, actor, query),
    promotionsBreakdown: ({ actor, query }) => promotionsBreakdown(ctx, actor, query),
    rankBreakdown: ({ actor, query }) => rankBreakdown(ctx, actor, query),
    buyBoxDay: ({ actor, query }) => buyBoxDay(ctx, actor, query.productIds.split(',')),
    productTimeline: ({ actor, params, query }) => productTimeline(ctx, actor, { ...params, ...query }),
  };
}
