import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Product } from '../../world/model/product.ts';
import { explainMissingModels, hasModels, notificationValidator } from '../testing/amazon-models.ts';
import { eventfulProduct, post } from '../testing/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type TestApi } from '../testing/test-api.ts';
import type { NotificationType } from './notification-type.ts';
import { destinationOf, payloadsOf, subscribe, messagesIn, typesOf } from '../testing/subscriber.ts';

explainMissingModels();

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

afterEach(() => vi.useRealTimers());

const happen = (type: string) => (): void => post(api.world, product, type);

function placeOneOrder(): void {
  const order = api.world.ordersOf(product.sellerId).at(-1);
  api.world.announce('order', product, { order });
}

async function createOneReport(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const body = { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: [marketplaceIds.US] };
  await api.call({ method: 'POST', path: '/reports/2021-06-30/reports', as: sellers.na, body });
  vi.advanceTimersByTime(60_000);
}

interface MessageCase {
  readonly file: string;
  readonly when: () => void | Promise<void>;
  /** A part of Amazon's schema that is known to be wrong. */
  readonly ignored?: string;
}

const messageCases: Partial<Record<NotificationType, MessageCase>> = {
  ANY_OFFER_CHANGED: { file: 'AnyOfferChangedNotification.json', when: happen('buyBoxLost') },
  PRICING_HEALTH: { file: 'PricingHealthNotification.json', when: happen('addToCartRemoved') },
  LISTINGS_ITEM_STATUS_CHANGE: {
    file: 'ListingsItemStatusChangeNotification.json',
    when: happen('listingSuspended'),
    ignored: '/NotificationType ',
  },
  LISTINGS_ITEM_ISSUES_CHANGE: {
    file: 'ListingsItemIssuesChangeNotification_2023-12-13.json',
    when: happen('searchSuppressed'),
  },
  LISTINGS_ITEM_MFN_QUANTITY_CHANGE: { file: 'ListingsItemMfnQuantityChange.json', when: happen('ownStockChanged') },
  FBA_INVENTORY_AVAILABILITY_CHANGES: {
    file: 'FBAInventoryAvailabilityChangeNotification.json',
    when: happen('stockChanged'),
  },
  ORDER_CHANGE: { file: 'OrderChangeNotification.json', when: placeOneOrder },
  BRANDED_ITEM_CONTENT_CHANGE: { file: 'BrandedItemContentChangeNotification.json', when: happen('detailsChanged') },
  ITEM_PRODUCT_TYPE_CHANGE: { file: 'ItemProductTypeChangeNotification.json', when: happen('categoryChanged') },
  REPORT_PROCESSING_FINISHED: { file: 'ReportProcessingFinishedNotification.json', when: createOneReport },
};

describe.skipIf(!hasModels)("A message is valid by Amazon's schema", () => {
  test.each(Object.entries(messageCases))('%s', async (type, { file, when, ignored }) => {
    await subscribe(api, type as NotificationType);

    await when();

    const wrong = notificationValidator(file, ignored);
    expect(typesOf(api)[0]).toBe(type);
    expect(wrong(messagesIn(api)[0])).toEqual([]);
    expect(wrong({ ...messagesIn(api)[0], Payload: {}, payload: {} })).not.toEqual([]);
  });

  test.each(Object.entries(messageCases))('%s as a test notification', async (type, { file, ignored }) => {
    const destinationId = await destinationOf(api, type as NotificationType);
    const path = `/notifications/v1/subscriptions/${type}/testNotification`;
    const payloadVersion = { LISTINGS_ITEM_ISSUES_CHANGE: '2023-12-13', REPORT_PROCESSING_FINISHED: '2020-09-04' }[
      type
    ];
    const body = { destinationId, testNotification: { payloadVersion: payloadVersion ?? '1.0' } };

    const { status } = await api.call({ method: 'POST', path, as: 'grantless', body });

    expect(status).toBe(200);
    expect(notificationValidator(file, ignored)(messagesIn(api)[0])).toEqual([]);
  });
});

