import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventTypes } from '../../world/events/event-types.ts';
import { applyEvent } from '../../world/events/events.ts';
import type { Product } from '../../world/model/product.ts';
import { eventfulProduct, post as happen, prepare } from '../testing/event-scenes.ts';
import { payloadsOf, subscribe, subscribeToAll, typesOf } from '../testing/subscriber.ts';
import { marketplaceIds, queueArn, sellers, startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

afterEach(() => vi.useRealTimers());

const post = (type: string): void => happen(api.world, product, type);
const offerFilter = (more: object) => ({
  processingDirective: { eventFilter: { eventFilterType: 'ANY_OFFER_CHANGED', ...more } },
});

describe('A subscribed seller receives', () => {
  /** Hiding a listing from search also changes its status, because it is no longer discoverable. */
  const besides: Readonly<Record<string, readonly string[]>> = {
    searchSuppressed: ['LISTINGS_ITEM_STATUS_CHANGE'],
    searchRestored: ['LISTINGS_ITEM_STATUS_CHANGE'],
  };

  test.each(Object.keys(eventTypes))('the notifications that the event %s declares', async (type) => {
    await subscribeToAll(api);
    prepare(api.world, product, type);
    api.delivered.length = 0;

    post(type);

    const expected = new Set([...(eventTypes[type]?.notifies ?? []), ...(besides[type] ?? [])]);
    expect(new Set(typesOf(api))).toEqual(expected);
    expect(api.delivered.every(({ arn }) => arn === queueArn)).toBe(true);
  });

  test('a message with an empty status for every SKU of a suspended product', async () => {
    await subscribe(api, 'LISTINGS_ITEM_STATUS_CHANGE');

    post('listingSuspended');

    const skus = api.world.listingsOf(product).map(({ sku }) => sku);
    expect(payloadsOf(api)).toMatchObject(
      skus.map((Sku) => ({ Sku, SellerId: sellers.na, Asin: product.asin, Status: [] })),
    );
  });

  test('a message with the current buy box holder', async () => {
    await subscribe(api, 'ANY_OFFER_CHANGED');

    post('buyBoxLost');

    const offers = JSON.stringify(api.delivered[0]?.body['Payload']);
    expect(offers).toContain(`"SellerId":"${product.rivals[0]?.sellerId}"`);
    expect(offers.match(/"IsBuyBoxWinner":true/g)).toHaveLength(1);
  });
});

describe('A seller receives', () => {
  test('no message without a subscription or after it was deleted', async () => {
    post('priceChanged');
    const subscribed = await subscribe(api, 'ANY_OFFER_CHANGED');
    const [, id] = /"subscriptionId":"([^"]+)"/.exec(subscribed.text) ?? [];
    const path = `/notifications/v1/subscriptions/ANY_OFFER_CHANGED/${id}`;
    await api.call({ method: 'DELETE', path, as: 'grantless' });
    post('priceChanged');

    expect(api.delivered).toEqual([]);
  });

  test('no message about marketplaces outside its filter', async () => {
    await subscribe(api, 'ANY_OFFER_CHANGED', offerFilter({ marketplaceIds: [marketplaceIds.CA] }));

    applyEvent(api.world, { type: 'priceChanged', asin: product.asin, marketplace: 'US' });

    expect(product.marketplace).toBe('US');
    expect(api.delivered).toEqual([]);
  });

  test('the first message at once and the last state after the period if it requested aggregation', async () => {
    await subscribe(
      api,
      'ANY_OFFER_CHANGED',
      offerFilter({ aggregationSettings: { aggregationTimePeriod: 'FiveMinutes' } }),
    );

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    for (const type of ['priceChanged', 'buyBoxLost', 'sellerJoined']) post(type);
    expect(typesOf(api)).toHaveLength(1);
    vi.advanceTimersByTime(300_000 / 60);

    expect(typesOf(api)).toHaveLength(2);
    expect(JSON.stringify(api.delivered[1])).toContain(`"SellerId":"${product.rivals.at(-1)?.sellerId}"`);
  });
});
