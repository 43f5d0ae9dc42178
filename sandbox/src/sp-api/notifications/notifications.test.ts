import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventTypes } from '../../world/event-types.ts';
import { applyEvent } from '../../world/events.ts';
import type { Product } from '../../world/product.ts';
import { explainMissingModels, hasModels, notificationValidator } from '../amazon-models.ts';
import { eventfulProduct, post as happen, prepare } from '../event-scenes.ts';
import { notificationKinds, notificationTypes, type NotificationType } from './notification-type.ts';
import { marketplaceIds, queueArn, sellers, startTestApi, type TestApi } from '../test-api.ts';

explainMissingModels();

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

afterEach(() => vi.useRealTimers());

async function subscribe(type: NotificationType, processingDirective?: object): Promise<string> {
  const destinations = { path: '/notifications/v1/destinations', as: 'grantless' };
  const destination = { name: 'queue', resourceSpecification: { sqs: { arn: queueArn } } };
  await api.call({ ...destinations, method: 'POST', body: destination });
  const [, destinationId] = /"destinationId":"([^"]+)"/.exec((await api.call(destinations)).text) ?? [];
  const path = `/notifications/v1/subscriptions/${type}`;
  const { payloadVersion } = notificationKinds[type];
  const body = { payloadVersion, destinationId, ...(processingDirective && { processingDirective }) };
  const answered = await api.call({ method: 'POST', path, as: sellers.na, body });
  const [, subscriptionId = ''] = /"subscriptionId":"([^"]+)"/.exec(answered.text) ?? [];
  return subscriptionId;
}

async function subscribeToAll(): Promise<void> {
  for (const type of notificationTypes) await subscribe(type);
}

const post = (type: string): void => happen(api.world, product, type);
const types = (): unknown[] => api.delivered.map(({ body }) => body['NotificationType'] ?? body['notificationType']);

const offerFilter = (more: object): object => ({ eventFilter: { eventFilterType: 'ANY_OFFER_CHANGED', ...more } });

describe('A subscribed seller is told', () => {
  /** What is hidden from search is no longer discoverable, which is a status of its own. */
  const besides: Readonly<Record<string, readonly string[]>> = {
    searchSuppressed: ['LISTINGS_ITEM_STATUS_CHANGE'],
    searchRestored: ['LISTINGS_ITEM_STATUS_CHANGE'],
  };

  test.each(Object.keys(eventTypes))('of %s by the notifications that the event declares', async (type) => {
    await subscribeToAll();
    prepare(api.world, product, type);
    api.delivered.length = 0;

    post(type);

    const expected = new Set([...(eventTypes[type]?.notifies ?? []), ...(besides[type] ?? [])]);
    expect(new Set(types())).toEqual(expected);
    expect(api.delivered.every(({ arn }) => arn === queueArn)).toBe(true);
  });

  test('of every SKU of a suspended product, with an empty status', async () => {
    await subscribe('LISTINGS_ITEM_STATUS_CHANGE');

    post('listingSuspended');

    const skus = api.world.listingsOf(product).map(({ sku }) => sku);
    expect(api.delivered.map(({ body }) => body['Payload'])).toMatchObject(
      skus.map((Sku) => ({ Sku, SellerId: sellers.na, Asin: product.asin, Status: [] })),
    );
  });

  test('who has the buy box now', async () => {
    await subscribe('ANY_OFFER_CHANGED');

    post('buyBoxLost');

    const offers = JSON.stringify(api.delivered[0]?.body['Payload']);
    expect(offers).toContain(`"SellerId":"${product.rivals[0]?.sellerId}"`);
    expect(offers.match(/"IsBuyBoxWinner":true/g)).toHaveLength(1);
  });
});

describe('A seller is not told', () => {
  test('without a subscription, nor after it ended', async () => {
    post('priceChanged');
    const id = await subscribe('ANY_OFFER_CHANGED');
    const path = `/notifications/v1/subscriptions/ANY_OFFER_CHANGED/${id}`;
    await api.call({ method: 'DELETE', path, as: 'grantless' });
    post('priceChanged');

    expect(api.delivered).toEqual([]);
  });

  test('of marketplaces that its filter leaves out', async () => {
    await subscribe('ANY_OFFER_CHANGED', offerFilter({ marketplaceIds: [marketplaceIds.CA] }));

    applyEvent(api.world, { type: 'priceChanged', asin: product.asin, marketplace: 'US' });

    expect(product.marketplace).toBe('US');
    expect(api.delivered).toEqual([]);
  });

  test('of every step when it asked for aggregation: the first at once, the end after the period', async () => {
    await subscribe(
      'ANY_OFFER_CHANGED',
      offerFilter({ aggregationSettings: { aggregationTimePeriod: 'FiveMinutes' } }),
    );

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    for (const type of ['priceChanged', 'buyBoxLost', 'sellerJoined']) post(type);
    expect(types()).toHaveLength(1);
    vi.advanceTimersByTime(300_000 / 60);

    expect(types()).toHaveLength(2);
    expect(JSON.stringify(api.delivered[1])).toContain(`"SellerId":"${product.rivals.at(-1)?.sellerId}"`);
  });
});

describe.skipIf(!hasModels)("Messages are what Amazon's schemas allow", () => {
  test('ANY_OFFER_CHANGED', async () => {
    await subscribe('ANY_OFFER_CHANGED');
    post('buyBoxLost');

    expect(notificationValidator('AnyOfferChangedNotification.json')(api.delivered[0]?.body)).toEqual([]);
  });

  test('LISTINGS_ITEM_STATUS_CHANGE, but for the type that the schema misspells', async () => {
    await subscribe('LISTINGS_ITEM_STATUS_CHANGE');
    post('listingSuspended');

    const wrong = notificationValidator('ListingsItemStatusChangeNotification.json', '/NotificationType ');
    expect(wrong(api.delivered[0]?.body)).toEqual([]);
    expect(wrong({ ...api.delivered[0]?.body, Payload: {} })).not.toEqual([]);
  });
});
