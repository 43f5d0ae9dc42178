import { beforeAll, describe, expect, test } from 'vitest';
import { applyEvent } from '../world/events/events.ts';
import { explainMissingModels, hasModels, modelValidator } from './testing/amazon-models.ts';
import { operations } from './operations.ts';
import { marketplaceIds, queueArn, sellers, startTestApi, type Request, type TestApi } from './testing/test-api.ts';

explainMissingModels();

const modelFiles: Readonly<Record<string, readonly string[]>> = {
  'sellers.json': ['getMarketplaceParticipations'],
  'listingsItems_2021-08-01.json': ['searchListingsItems'],
  'catalogItems_2022-04-01.json': ['searchCatalogItems'],
  'productPricingV0.json': ['getListingOffersBatch', 'getCompetitivePricing'],
  'fbaInventory.json': ['getInventorySummaries'],
  'productFeesV0.json': ['getMyFeesEstimates'],
  'replenishment-2022-11-07.json': ['listOffers'],
  'finances_2024-06-19.json': ['listTransactions'],
  'orders_2026-01-01.json': ['searchOrders'],
  'reports_2021-06-30.json': ['createReport', 'getReport', 'getReportDocument'],
  'notifications.json': [
    'createDestination',
    'getDestinations',
    'getDestination',
    'deleteDestination',
    'createSubscription',
    'getSubscription',
    'getSubscriptionById',
    'deleteSubscriptionById',
    'sendTestNotification',
  ],
};

interface Exchange {
  readonly operationId: string;
  readonly status: number;
  readonly body: unknown;
}

/** Sends a valid and an invalid request to every operation, in an order that satisfies their dependencies. */
async function everyExchange(api: TestApi): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const as = sellers.na;
  const ask = async (operationId: string, request: Request): Promise<Record<string, unknown>> => {
    const { status, body } = await api.call({ as, ...request });
    exchanges.push({ operationId, status, body });
    return body;
  };
  await askAboutProducts(api, ask);
  await askAboutMoney(api, ask);
  await askForReport(api, ask);
  await askForNotifications(ask);
  return exchanges;
}

type RequestSender = (operationId: string, request: Request) => Promise<Record<string, unknown>>;

async function askAboutProducts(api: TestApi, ask: RequestSender): Promise<void> {
  const [suspended, bare, noisy, hidden] = api.world.products.filter((product) => product.marketplace === 'US');
  if (!suspended || !bare || !noisy || !hidden) throw new Error('The world is empty');
  applyEvent(api.world, { type: 'noise', asin: noisy.asin, marketplace: 'US' });
  applyEvent(api.world, { type: 'searchSuppressed', asin: hidden.asin, marketplace: 'US' });
  applyEvent(api.world, { type: 'listingSuspended', asin: suspended.asin, marketplace: 'US' });
  applyEvent(api.world, { type: 'imageRemoved', asin: bare.asin, marketplace: 'US' });
  const listingData =
    'summaries,attributes,issues,offers,fulfillmentAvailability,procurement,relationships,productTypes';
  const catalogData =
    'attributes,classifications,dimensions,identifiers,images,productTypes,relationships,salesRanks,summaries,vendorDetails';
  const us = { marketplaceIds: marketplaceIds.US, pageSize: '20' };
  await ask('getMarketplaceParticipations', { path: '/sellers/v1/marketplaceParticipations' });
  const path = `/listings/2021-08-01/items/${sellers.na}`;
  await ask('searchListingsItems', { path, query: { ...us, includedData: listingData } });
  await ask('searchListingsItems', { path, query: { marketplaceIds: 'nowhere' } });
  const catalog = '/catalog/2022-04-01/items';
  await ask('searchCatalogItems', {
    path: catalog,
    query: {
      ...us,
      identifiers: [suspended, bare, noisy].map(({ asin, parentAsin }) => `${asin},${parentAsin}`).join(','),
      identifiersType: 'ASIN',
      includedData: catalogData,
    },
  });
  await ask('searchCatalogItems', { path: catalog, query: { ...us, keywords: 'wooden', includedData: catalogData } });
  await ask('searchCatalogItems', { path: catalog, query: us });
  const skus = api.world.listingsOfSeller(sellers.na, 'US').slice(0, 19);
  const offers = { method: 'POST', path: '/batches/products/pricing/v0/listingOffers' } as const;
  const uris = [...skus.map(({ sku }) => sku), 'NO-SUCH-SKU'].map(
    (sku) => `/products/pricing/v0/listings/${sku}/offers`,
  );
  const requests = uris.map((uri) => ({ uri, method: 'GET', MarketplaceId: marketplaceIds.US, ItemCondition: 'New' }));
  await ask('getListingOffersBatch', { ...offers, body: { requests } });
  api.clock.advance(60_000);
  await ask('getListingOffersBatch', { ...offers, body: { requests: [] } });
  await ask('getListingOffersBatch', { ...offers, body: { requests } });
  const orders = { createdAfter: '2026-06-01T00:00:00Z', includedData: 'PROCEEDS,FULFILLMENT,PROMOTION' };
  await ask('searchOrders', { path: '/orders/2026-01-01/orders', query: orders });
  await ask('searchOrders', { path: '/orders/2026-01-01/orders', query: {} });
}

