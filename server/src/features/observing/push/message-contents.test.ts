import { expect, test } from 'vitest';
import { readNotification, type Notification } from './notification.ts';
import type { NamedListing } from './push-type.ts';

const listing: NamedListing = {
  productId: '1',
  asin: 'B01',
  sku: 'SK-1',
  marketplace: 'US',
  isTracked: true,
  isActive: true,
};

const messageOf = (notificationType: string, payload: object): string =>
  JSON.stringify({
    notificationType,
    eventTime: '2026-06-15T12:00:00Z',
    notificationMetadata: { notificationId: 'N1', subscriptionId: 'S1' },
    payload,
  });

function read(type: string, payload: object): Notification {
  const notification = readNotification(messageOf(type, payload));
  if ('reason' in notification) throw new Error(notification.reason);
  return notification;
}

/** The outcome of a message that concerns these listings. */
const outcomeOf = (told: Notification, listings: readonly Partial<NamedListing>[]): string =>
  told.consequence({
    listings: listings.map((more) => ({ ...listing, ...more })),
    ownSellerId: 'A1SELLER',
    at: told.at,
  }).outcome;

test('a message of fewer than no units that the seller ships says that none is left', () => {
  const payload = { SellerId: 'A1SELLER', Sku: 'SK-1', FulfillmentChannelCode: 'DEFAULT', Quantity: -1 };
  const told = read('LISTINGS_ITEM_MFN_QUANTITY_CHANGE', payload);

  expect(told.consequence({ listings: [listing], ownSellerId: 'A1SELLER', at: told.at })).toEqual({
    outcome: 'own quantity',
    quantity: 0,
    listings: [listing],
  });
});

test('a message of fewer than no units at Amazon says that none is left', () => {
  const told = read('FBA_INVENTORY_AVAILABILITY_CHANGES', {
    SellerId: 'A1SELLER',
    SKU: 'SK-1',
    FulfillmentInventoryByMarketplace: [
      {
        MarketplaceId: 'ATVPDKIKX0DER',
        FulfillmentInventory: {
          InboundQuantityBreakdown: { Working: 0, Shipped: 0, Receiving: 0 },
          Fulfillable: -2,
          Unfulfillable: 1,
          Researching: 0,
          ReservedQuantityBreakdown: { WarehouseProcessing: 0, WarehouseTransfer: 0, PendingCustomerOrder: 3 },
        },
      },
    ],
  });

  expect(told.consequence({ listings: [listing], ownSellerId: 'A1SELLER', at: told.at })).toMatchObject({
    observations: [{ facts: { fulfillable: 0, reserved: 3, total: 4 } }],
  });
});

test('the status of a listing is understood under the name that Amazon misspells', () => {
  const payload = { SellerId: 'A1SELLER', Sku: 'SK-1', Status: [] };

  expect(read('LISTINGS_ITEM_STATUS_CHANGED', payload)).toMatchObject({
    type: 'LISTINGS_ITEM_STATUS_CHANGE',
    sku: 'SK-1',
  });
});

const gone = { isTracked: false, isActive: false };
interface ToldStatus {
  readonly Status?: readonly string[];
  readonly of: readonly Partial<NamedListing>[];
}

test.each<[string, string, ToldStatus]>([
  ['on offer that is not known', 'discovery', { Status: ['BUYABLE'], of: [] }],
  ['on offer that had ended everywhere', 'discovery', { Status: ['BUYABLE'], of: [gone] }],
  ['on offer that nobody watches', 'unknown product', { Status: ['BUYABLE'], of: [{ isTracked: false }] }],
  ['on offer that is watched in one of two marketplaces', 'reread', { Status: ['BUYABLE'], of: [{}, gone] }],
  ['that is not known and not on offer', 'unknown product', { Status: ['DISCOVERABLE'], of: [] }],
  ['that is not known and of no status', 'unknown product', { of: [] }],
])('a message about a listing %s: %s', (_what, outcome, { Status, of }) => {
  const payload = { SellerId: 'A1SELLER', Sku: 'SK-1', Status };

  expect(outcomeOf(read('LISTINGS_ITEM_STATUS_CHANGE', payload), of)).toBe(outcome);
});

const MarketplaceId = 'ATVPDKIKX0DER';
const happenedAt = '2026-06-15T11:59:00Z';
const offerChange = (ItemCondition: string) => ({
  AnyOfferChangedNotification: {
    OfferChangeTrigger: { MarketplaceId, ASIN: 'B01', ItemCondition, TimeOfOfferChange: happenedAt },
    Summary: {},
    Offers: [],
  },
});

test.each([
  ['ANY_OFFER_CHANGED', offerChange('new')],
  [
    'PRICING_HEALTH',
    { offerChangeTrigger: { marketplaceId: MarketplaceId, asin: 'B01', timeOfOfferChange: happenedAt } },
  ],
  [
    'ORDER_CHANGE',
    {
      OrderChangeNotification: {
        OrderChangeTrigger: { TimeOfOrderChange: happenedAt },
        Summary: { MarketplaceId, OrderStatus: 'Unshipped' },
      },
    },
  ],
])('%s is dated by its event, which is earlier than its message', (type, payload) => {
  expect(read(type, payload).at).toEqual(new Date(happenedAt));
});

test.each([
  ['new', 'reread'],
  ['New', 'reread'],
  ['used', 'unknown product'],
])('a change of offers in the condition %s: %s', (condition, outcome) => {
  expect(outcomeOf(read('ANY_OFFER_CHANGED', offerChange(condition)), [{}])).toBe(outcome);
});

test.each(['', 'soon'])('a message whose change has the time %j is dated by its envelope', (TimeOfOrderChange) => {
  const summary = { MarketplaceId: 'ATVPDKIKX0DER', OrderStatus: 'Unshipped' };
  const change = { SellerId: 'A1SELLER', OrderChangeTrigger: { TimeOfOrderChange }, Summary: summary };
  const told = read('ORDER_CHANGE', { OrderChangeNotification: change });

  expect(told.at).toEqual(new Date('2026-06-15T12:00:00Z'));
  expect(outcomeOf(told, [{}])).toBe('orders due');
});
