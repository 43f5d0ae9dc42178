import { AppError } from '@app/shared/base/errors.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { daysOf, type RequestedRange } from '@app/shared/domain/chart-range.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { askedRange } from './requested-range.ts';
import { averageRanks } from './breakdown-queries.ts';
import { findChartedProduct } from './charted-products-queries.ts';

interface RankQuery extends RequestedRange {
  readonly productId: string;
}

export async function rankBreakdown(ctx: Pick<Context, 'db' | 'clock'>, actor: Actor, asked: RankQuery) {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const product = await findChartedProduct(tx, actor, asked.productId);
    if (!product) throw new AppError('notFound');
    const now = ctx.clock.now();
    const range = askedRange({ range: asked, marketplaces: [product.marketplace], now });
    const averages = await averageRanks(tx, actor.tenantId, { ...range, productIds: [product.productId] });
    const byDay = new Map(averages.map(({ day, rank }) => [day, rank]));
    const today = dayAt(product.marketplace, now);
    return { ranks: daysOf(range).map((date) => ({ date, rank: byDay.get(date) ?? null, final: date < today })) };
  });
}
