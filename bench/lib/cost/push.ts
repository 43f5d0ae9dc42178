import { marketplaceId, offersBody, ownSellerId } from '../evaluate/answers.ts';
import { fulfillable } from './answers.ts';
import type { CostWorld, WorldEvent } from './world.ts';

let sequence = 0;

/** Returns the notification about a change, or `null` if Amazon has no notification for it. */
export function notificationAbout(world: CostWorld, happening: WorldEvent): string | null {
  const offersPayload = payloadOf(world, happening);
  if (!offersPayload) return null;
  const [type, payload] = offersPayload;
  const time = new Date(world.now).toISOString();
  return JSON.stringify({
    NotificationVersion: '1.0',
    NotificationType: type,
    PayloadVersion: '1.0',
    EventTime: time,
    Payload: payload,
    NotificationMetadata: {
      ApplicationId: 'amzn1.sellerapps.app.bench',
      SubscriptionId: type,
      PublishTime: time,
      NotificationId: `00000000-0000-4000-8000-${String((sequence += 1)).padStart(12, '0')}`,
    },
  });
}

function payloadOf(world: CostWorld, happening: WorldEvent): readonly [type: string, payload: unknown] | null {
  if (happening.aspect === 'order') return ['ORDER_CHANGE', orderChange(world, happening)];
  const { sku } = happening.product;
  const place = { SellerId: ownSellerId, MarketplaceId: marketplaceId };
  if (happening.aspect === 'listing') return ['LISTINGS_ITEM_ISSUES_CHANGE', { ...place, Sku: sku }];
  if (happening.aspect === 'stock') return ['FBA_INVENTORY_AVAILABILITY_CHANGES', inventoryChange(world, happening)];
  if (happening.aspect === 'offers') return ['ANY_OFFER_CHANGED', offerChange(world, happening)];
  return null;
}

function orderChange(world: CostWorld, { order }: Extract<WorldEvent, { aspect: 'order' }>): unknown {
  const isShipped = order.shippedAt <= world.now;
  return {
    OrderChangeNotification: {
      NotificationLevel: 'OrderLevel',
      SellerId: ownSellerId,
      AmazonOrderId: order.orderId,
      OrderChangeType: 'OrderStatusChange',
      OrderChangeTrigger: { TimeOfOrderChange: new Date(world.now).toISOString(), ChangeReason: null },
      Summary: {
        MarketplaceId: marketplaceId,
        OrderStatus: isShipped ? 'Shipped' : 'Unshipped',
        PurchaseDate: new Date(order.placedAt).toISOString(),
        FulfillmentType: 'AFN',
        OrderType: 'StandardOrder',
        NumberOfItemsShipped: isShipped ? 1 : 0,
        NumberOfItemsUnshipped: isShipped ? 0 : 1,
        OrderItems: [{ OrderItemId: order.orderId, SellerSKU: order.product.sku, Quantity: 1 }],
      },
    },
  };
}

type Change = Exclude<WorldEvent, { aspect: 'order' }>;

function inventoryChange(world: CostWorld, { product }: Change): unknown {
  const inventory = {
    InboundQuantityBreakdown: { Working: 0, Shipped: 40, Receiving: 0 },
    Fulfillable: fulfillable(world, product),
    Unfulfillable: 0,
    Researching: 0,
    ReservedQuantityBreakdown: { WarehouseProcessing: 0, WarehouseTransfer: 0, PendingCustomerOrder: 3 },
    FutureSupplyQuantity: { ReservedFutureSupply: 0, FutureSupplyBuyable: 0 },
  };
  const place = { MarketplaceId: marketplaceId, ItemName: 'Skillet', FulfillmentInventory: inventory };
  return {
    SellerId: ownSellerId,
    FNSKU: `X00${product.asin.slice(3)}`,
    ASIN: product.asin,
    SKU: product.sku,
    FulfillmentInventoryByMarketplace: [place],
  };
}

interface OffersPayload {
  readonly Summary: {
    readonly NumberOfOffers: readonly { readonly condition: string; readonly OfferCount: number }[];
    readonly BuyBoxPrices: readonly { readonly condition: string; readonly LandedPrice: unknown }[];
  };
  readonly Offers: readonly { readonly PrimeInformation: { readonly IsPrime: boolean } }[];
}

/** Converts the offers of the pricing API to the format of the notification. */
function offerChange(world: CostWorld, { product }: Change): unknown {
  const body = JSON.parse(offersBody([product], world.states, 0)) as {
    responses: { body: { payload: OffersPayload } }[];
  };
  const offersPayload = body.responses[0]?.body.payload;
  const { NumberOfOffers = [], BuyBoxPrices = [] } = offersPayload?.Summary ?? {};
  return {
    AnyOfferChangedNotification: {
      SellerId: ownSellerId,
      OfferChangeTrigger: {
        MarketplaceId: marketplaceId,
        ASIN: product.asin,
        ItemCondition: 'new',
        TimeOfOfferChange: new Date(world.now).toISOString(),
        OfferChangeType: 'External',
      },
      Summary: {
        NumberOfOffers: NumberOfOffers.map(({ condition, ...more }) => ({ Condition: condition, ...more })),
        BuyBoxPrices: BuyBoxPrices.map(({ condition, ...more }) => ({ Condition: condition, ...more })),
      },
      Offers: offersPayload?.Offers.map(({ PrimeInformation: { IsPrime }, ...offer }) => ({
        ...offer,
        PrimeInformation: { IsOfferPrime: IsPrime, IsOfferNationalPrime: false },
      })),
    },
  };
}
