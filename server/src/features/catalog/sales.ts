import type { Context } from '../../context.ts';
import type { PlacedOrder } from '../../external/marketplace/orders.ts';
import { isAheadOfClock } from '../../lib/clock-skew.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { linesOf, type OrderLine } from './order-lines.ts';
import type { AccountKey } from './queries.ts';
import { emptyLeftOut, lockSold, writeOrderProducts } from './order-product-queries.ts';
import { recordSales, stampProducts, sumDays } from './sales-queries.ts';
import { dayMs } from '@app/shared/base/time.ts';

/** So many are written by one statement; what an order no longer has is told from all of its lines together. */
const ordersAtOnce = 500;

/** Orders are kept so long, as feedback and cancellations come within 90 days of one. Their days stay. */
export const orderDays = 120;
/** An order of a day of which others may be forgotten already would take its day down to itself. */
const mostAgeMs = (orderDays - 2) * dayMs;

export interface Saved {
  /** Active products that are not tracked and were sold for the first time in a while. */
  readonly newlySold: number;
}

/**
 * Takes orders over into the days of their products. An order seen again, in another form or out of turn, replaces what
 * it added before; days are summed anew from all orders, so that nothing is counted twice.
 */
export async function saveOrders(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  key: AccountKey,
  orders: readonly PlacedOrder[],
): Promise<Saved> {
  const now = ctx.clock.now();
  const ahead = orders.filter(({ placedAt }) => isAheadOfClock(placedAt, now)).length;
  if (ahead > 0) ctx.log.warn({ ...key, ahead }, 'orders placed ahead of our clock count as placed now');
  const recent = orders
    .filter(({ placedAt }) => now.getTime() - placedAt.getTime() < mostAgeMs)
    .map((order) => dateByOurClock(order, now));
  let newlySold = 0;
  for (let index = 0; index < recent.length; index += ordersAtOnce) {
    const lines = recent.slice(index, index + ordersAtOnce).flatMap(linesOf);
    newlySold += await ctx.db.tenant(key.tenantId, (tx) => saveLines(tx, key, { lines, now }));
  }
  return { newlySold };
}

/**
 * An order placed ahead of our clock counts as placed now, so that a slow clock of ours loses no sale. A change ahead of our
 * clock is dated when the order was placed, the earliest it can be: any other change is newer.
 */
function dateByOurClock(order: PlacedOrder, now: Date): PlacedOrder {
  if (isAheadOfClock(order.placedAt, now)) return { ...order, placedAt: now, updatedAt: now };
  return isAheadOfClock(order.updatedAt, now) ? { ...order, updatedAt: order.placedAt } : order;
}

interface Lines {
  readonly lines: readonly OrderLine[];
  readonly now: Date;
}

async function saveLines(tx: Tx, key: AccountKey, { lines, now }: Lines): Promise<number> {
  await lockSold(tx, key, lines);
  const told = { lines, now };
  const changed = [...(await writeOrderProducts(tx, key, told)), ...(await emptyLeftOut(tx, key, told))];
  if (changed.length === 0) return 0;
  const sold = lines.filter(({ units }) => units > 0);
  const newlySold = await recordSales(tx, key, { sold, now });
  const shown = await sumDays(tx, key, { days: changed, now });
  if (shown.length > 0) {
    const version = await nextWorldVersion(tx, key.tenantId);
    await stampProducts(tx, key, { productIds: shown, version });
  }
  return newlySold;
}