describe('A message', () => {
  test('alternately lacks IsBuyBoxWinner after noise and stays valid', async () => {
    await subscribe(api, 'ANY_OFFER_CHANGED');

    post(api.world, product, 'noise');
    post(api.world, product, 'noise');

    const texts = payloadsOf(api).map((payload) => JSON.stringify(payload));
    expect(texts.map((text) => text.includes('IsBuyBoxWinner'))).toEqual([false, true]);
    if (!hasModels) return;
    const wrong = notificationValidator('AnyOfferChangedNotification.json');
    expect(api.delivered.flatMap(({ body }) => wrong(body))).toEqual([]);
  });

  test('about stock lists every marketplace in which the SKU is sold', async () => {
    await subscribe(api, 'FBA_INVENTORY_AVAILABILITY_CHANGES');
    const both = api.world.products.find(({ asin, marketplace }) => marketplace === 'CA' && asin === product.asin);

    post(api.world, product, 'stockChanged');

    const ids = [marketplaceIds.US, ...(both ? [marketplaceIds.CA] : [])];
    expect(payloadsOf(api)).toMatchObject([
      { ASIN: product.asin, FulfillmentInventoryByMarketplace: ids.map((MarketplaceId) => ({ MarketplaceId })) },
    ]);
  });

  test('about issues names their enforcement actions, and the severity NONE when they are resolved', async () => {
    await subscribe(api, 'LISTINGS_ITEM_ISSUES_CHANGE');

    post(api.world, product, 'searchSuppressed');
    post(api.world, product, 'searchRestored');

    const skus = api.world.listingsOf(product).map(({ sku: Sku }) => ({ Sku }));
    expect(payloadsOf(api)).toMatchObject([
      ...skus.map((sku) => ({ ...sku, Severities: ['ERROR'], EnforcementActions: ['SEARCH_SUPPRESSED'] })),
      ...skus.map((sku) => ({ ...sku, Severities: ['NONE'], EnforcementActions: [] })),
    ]);
  });

  test('about content names the changed attributes without their values', async () => {
    await subscribe(api, 'BRANDED_ITEM_CONTENT_CHANGE');

    post(api.world, product, 'detailsChanged');
    post(api.world, product, 'imageRemoved');

    expect(payloadsOf(api)).toMatchObject([
      { Asin: product.asin, AttributesChanged: ['item_name'] },
      { Asin: product.asin, AttributesChanged: ['main_product_image_locator'] },
    ]);
  });

  test('about an account status has the old and new status in camel case and goes to subscribers only', async () => {
    await subscribe(api, 'ACCOUNT_STATUS_CHANGED');

    api.accounts.set(sellers.na, 'AT_RISK');
    api.accounts.set(sellers.spare, 'DEACTIVATED');

    expect(api.delivered.map(({ body }) => body)).toMatchObject([
      {
        notificationType: 'ACCOUNT_STATUS_CHANGED',
        payloadVersion: '2021-01-01',
        payload: {
          accountStatusChangeNotification: { previousAccountStatus: 'NORMAL', currentAccountStatus: 'AT_RISK' },
        },
      },
    ]);
  });

  test('about a report is sent when the report is ready', async () => {
    await subscribe(api, 'REPORT_PROCESSING_FINISHED');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const body = { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: [marketplaceIds.US] };
    const created = await api.call({ method: 'POST', path: '/reports/2021-06-30/reports', as: sellers.na, body });
    expect(api.delivered).toEqual([]);

    vi.advanceTimersByTime(60_000);

    expect(payloadsOf(api)).toMatchObject([
      { reportProcessingFinishedNotification: { reportId: created.body['reportId'], processingStatus: 'DONE' } },
    ]);
  });

  test('about an order is not sent if the filter excludes status changes', async () => {
    const eventFilter = { eventFilterType: 'ORDER_CHANGE', orderChangeTypes: ['BuyerRequestedChange'] };
    await subscribe(api, 'ORDER_CHANGE', { processingDirective: { eventFilter } });

    placeOneOrder();

    expect(api.delivered).toEqual([]);
  });

  test('about a failed report names no document', async () => {
    await subscribe(api, 'REPORT_PROCESSING_FINISHED');
    api.faults.add({ fault: 'reportFatal' });

    await createOneReport();

    expect(payloadsOf(api)).toMatchObject([{ reportProcessingFinishedNotification: { processingStatus: 'FATAL' } }]);
    expect(JSON.stringify(payloadsOf(api))).not.toContain('reportDocumentId');
  });
});
