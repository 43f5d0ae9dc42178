import { beforeAll, expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
import {
  explainMissingReference,
  hasReference,
  referenceFolder,
  referenceText,
} from '../../../../testing/reference.ts';
import { readNotification, type Notification } from './notification.ts';
import type { KnownListings, NamedListing } from './push-type.ts';
import { pushTypes } from './types/registry.ts';

beforeAll(explainMissingReference);

const listing: NamedListing = {
  productId: '1',
  asin: 'B007IBIWZY',
  sku: 'SK-1',
  marketplace: 'US',
  isTracked: true,
  isActive: true,
};
const at = new Date('2026-06-15T12:00:00Z');
const known = (...listings: readonly Partial<NamedListing>[]): KnownListings => ({
  listings: listings.map((more) => ({ ...listing, ...more })),
  ownSellerId: 'A1SELLER',
  at,
});

function read(message: object): Notification {
  const notification = readNotification(JSON.stringify(message));
  if ('reason' in notification) throw new Error(notification.reason);
  return notification;
}

interface Schema {
  readonly examples?: readonly object[];
  readonly properties?: { readonly Payload?: { readonly examples?: readonly unknown[] } };
}

/** Amazon's example of each type: the whole message, or its payload if Amazon publishes no whole message. */
const examples = hasReference
  ? readdirSync(`${referenceFolder}/sp-api/notifications`)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        const schema = JSON.parse(referenceText(`sp-api/notifications/${file}`)) as Schema;
        return (schema.examples ?? []).map((example) => ({ file, example }));
      })
  : [];

const outcomes: Readonly<Record<string, readonly [outcome: string, ...sources: string[]]>> = {
  'AnyOfferChangedNotification.json': ['reread', 'listing-offers'],
  'PricingHealthNotification.json': ['reread', 'listing-offers'],
  'ListingsItemStatusChangeNotification.json': ['reread', 'listings-items', 'listing-offers'],
  'ListingsItemIssuesChangeNotification.json': ['reread', 'listings-items'],
  'ListingsItemIssuesChangeNotification_2023-12-13.json': ['reread', 'listings-items'],
  'ListingsItemMfnQuantityChange.json': ['own quantity'],
  'OrderChangeNotification.json': ['orders due'],
  'BrandedItemContentChangeNotification.json': ['reread', 'catalog-items'],
  'ItemProductTypeChangeNotification.json': ['reread', 'catalog-items'],
  'ReportProcessingFinishedNotification.json': ['report ready'],
};

test.runIf(hasReference)('every type that is watched has an example, or one of its payload', () => {
  expect(Object.keys(outcomes).filter((file) => !examples.some((one) => one.file === file))).toEqual([]);
});

test.runIf(hasReference).each(examples.filter(({ file }) => outcomes[file]))(
  "Amazon's own example in $file leads to what its type leads to",
  ({ file, example }) => {
    const notification = read(example);
    const [outcome, ...sources] = outcomes[file] ?? [];

    expect(notification.consequence(known({}))).toMatchObject({ outcome, ...(sources.length > 0 && { sources }) });
    expect(notification.consequence(known({ isTracked: false }))).not.toHaveProperty('targets');
  },
);

test.runIf(hasReference).each(examples.filter(({ file }) => !outcomes[file]))(
  "Amazon's own example in $file is of a type that nobody watches",
  ({ example }) => {
    expect(readNotification(JSON.stringify(example))).toEqual({ reason: expect.stringContaining('is not watched') });
  },
);

