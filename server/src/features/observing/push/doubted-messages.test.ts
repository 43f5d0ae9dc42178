import { expect, test } from 'vitest';
import { listParts, withoutParts } from '../../../../testing/doubt/parts.ts';
import { readNotification, type Notification } from './notification.ts';
import type { Consequence, NamedListing } from './push-type.ts';
import { pushTypes } from './types/registry.ts';

const us = 'ATVPDKIKX0DER';
const at = '2026-06-15T12:00:00Z';
const usd = (Amount: number) => ({ Amount, CurrencyCode: 'USD' });
const offer = (SellerId: string, amount: number, IsBuyBoxWinner: boolean) => ({
  SellerId,
  ListingPrice: usd(amount),
  Shipping: usd(3),
  IsFulfilledByAmazon: true,
  IsBuyBoxWinner,
  PrimeInformation: { IsOfferPrime: true },
});
const stock = {
  InboundQuantityBreakdown: { Working: 1, Shipped: 2, Receiving: 3 },
  Fulfillable: 4,
  Unfulfillable: 5,
  Researching: 6,
  ReservedQuantityBreakdown: { WarehouseProcessing: 7, WarehouseTransfer: 8, PendingCustomerOrder: 9 },
};

/** A complete payload of each type. */
const payloads: Readonly<Record<string, unknown>> = {
  ANY_OFFER_CHANGED: {
    AnyOfferChangedNotification: {
      SellerId: 'OURS',
      OfferChangeTrigger: { MarketplaceId: us, ASIN: 'B01', ItemCondition: 'new', TimeOfOfferChange: at },
      Summary: {
        NumberOfOffers: [{ Condition: 'new', OfferCount: 2 }],
        BuyBoxPrices: [{ Condition: 'new', LandedPrice: usd(13) }],
      },
      Offers: [offer('OURS', 10, true), offer('RIVAL', 11, false)],
    },
  },
  PRICING_HEALTH: {
    sellerId: 'OURS',
    offerChangeTrigger: { marketplaceId: us, asin: 'B01', timeOfOfferChange: at },
  },
  LISTINGS_ITEM_STATUS_CHANGE: { SellerId: 'OURS', MarketplaceId: us, Sku: 'SK-1', Status: ['BUYABLE'] },
  LISTINGS_ITEM_ISSUES_CHANGE: { SellerId: 'OURS', MarketplaceId: us, Sku: 'SK-1' },
  LISTINGS_ITEM_MFN_QUANTITY_CHANGE: {
    SellerId: 'OURS',
    MarketplaceId: us,
    Sku: 'SK-1',
    FulfillmentChannelCode: 'DEFAULT',
    Quantity: 7,
  },
  FBA_INVENTORY_AVAILABILITY_CHANGES: {
    SellerId: 'OURS',
    SKU: 'SK-1',
    FulfillmentInventoryByMarketplace: [{ MarketplaceId: us, FulfillmentInventory: stock }],
  },
  ORDER_CHANGE: {
    OrderChangeNotification: {
      SellerId: 'OURS',
      OrderChangeTrigger: { TimeOfOrderChange: at },
      Summary: { MarketplaceId: us, OrderStatus: 'Unshipped' },
    },
  },
  BRANDED_ITEM_CONTENT_CHANGE: { MarketplaceId: us, Asin: 'B01' },
  ITEM_PRODUCT_TYPE_CHANGE: { MarketplaceId: us, Asin: 'B01' },
  REPORT_PROCESSING_FINISHED: { reportProcessingFinishedNotification: { sellerId: 'OURS', reportId: 'R1' } },
  ACCOUNT_STATUS_CHANGED: {
    accountStatusChangeNotification: { marketplaceId: us, currentAccountStatus: 'DEACTIVATED' },
  },
};

const message = (type: string): unknown => ({
  NotificationType: type,
  EventTime: at,
  NotificationMetadata: { NotificationId: 'N1', SubscriptionId: 'S1' },
  Payload: payloads[type],
});

const listing: NamedListing = {
  productId: '1',
  asin: 'B01',
  sku: 'SK-1',
  marketplace: 'US',
  isTracked: true,
  isActive: true,
};

function consequenceOf(told: Notification): Consequence {
  return told.consequence({ listings: [listing], ownSellerId: 'OURS', at: new Date(at) });
}

/** Returns the consequence of the message; `null` if the message is not taken. */
function read(body: unknown): Consequence | null {
  const told = readNotification(JSON.stringify(body));
  return 'reason' in told ? null : consequenceOf(told);
}

/** Facts and a status that a message states; requests for listings state nothing. */
function statementOf(consequence: Consequence | null): unknown {
  if (consequence?.outcome === 'observed' || consequence?.outcome === 'label stock') {
    return consequence.observations.map(({ facts }) => facts);
  }
  if (consequence?.outcome === 'own quantity') return consequence.quantity;
  return consequence?.outcome === 'account status' ? consequence.status : null;
}

test.each(pushTypes)('$type: a message without one of its parts states nothing else', ({ type }) => {
  const good = statementOf(read(message(type)));
  const parts = listParts(message(type));
  const stated = parts.flatMap((part) =>
    (['absent', 'null'] as const).flatMap((gap) => {
      const statement = statementOf(read(withoutParts(message(type), { parts: new Set([part]), gap })));
      return statement === null || isLess(statement, good) ? [] : [`${gap} ${part}: ${JSON.stringify(statement)}`];
    }),
  );

  expect(parts.length).toBeGreaterThan(5);
  expect(stated).toEqual([]);
});

/** True if each fact is the one of the good message, or unknown. */
function isLess(facts: unknown, good: unknown): boolean {
  if (facts === null) return true;
  if (typeof facts !== 'object' || typeof good !== 'object' || good === null) return facts === good;
  const known: Readonly<Record<string, unknown>> = { ...good };
  return Object.entries(facts).every(([name, fact]) => isLess(fact, known[name]));
}
