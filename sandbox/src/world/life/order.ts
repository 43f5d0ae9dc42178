import type { FulfillmentChannel } from '../model/product.ts';

/** An order with a single item. Amounts are in cents of the marketplace's currency. */
export interface Order {
  readonly orderId: string;
  readonly orderItemId: string;
  readonly sellerId: string;
  readonly marketplace: string;
  readonly asin: string;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly promotionIds: readonly string[];
  /** Total discount of the promotions. */
  readonly discountCents: number;
  readonly fulfilledBy: FulfillmentChannel;
  readonly createdAt: Date;
  /** Time of cancellation; may be in the future. */
  cancelledAt?: Date | undefined;
}

export type OrderStatus = 'UNSHIPPED' | 'SHIPPED' | 'CANCELLED';

/** Time from order to shipment. */
const shipsAfterMs = 6 * 3_600_000;
/** Time until the payment clears, which the marketplace counts as an update. */
const clearsAfterMs = 120_000;

export const shippedAt = (order: Order): Date => new Date(order.createdAt.getTime() + shipsAfterMs);

export function statusOf(order: Order, now: Date): OrderStatus {
  if (order.cancelledAt && order.cancelledAt <= now) return 'CANCELLED';
  return shippedAt(order) <= now ? 'SHIPPED' : 'UNSHIPPED';
}

/** Returns the time of the last update before `now`. */
export function updatedAt(order: Order, now: Date): Date {
  const status = statusOf(order, now);
  if (status === 'CANCELLED') return order.cancelledAt ?? order.createdAt;
  if (status === 'SHIPPED') return shippedAt(order);
  const clearedAt = new Date(order.createdAt.getTime() + clearsAfterMs);
  return clearedAt <= now ? clearedAt : order.createdAt;
}
