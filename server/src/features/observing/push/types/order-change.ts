import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answers/answer.ts';
import { definePushType } from '../push-type.ts';

const payload = z.object({
  OrderChangeNotification: z.object({
    SellerId: maybe(z.string()),
    OrderChangeTrigger: maybe(z.object({ TimeOfOrderChange: maybe(z.string()) })),
    Summary: z.object({ MarketplaceId: z.string(), OrderStatus: maybe(z.string()) }),
  }),
});

/**
 * The notification has units but no promotions, and many arrive within seconds, so it makes the feed of orders due
 * soon. A notification of a shipment causes nothing: the sale was announced before, and the feed finds the change at
 * its next pass.
 */
export const orderChange = definePushType({
  type: 'ORDER_CHANGE',
  payload,
  about: ({ OrderChangeNotification: { SellerId, OrderChangeTrigger, Summary } }) => ({
    sellingPartnerId: SellerId,
    marketplaceId: Summary.MarketplaceId,
    at: OrderChangeTrigger?.TimeOfOrderChange ?? null,
  }),
  consequence: ({ OrderChangeNotification: { Summary } }) => ({
    outcome: Summary.OrderStatus === 'Shipped' ? 'nothing new' : 'orders due',
  }),
});
