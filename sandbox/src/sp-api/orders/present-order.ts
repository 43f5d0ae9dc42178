import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { statusOf, updatedAt, type Order } from '../../world/life/order.ts';

/** Returns one order with the requested data sets; personal data of the buyer are never included. */
export function presentOrder(order: Order, included: readonly string[], now: Date): unknown {
  const { currency, id, domain } = marketplaceOf(order.marketplace);
  const has = (name: string): boolean => included.includes(name);
  const total = {
    amount: amountOf(order.unitPriceCents * order.quantity - order.discountCents),
    currencyCode: currency,
  };
  const fulfillment = { fulfillmentStatus: statusOf(order, now), fulfilledBy: order.fulfilledBy };
  return {
    orderId: order.orderId,
    createdTime: order.createdAt.toISOString(),
    lastUpdatedTime: updatedAt(order, now).toISOString(),
    programs: order.fulfilledBy === 'AMAZON' ? ['PRIME'] : [],
    salesChannel: { channelName: 'AMAZON', marketplaceId: id, marketplaceName: capitalise(domain) },
    ...(has('PROCEEDS') && { proceeds: { grandTotal: total } }),
    ...(has('FULFILLMENT') && { fulfillment }),
    orderItems: [presentItem(order, has, now)],
  };
}

function presentItem(order: Order, has: (name: string) => boolean, now: Date): unknown {
  const { currency } = marketplaceOf(order.marketplace);
  const money = (cents: number) => ({ amount: amountOf(cents), currencyCode: currency });
  const status = statusOf(order, now);
  const full = order.unitPriceCents * order.quantity;
  const breakdowns = [
    { type: 'ITEM', subtotal: money(full) },
    ...(order.discountCents > 0 ? [{ type: 'DISCOUNT', subtotal: money(-order.discountCents) }] : []),
  ];
  const shipped = status === 'SHIPPED' ? order.quantity : 0;
  const open = status === 'UNSHIPPED' ? order.quantity : 0;
  return {
    orderItemId: order.orderItemId,
    quantityOrdered: order.quantity,
    product: {
      asin: order.asin,
      title: order.title,
      sellerSku: order.sku,
      condition: { conditionType: 'NEW', conditionSubtype: 'NEW' },
      price: { unitPrice: money(order.unitPriceCents) },
    },
    ...(has('PROCEEDS') && { proceeds: { proceedsTotal: money(full - order.discountCents), breakdowns } }),
    ...(has('PROMOTION') &&
      order.promotionIds.length > 0 && {
        promotion: { breakdowns: order.promotionIds.map((promotionId) => ({ promotionId })) },
      }),
    ...(has('CANCELLATION') &&
      status === 'CANCELLED' && {
        cancellation: { cancellationExecution: { cancelledBy: 'BUYER', cancelReason: 'BUYER_CANCELED' } },
      }),
    ...(has('FULFILLMENT') && { fulfillment: { quantityFulfilled: shipped, quantityUnfulfilled: open } }),
  };
}

const amountOf = (cents: number): string => (cents / 100).toFixed(2);
const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
