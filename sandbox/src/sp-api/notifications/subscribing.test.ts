import { beforeEach, describe, expect, test } from 'vitest';
import { sellers, startTestApi, type TestApi } from '../testing/test-api.ts';
import { notificationKinds, notificationTypes, type NotificationType } from './notification-type.ts';
import { destinationOf, subscribe } from '../testing/subscriber.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi('NA', 60);
});

test.each(notificationTypes)('a brand owner can subscribe to %s once', async (type) => {
  expect((await subscribe(api, type)).status).toBe(200);
  expect((await subscribe(api, type)).status).toBe(409);
});

test('a seller without a brand cannot subscribe to notifications for brand owners', async () => {
  const europe = await startTestApi('EU', 60);

  const statuses = new Map<string, number>();
  for (const type of notificationTypes) {
    statuses.set(type, (await subscribe(europe, type, { as: sellers.eu })).status);
  }

  const refused = [...statuses].filter(([, status]) => status === 403).map(([type]) => type);
  expect(refused).toEqual(['BRANDED_ITEM_CONTENT_CHANGE', 'ITEM_PRODUCT_TYPE_CHANGE']);
  expect([...statuses.values()].every((status) => status === 200 || status === 403)).toBe(true);
});

const filterOf = (eventFilterType: string, more: object = {}) => ({
  processingDirective: { eventFilter: { eventFilterType, ...more } },
});

describe('A subscription is refused with 400', () => {
  test.each<[string, NotificationType, object]>([
    ['with a withdrawn version', 'LISTINGS_ITEM_ISSUES_CHANGE', { payloadVersion: '1.0' }],
    ['with an unknown version', 'ANY_OFFER_CHANGED', { payloadVersion: '2.0' }],
    ['with the filter of another notification type', 'ORDER_CHANGE', filterOf('ANY_OFFER_CHANGED')],
    ['with a filter for a type that has none', 'PRICING_HEALTH', filterOf('PRICING_HEALTH')],
    ['with an unknown order change type', 'ORDER_CHANGE', filterOf('ORDER_CHANGE', { orderChangeTypes: ['Anything'] })],
  ])('%s', async (_name, type, wish) => {
    expect((await subscribe(api, type, wish)).status).toBe(400);
  });

  test.each<[NotificationType, NotificationType]>([
    ['LISTINGS_ITEM_STATUS_CHANGE', 'ANY_OFFER_CHANGED'],
    ['ITEM_PRODUCT_TYPE_CHANGE', 'ORDER_CHANGE'],
    ['ANY_OFFER_CHANGED', 'LISTINGS_ITEM_STATUS_CHANGE'],
  ])('to %s with a destination of the kind used by %s', async (type, other) => {
    const destinationId = await destinationOf(api, other);
    const { payloadVersion } = notificationKinds[type];
    const sample = { destinationId, testNotification: { payloadVersion } };
    const path = `/notifications/v1/subscriptions/${type}/testNotification`;

    expect((await subscribe(api, type, { destinationId })).status).toBe(400);
    expect((await api.call({ method: 'POST', path, as: 'grantless', body: sample })).status).toBe(400);
  });

  test('to a type that the sandbox does not support', async () => {
    const body = { payloadVersion: '1.0', destinationId: await destinationOf(api) };
    const path = '/notifications/v1/subscriptions/FEE_PROMOTION';

    expect((await api.call({ method: 'POST', path, as: sellers.na, body })).status).toBe(400);
  });
});

test('an order subscription can be filtered by the kind of change', async () => {
  const eventFilter = { eventFilterType: 'ORDER_CHANGE', orderChangeTypes: ['OrderStatusChange'] };

  const { status } = await subscribe(api, 'ORDER_CHANGE', { processingDirective: { eventFilter } });

  expect(status).toBe(200);
});

test.each([
  ['an unknown destination', { destinationId: 'nowhere' }, 404],
  ['another version', { testNotification: { payloadVersion: '0.1' } }, 400],
  ['no version', { testNotification: {} }, 400],
])('a test notification with %s is refused', async (_name, wrong, status) => {
  const { payloadVersion } = notificationKinds.ORDER_CHANGE;
  const right = { destinationId: await destinationOf(api), testNotification: { payloadVersion } };
  const path = '/notifications/v1/subscriptions/ORDER_CHANGE/testNotification';

  const answered = await api.call({ method: 'POST', path, as: 'grantless', body: { ...right, ...wrong } });

  expect(answered.status).toBe(status);
  expect(api.delivered).toEqual([]);
});