async function askAboutMoney(api: TestApi, ask: RequestSender): Promise<void> {
  const us = marketplaceIds.US;
  const skus = api.world.listingsOfSeller(sellers.na, 'US').map(({ sku }) => sku);
  const asins = api.world.products.filter(({ marketplace }) => marketplace === 'US').map(({ asin }) => asin);
  const inventory = { granularityType: 'Marketplace', granularityId: us, marketplaceIds: us };
  await ask('getInventorySummaries', { path: '/fba/inventory/v1/summaries', query: { ...inventory, details: 'true' } });
  await ask('getInventorySummaries', { path: '/fba/inventory/v1/summaries', query: inventory });
  await ask('getInventorySummaries', { path: '/fba/inventory/v1/summaries' });
  const price = { ListingPrice: { CurrencyCode: 'USD', Amount: 24.9 } };
  const asked = { MarketplaceId: us, IsAmazonFulfilled: true, PriceToEstimateFees: price, Identifier: 'one' };
  const body = [...asins.slice(0, 3), 'B0NOTHING0'].map((IdValue) => ({
    FeesEstimateRequest: asked,
    IdType: 'ASIN',
    IdValue,
  }));
  await ask('getMyFeesEstimates', { method: 'POST', path: '/products/fees/v0/feesEstimate', body });
  await ask('getMyFeesEstimates', { method: 'POST', path: '/products/fees/v0/feesEstimate', body: [] });
  const offers = { method: 'POST', path: '/replenishment/2022-11-07/offers/search' } as const;
  const filters = { marketplaceId: us, programTypes: ['SUBSCRIBE_AND_SAVE'] };
  await ask('listOffers', { ...offers, body: { pagination: { limit: 100, offset: 0 }, filters } });
  await ask('listOffers', { ...offers, body: { filters } });
  const prices = '/products/pricing/v0/competitivePrice';
  const bySku = { MarketplaceId: us, ItemType: 'Sku', Skus: [...skus.slice(0, 3), 'NO-SUCH-SKU'].join(',') };
  await ask('getCompetitivePricing', { path: prices, query: bySku });
  api.clock.advance(60_000);
  await ask('getCompetitivePricing', { path: prices, query: { MarketplaceId: us, ItemType: 'Asin' } });
  const byAsin = { MarketplaceId: us, ItemType: 'Asin', Asins: asins.slice(0, 3).join(',') };
  await ask('getCompetitivePricing', { path: prices, query: byAsin });
  const transactions = '/finances/2024-06-19/transactions';
  await ask('listTransactions', { path: transactions, query: { postedAfter: '2026-11-15T00:00:00Z' } });
  await ask('listTransactions', { path: transactions });
}

async function askForReport(api: TestApi, ask: RequestSender): Promise<void> {
  const path = '/reports/2021-06-30/reports';
  const wanted = { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: [marketplaceIds.US] };
  await ask('createReport', { method: 'POST', path, body: { ...wanted, reportType: 'GET_NOTHING' } });
  const { reportId } = await ask('createReport', { method: 'POST', path, body: wanted });
  await ask('getReport', { path: `${path}/1234567` });
  await ask('getReport', { path: `${path}/${String(reportId)}` });
  api.clock.advance(60_000);
  const { reportDocumentId } = await ask('getReport', { path: `${path}/${String(reportId)}` });
  await ask('getReportDocument', { path: `/reports/2021-06-30/documents/${String(reportDocumentId)}` });
  await ask('getReportDocument', { path: '/reports/2021-06-30/documents/none' });
}

