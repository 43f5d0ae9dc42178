import { daysOf } from '@app/shared/domain/chart-range.ts';
import type { PromotionSeries } from '@app/shared/contract/catalog.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { askedRange } from './requested-range.ts';
import { sumPromotions, type PromotedCode } from './breakdown-queries.ts';
import { familyDays, isKnown } from './known-days.ts';
import { getFamily, type RequestedFamily } from './sales-breakdown.ts';

export async function promotionsBreakdown(ctx: Pick<Context, 'db' | 'clock'>, actor: Actor, asked: RequestedFamily) {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const family = await getFamily(tx, actor, asked);
    const range = askedRange({
      range: asked,
      marketplaces: family.map((one) => one.marketplace),
      now: ctx.clock.now(),
    });
    const productIds = family.map((one) => one.productId);
    const used = await sumPromotions(tx, actor.tenantId, { ...range, productIds });
    const one = family.find(({ productId }) => productId === asked.productId) ?? null;
    const known = familyDays(family, one).all;
    const dates = daysOf(range).map((date) => ({ date, isKnown: isKnown(date, known) }));
    return { dates: dates.map(({ date }) => date), promotions: used.map((code) => shapeCode(code, dates)) };
  });
}

interface ChartedDate {
  readonly date: string;
  readonly isKnown: boolean;
}

function shapeCode(used: PromotedCode, dates: readonly ChartedDate[]): PromotionSeries {
  const indexByDay = new Map(used.days.map((day, index) => [day, index]));
  const byDate = (values: readonly number[]) =>
    dates.map((day) => (day.isKnown ? (values[indexByDay.get(day.date) ?? -1] ?? 0) : null));
  const { code, totalUnits, totalOrders, units, orders } = used;
  return { code, totalUnits, totalOrders, units: byDate(units), orders: byDate(orders) };
}
