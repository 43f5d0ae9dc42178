import { batchesOf } from '@app/shared/base/batches.ts';
import type { Context } from '../../../context.ts';
import type { PlacedOrder } from '../../../external/marketplace/operations/orders.ts';
import { isAheadOfClock } from '../../../lib/clock-skew.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { linesOf, type OrderLine } from './order-lines.ts';
import type { AccountKey } from '../queries.ts';
import {
  emptyLeftOut,
  listDaysOfOrders,
  lockSold,
  writeOrderProducts,
  type ChangedDay,
  type ProductDay,
} from './order-product-queries.ts';
import { recordSales, stampProducts, sumDays } from './sales-queries.ts';
import { dayMs } from '@app/shared/base/time.ts';

/**
 * The number of orders that one statement writes. All lines of an order belong to the same statement, which finds the
 * items that the order no longer contains.
 */
const ordersAtOnce = 500;

/**
 * The number of days for which orders are kept. Feedback and cancellations come within 90 days of an order. The sums of
 * their days stay.
 */
export const orderDays = 120;
/**
 * Older orders are ignored: other orders of their day may be deleted already, and a new sum of the day would lack them.
 */
const mostAgeMs = (orderDays - 2) * dayMs;

interface SaveResult {
  /** The number of active, untracked products that become tracked because of these sales. */
  readonly newlySold: number;
}

interface SavingContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  /** Called in the transaction that stores the sales because of which products become tracked. */
  onNewlySold?(tx: Tx): Promise<void>;
}

/**
 * Adds orders to the days of their products. An order that is reported again, even in another form or out of turn,
 * replaces its former lines. Days are summed again from all their orders, so that nothing counts twice.
 */
export async function saveOrders(
  ctx: SavingContext,
  key: AccountKey,
  orders: readonly PlacedOrder[],
): Promise<SaveResult> {
  const now = ctx.clock.now();
  const ahead = orders.filter(({ placedAt }) => isAheadOfClock(placedAt, now)).length;
  if (ahead > 0) ctx.log.warn({ ...key, ahead }, 'orders placed ahead of our clock count as placed now');
  const recent = orders
    .filter(({ placedAt }) => now.getTime() - placedAt.getTime() < mostAgeMs)
    .map((order) => dateByOurClock(order, now));
  let newlySold = 0;
  for (const some of batchesOf(recent, ordersAtOnce)) {
    const lines = some.flatMap(linesOf);
    newlySold += await ctx.db.tenant(key.tenantId, async (tx) => {
      // A long report is saved for minutes. Each part has an instant of its own, because a day is judged again only if
      // it has changed after its sales were last read.
      const count = await saveLines(tx, key, { lines, now: ctx.clock.now() });
      if (count > 0) await ctx.onNewlySold?.(tx);
      return count;
    });
  }
  return { newlySold };
}

/**
 * An order placed ahead of our clock counts as placed now, so that a slow clock of ours loses no sale. A change ahead
 * of our clock gets the time at which the order was placed, the earliest possible one, so that any other change is
 * newer.
 */
function dateByOurClock(order: PlacedOrder, now: Date): PlacedOrder {
  if (isAheadOfClock(order.placedAt, now)) return { ...order, placedAt: now, updatedAt: now };
  return isAheadOfClock(order.updatedAt, now) ? { ...order, updatedAt: order.placedAt } : order;
}

interface Lines {
  readonly lines: readonly OrderLine[];
  readonly now: Date;
}

/**
 * Returns the days of all products of changed orders with several products. A day also counts orders by the products
 * that they have in common, which may change even if the day's own lines are the same.
 */
async function daysBeside(
  tx: Tx,
  key: AccountKey,
  { lines, written }: { readonly lines: readonly OrderLine[]; readonly written: readonly ChangedDay[] },
): Promise<readonly ProductDay[]> {
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  const orderIds = new Set(
    written.map(({ orderId }) => orderId).filter((orderId) => (linesByOrder.get(orderId)?.length ?? 0) > 1),
  );
  return orderIds.size === 0 ? [] : listDaysOfOrders(tx, key, [...orderIds]);
}

async function saveLines(tx: Tx, key: AccountKey, { lines, now }: Lines): Promise<number> {
  await lockSold(tx, key, lines);
  const told = { lines, now };
  const written = await writeOrderProducts(tx, key, told);
  const emptied = await emptyLeftOut(tx, key, told);
  const changed = [...written, ...emptied, ...(await daysBeside(tx, key, { lines, written }))];
  if (changed.length === 0) return 0;
  const sold = lines.filter(({ units }) => units > 0);
  const { newlySold, priced } = await recordSales(tx, key, { sold, now });
  const shown = [...new Set([...(await sumDays(tx, key, { days: changed, now })), ...priced])];
  if (shown.length > 0) {
    const version = await nextWorldVersion(tx, key.tenantId, { isQuiet: true });
    await stampProducts(tx, key, { productIds: shown, version });
  }
  return newlySold;
}
