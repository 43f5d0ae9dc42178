import { AppError } from '@app/shared/base/errors.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { parseItemId } from '@app/shared/watchdogs/model/item-id.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { collectFacts } from '../../judging/judge/collect-facts.ts';
import { loadFacts } from '../../judging/judge/load-queries.ts';
import { chartedDays } from './charted-days.ts';
import { drawSales } from './draw-sales.ts';
import { findChartedItem } from './sales-chart-queries.ts';

const type = 'salesDrop';

/** Returns the picture for a sales alert: the sales, the expectation and the start of the drop. */
export async function salesDropChart(ctx: Pick<Context, 'db'>, actor: Actor, watchDogId: string): Promise<string> {
  const parsed = parseItemId(watchDogId);
  if (parsed?.type !== type || parsed.own !== null) throw new AppError('notFound');
  const { productId } = parsed;
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    const item = await findChartedItem(tx, actor, { productId, itemId: watchDogId });
    if (!item) throw new AppError('notFound');
    const facts = await loadFacts(tx, actor.tenantId, { productIds: [productId], aspects: ['sales'] });
    const sales = collectFacts(facts).get(productId)?.sales;
    const isOpen = item.status === itemStatus.warning || item.status === itemStatus.alert;
    const droppedOn = isOpen ? item.about : null;
    return drawSales({
      title: item.name,
      days: sales ? chartedDays(sales, { marketplace: item.marketplace, droppedOn }) : [],
      droppedOn,
    });
  });
}