test.runIf(hasReference)("Amazon's own example of stock becomes the stock of each marketplace", () => {
  const schema = JSON.parse(
    referenceText('sp-api/notifications/FBAInventoryAvailabilityChangeNotification.json'),
  ) as Schema;
  const [payload] = schema.properties?.Payload?.examples ?? [];
  const notification = read({ ...envelope('FBA_INVENTORY_AVAILABILITY_CHANGES'), Payload: payload });

  const canadian = { marketplace: 'CA', productId: '2' };
  expect(notification).toMatchObject({ sku: 'SELLERSKU-1', marketplace: null, region: null });
  expect(notification.consequence(known({}, canadian, { marketplace: 'MX', productId: '3' }))).toEqual({
    outcome: 'label stock',
    listings: [expect.objectContaining({ productId: '1' }), expect.objectContaining({ productId: '2' })],
    observations: [
      stock('1', { fulfillable: 50, inbound: 15, reserved: 30, total: 95 }),
      stock('2', { fulfillable: 40, inbound: 6, reserved: 30, total: 76 }),
    ],
  });
  expect(notification.consequence(known({ isTracked: false }, { ...canadian, isTracked: false }))).toEqual({
    outcome: 'unknown product',
  });
});

const stock = (productId: string, facts: object) => ({
  productId,
  aspect: 'stock',
  sku: 'SK-1',
  facts,
  observedAt: at,
});

const envelope = (NotificationType: string) => ({
  NotificationType,
  EventTime: '2026-06-15T12:00:00Z',
  NotificationMetadata: { NotificationId: 'N1', SubscriptionId: 'S1' },
});

test('a message without metadata, such as the schema of the stock message describes, is recognised by its content', () => {
  const { NotificationMetadata: _left, ...rest } = envelope('LISTINGS_ITEM_STATUS_CHANGE');
  const Payload = { SellerId: 'A1SELLER', MarketplaceId: 'ATVPDKIKX0DER', Sku: 'SK-1', Status: ['BUYABLE'] };

  const [one, again, later] = ['12:00', '12:00', '12:01'].map((time) =>
    read({ ...rest, EventTime: `2026-06-15T${time}:00Z`, Payload }),
  );

  expect(one).toMatchObject({ sku: 'SK-1', sellingPartnerId: 'A1SELLER', subscriptionId: null });
  expect(again?.id).toBe(one?.id);
  expect(later?.id).not.toBe(one?.id);
});

test('field names of an envelope are understood in either case', () => {
  const payload = { MarketplaceId: 'ATVPDKIKX0DER', Asin: 'B01' };
  const told = { id: 'N1', subscriptionId: 'S1', sellingPartnerId: null, marketplace: 'US', region: 'NA', asin: 'B01' };

  expect(read({ ...envelope('ITEM_PRODUCT_TYPE_CHANGE'), Payload: payload })).toMatchObject(told);
  expect(
    read({
      notificationType: 'ITEM_PRODUCT_TYPE_CHANGE',
      eventTime: '2026-06-15T12:00:00Z',
      notificationMetadata: { notificationId: 'N1', subscriptionId: 'S1' },
      payload,
    }),
  ).toMatchObject(told);
});

test('a notification is understood inside the event of EventBridge that delivers it', () => {
  const told = { ...envelope('ITEM_PRODUCT_TYPE_CHANGE'), Payload: { MarketplaceId: 'ATVPDKIKX0DER', Asin: 'B01' } };
  const source = 'aws.partner/sellingpartnerapi.amazon.com/123456789012/amzn1.sellerapps.app.a1';

  expect(
    read({ version: '0', id: 'E1', 'detail-type': 'ITEM_PRODUCT_TYPE_CHANGE', source, detail: told }),
  ).toMatchObject({
    id: 'N1',
    type: 'ITEM_PRODUCT_TYPE_CHANGE',
    asin: 'B01',
  });
});

test('the page of a product with several listings is read once', () => {
  const payload = { MarketplaceId: 'ATVPDKIKX0DER', Asin: 'B01' };
  const consequence = read({ ...envelope('BRANDED_ITEM_CONTENT_CHANGE'), Payload: payload }).consequence(
    known({ sku: 'SK-1' }, { sku: 'SK-2' }),
  );

  expect(consequence).toMatchObject({ outcome: 'reread', targets: [{ productId: '1', sku: '' }] });
});