async function askForNotifications(ask: RequestSender): Promise<void> {
  const destinations = '/notifications/v1/destinations';
  const grantless = { as: 'grantless' };
  const destination = { name: 'queue', resourceSpecification: { sqs: { arn: queueArn } } };
  await ask('createDestination', { ...grantless, method: 'POST', path: destinations, body: {} });
  const created = await ask('createDestination', {
    ...grantless,
    method: 'POST',
    path: destinations,
    body: destination,
  });
  await ask('createDestination', { ...grantless, method: 'POST', path: destinations, body: destination });
  const destinationId = idIn(created, 'destinationId');
  await ask('getDestinations', { ...grantless, path: destinations });
  await ask('getDestination', { ...grantless, path: `${destinations}/${destinationId}` });
  await ask('getDestination', { ...grantless, path: `${destinations}/none` });
  const path = '/notifications/v1/subscriptions/ANY_OFFER_CHANGED';
  const sample = { destinationId, testNotification: { payloadVersion: '1.0' } };
  await ask('sendTestNotification', { ...grantless, method: 'POST', path: `${path}/testNotification`, body: sample });
  await ask('sendTestNotification', { ...grantless, method: 'POST', path: `${path}/testNotification`, body: {} });
  const body = {
    payloadVersion: '1.0',
    destinationId,
    processingDirective: {
      eventFilter: { eventFilterType: 'ANY_OFFER_CHANGED', marketplaceIds: [marketplaceIds.US] },
    },
  };
  await ask('getSubscription', { path });
  const subscribed = await ask('createSubscription', { method: 'POST', path, body });
  await ask('createSubscription', { method: 'POST', path, body });
  await ask('getSubscription', { path });
  const byId = `${path}/${idIn(subscribed, 'subscriptionId')}`;
  await ask('getSubscriptionById', { ...grantless, path: byId });
  await ask('deleteDestination', { ...grantless, method: 'DELETE', path: `${destinations}/${destinationId}` });
  await ask('deleteSubscriptionById', { ...grantless, method: 'DELETE', path: byId });
  await ask('deleteSubscriptionById', { ...grantless, method: 'DELETE', path: byId });
  await ask('deleteDestination', { ...grantless, method: 'DELETE', path: `${destinations}/${destinationId}` });
}

function idIn({ payload }: Record<string, unknown>, name: string): string {
  const value = typeof payload === 'object' && payload !== null ? Object.entries(payload) : [];
  return String(value.find(([key]) => key === name)?.[1]);
}

describe('Every answer of the sandbox', () => {
  let exchanges: Exchange[];
  beforeAll(async () => {
    exchanges = await everyExchange(await startTestApi('NA', 60));
  });

  test('is covered by a successful request to every operation', () => {
    const good = exchanges.filter(({ status }) => status < 300).map(({ operationId }) => operationId);

    expect(new Set(good)).toEqual(new Set(operations.map(({ operationId }) => operationId)));
  });

  test.skipIf(!hasModels).each(Object.keys(modelFiles))("is valid by Amazon's model %s", (file) => {
    const validate = modelValidator(file);
    const own = exchanges.filter(({ operationId }) => modelFiles[file]?.includes(operationId));

    expect(own.length).toBeGreaterThan(0);
    for (const { operationId, status, body } of own) {
      expect({ operationId, status, wrong: validate(operationId, status, body) }).toEqual({
        operationId,
        status,
        wrong: [],
      });
    }
  });

  test.skipIf(!hasModels)('would be invalid with a field that the model does not name', () => {
    const validate = modelValidator('sellers.json');
    const found = exchanges.find(({ operationId }) => operationId === 'getMarketplaceParticipations');

    expect(validate('getMarketplaceParticipations', 200, { ...Object(found?.body), extra: 1 })).not.toEqual([]);
  });
});
