import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product } from '../../world/model/product.ts';
import { eventfulProduct, post } from '../testing/event-scenes.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { subscribe, messagesIn, typesOf } from '../testing/subscriber.ts';

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
  await subscribe(api, 'ANY_OFFER_CHANGED');
  await subscribe(api, 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE');
});

afterEach(() => vi.useRealTimers());

const idsOf = (): unknown[] => messagesIn(api).map((body) => Object(body['NotificationMetadata'])['NotificationId']);

test('with the fault notificationsSilent no message is delivered until the fault is cleared', () => {
  api.faults.add({ fault: 'notificationsSilent' });
  post(api.world, product, 'sellerJoined');
  post(api.world, product, 'sellerLeft');
  expect(api.delivered).toEqual([]);

  api.faults.clear();
  post(api.world, product, 'sellerJoined');

  expect(typesOf(api)).toEqual(['ANY_OFFER_CHANGED']);
});

test('a duplicated message is delivered twice with the same id', () => {
  api.faults.add({ fault: 'notificationsDuplicated', count: 1 });

  post(api.world, product, 'sellerJoined');
  post(api.world, product, 'sellerLeft');

  const [first, second, third, ...more] = idsOf();
  expect([first === second, second === third, more]).toEqual([true, false, []]);
});

test('with the fault notificationsReordered a message is delivered after the next one', () => {
  api.faults.add({ fault: 'notificationsReordered', count: 1 });

  post(api.world, product, 'sellerJoined');
  post(api.world, product, 'ownStockChanged');

  expect(typesOf(api)).toEqual(['LISTINGS_ITEM_MFN_QUANTITY_CHANGE', 'ANY_OFFER_CHANGED']);
});

test('a held message without a successor is delivered after two seconds', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  api.faults.add({ fault: 'notificationsReordered', count: 1 });

  post(api.world, product, 'sellerJoined');
  expect(api.delivered).toEqual([]);
  vi.advanceTimersByTime(2000);

  expect(typesOf(api)).toEqual(['ANY_OFFER_CHANGED']);
});