test.each([
  ['of no channel', {}],
  ['of a channel beside the own', { FulfillmentChannelCode: 'b7c5-warehouse' }],
  ['that is none', { FulfillmentChannelCode: 'DEFAULT', Quantity: null }],
])('a quantity %s asks for its SKU in every marketplace where it is offered', (_what, more) => {
  const payload = { SellerId: 'A1SELLER', Sku: 'SK-1', Quantity: 3, ...more };
  const notification = read({ ...envelope('LISTINGS_ITEM_MFN_QUANTITY_CHANGE'), Payload: payload });

  expect(notification).toMatchObject({ marketplace: null, sku: 'SK-1' });
  expect(notification.consequence(known({}, { marketplace: 'CA', productId: '2' }))).toMatchObject({
    targets: [{ marketplace: 'US' }, { marketplace: 'CA' }],
  });
});

test.each([
  ['Unshipped', 'orders due'],
  ['Canceled', 'orders due'],
  [undefined, 'orders due'],
  ['Shipped', 'nothing new'],
])('an order of status %s: %s', (OrderStatus, outcome) => {
  const Summary = { MarketplaceId: 'ATVPDKIKX0DER', OrderStatus };
  const notification = read({ ...envelope('ORDER_CHANGE'), Payload: { OrderChangeNotification: { Summary } } });

  expect(notification.consequence(known())).toEqual({ outcome });
});

test.each([
  ['a marketplace that nobody watches', { MarketplaceId: 'A1VC38T7YXB528', Asin: 'B01' }, 'is not watched'],
  ['a payload without its product', { MarketplaceId: 'ATVPDKIKX0DER' }, 'malformed'],
  ['a payload of another form', [], 'malformed'],
  ['no payload', undefined, 'malformed'],
])('a message with %s is refused, and the reason names it', (_what, Payload, reason) => {
  expect(readNotification(JSON.stringify({ ...envelope('BRANDED_ITEM_CONTENT_CHANGE'), Payload }))).toEqual({
    reason: expect.stringContaining(reason),
  });
});

test.each(
  pushTypes.flatMap(({ type }) => [{}, [], null, 'text', 7, { payload: {} }].map((told) => [type, told] as const)),
)('a message of type %s whose payload is %j is malformed, and tells of nothing', (type, Payload) => {
  expect(readNotification(JSON.stringify({ ...envelope(type), Payload }))).toEqual({ reason: `malformed ${type}` });
});

test.each(['', '{}', '[]', 'null', '{"payload":{}}', '{"detail-type":"ANY_OFFER_CHANGED","detail":{}}'])(
  'a message without a known envelope is no notification: %s',
  (body) => {
    expect(readNotification(body)).toEqual({ reason: 'is no notification' });
  },
);

test.each([
  [{ previousAccountStatus: 'NORMAL', currentAccountStatus: 'DEACTIVATED' }, null],
  [{ marketplaceId: 'ATVPDKIKX0DER', currentAccountStatus: 'DEACTIVATED' }, 'US'],
])('the account has another status: %j', (accountStatusChangeNotification, marketplace) => {
  const notification = read({ ...envelope('ACCOUNT_STATUS_CHANGED'), Payload: { accountStatusChangeNotification } });

  expect(notification.marketplace).toBe(marketplace);
  expect(notification.consequence(known())).toEqual({ outcome: 'account status', status: 'DEACTIVATED' });
});

test.each(['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'])(
  'a message of the type %s that names no marketplace concerns all of them',
  (type) => {
    const notification = read({ ...envelope(type), Payload: { SellerId: 'A1SELLER', Sku: 'SK-1', Status: [] } });

    expect(notification.marketplace).toBeNull();
    expect(notification.consequence(known({}, { marketplace: 'CA', productId: '2' }))).toMatchObject({
      outcome: 'reread',
      targets: [{ marketplace: 'US' }, { marketplace: 'CA' }],
    });
  },
);
