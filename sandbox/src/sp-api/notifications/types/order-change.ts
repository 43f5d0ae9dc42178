import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { statusOf, type Order, type OrderStatus } from '../../../world/life/order.ts';
import type { World } from '../../../world/world.ts';
import type { Announcer, Payload } from '../announcer.ts';

const statusNames = { UNSHIPPED: 'Unshipped', SHIPPED: 'Shipped', CANCELLED: 'Canceled' } as const satisfies Record<
  OrderStatus,
  string
>;

/** Announces new and changed orders; buyer data are omitted, as for applications without that role. */
export function orderChange(world: World): Announcer {
  return {
    type: 'ORDER_CHANGE',
    payloadsFor: ({ order }) => (order ? [payloadOf(world, order)] : []),
    sample: (product) => {
      const order = world.ordersOf(product.sellerId).at(-1);
      return order ? payloadOf(world, order) : () => ({});
    },
  };
}

const payloadOf =
  (world: World, order: Order): Payload =>
  (at) => {
    const status = statusNames[statusOf(order, world.clock.now())];
    const isShipped = status === 'Shipped';
    return {
      OrderChangeNotification: {
        NotificationLevel: 'OrderLevel',
        SellerId: order.sellerId,
        AmazonOrderId: order.orderId,
        OrderChangeType: 'OrderStatusChange',
        OrderChangeTrigger: { TimeOfOrderChange: at.toISOString(), ChangeReason: 'None' },
        Summary: {
          MarketplaceId: marketplaceOf(order.marketplace).id,
          OrderStatus: status,
          PurchaseDate: order.createdAt.toISOString(),
          DestinationPostalCode: null,
          FulfillmentType: order.fulfilledBy === 'AMAZON' ? 'AFN' : 'MFN',
          OrderType: 'StandardOrder',
          NumberOfItemsShipped: isShipped ? order.quantity : 0,
          NumberOfItemsUnshipped: isShipped ? 0 : order.quantity,
          OrderItems: [
            {
              OrderItemId: order.orderItemId,
              SellerSKU: order.sku,
              SupplySourceId: null,
              OrderItemStatus: isShipped ? 'Shipped' : 'Unshipped',
              Quantity: order.quantity,
              QuantityShipped: isShipped ? order.quantity : 0,
            },
          ],
        },
      },
    };
  };
