import { statusOf, updatedAt, type Order } from '../../world/life/order.ts';
import type { World } from '../../world/world.ts';

export interface Span {
  readonly by: 'created' | 'updated';
  readonly after: Date;
  readonly before: Date;
}

export interface OrderFilter {
  readonly span: Span;
  /** Marketplace codes (US), not ids. */
  readonly marketplaces: readonly string[];
  readonly fulfilledBy?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
}

/** Returns matching orders oldest first, so that orders placed between two pages are appended at the end. */
export function selectOrders(world: World, sellerId: string, filter: OrderFilter): Order[] {
  const { span, marketplaces, fulfilledBy, statuses } = filter;
  const now = world.clock.now();
  const timeOf = (order: Order): Date => (span.by === 'created' ? order.createdAt : updatedAt(order, now));
  const candidates =
    span.by === 'created' ? world.orderBook.ordersSince(sellerId, span.after) : world.ordersOf(sellerId);
  const found: { order: Order; at: number }[] = [];
  for (const order of candidates) {
    const at = timeOf(order);
    if (at < span.after || at > span.before || order.createdAt > now) continue;
    if (!marketplaces.includes(order.marketplace)) continue;
    if (fulfilledBy && !fulfilledBy.includes(order.fulfilledBy)) continue;
    if (statuses && !statuses.includes(statusOf(order, now))) continue;
    found.push({ order, at: at.getTime() });
  }
  return found
    .toSorted((a, b) => a.at - b.at || (a.order.orderId < b.order.orderId ? -1 : 1))
    .map(({ order }) => order);
}
