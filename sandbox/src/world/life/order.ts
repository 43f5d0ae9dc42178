import type { FulfilledBy } from '../model/product.ts';

/** One order of one item. Money is in cents of the marketplace's currency. */
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
  /** What the promotions took off the whole item. */
  readonly discountCents: number;
  readonly fulfilledBy: FulfilledBy;
  readonly createdAt: Date;
  /** When its buyer or seller calls it off, perhaps in the future. */
  cancelledAt?: Date | undefined;
}

export type OrderStatus = 'UNSHIPPED' | 'SHIPPED' | 'CANCELLED';

/** An order leaves the warehouse this long after it came in. */
const shipsAfterMs = 6 * 3_600_000;
/** Its payment has cleared by then, which the marketplace counts as a change. */
const clearsAfterMs = 120_000;

export const shippedAt = (order: Order): Date => new Date(order.createdAt.getTime() + shipsAfterMs);

export function statusOf(order: Order, now: Date): OrderStatus {
  if (order.cancelledAt && order.cancelledAt <= now) return 'CANCELLED';
  return shippedAt(order) <= now ? 'SHIPPED' : 'UNSHIPPED';
}

/** When it last changed, as far as anybody can know by now. */
export function updatedAt(order: Order, now: Date): Date {
  const status = statusOf(order, now);
  if (status === 'CANCELLED') return order.cancelledAt ?? order.createdAt;
  if (status === 'SHIPPED') return shippedAt(order);
  const clearedAt = new Date(order.createdAt.getTime() + clearsAfterMs);
  return clearedAt <= now ? clearedAt : order.createdAt;
}
