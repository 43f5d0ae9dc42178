import { beforeEach, describe, expect, test } from 'vitest';
import { marketplaceIds, sellers, startTestApi, type Request, type TestApi } from './testing/test-api.ts';

const as = sellers.na;
const catalog = '/catalog/2022-04-01/items';
const listings = `/listings/2021-08-01/items/${sellers.na}`;
const orders = '/orders/2026-01-01/orders';
const us = { marketplaceIds: marketplaceIds.US };
const asins = (count: number): string =>
  Array.from({ length: count }, (_, index) => `B0${10_000_000 + index}`).join(',');
const byAsin = { ...us, identifiersType: 'ASIN', identifiers: asins(1) };
const member = (sku: string): object => ({
  uri: `/products/pricing/v0/listings/${sku}/offers`,
  method: 'GET',
  MarketplaceId: marketplaceIds.US,
  ItemCondition: 'New',
});
const batch = (requests: readonly object[]): Request => ({
  method: 'POST',
  path: '/batches/products/pricing/v0/listingOffers',
  as,
  body: { requests },
});
const report = (body: object): Request => ({ method: 'POST', path: '/reports/2021-06-30/reports', as, body });
const listingsReport = 'GET_MERCHANT_LISTINGS_ALL_DATA';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi('NA');
});

const refusals = (): (readonly [type: string, status: unknown])[] =>
  api.world.ledger
    .entriesAfter(0)
    .filter(({ kind }) => kind === 'refusal')
    .map(({ type, detail }) => [type, detail['status']]);

describe('The sandbox refuses with 400', () => {
  test.each<[string, Request]>([
    ['an unknown parameter', { path: catalog, as, query: { ...byAsin, colour: 'red' } }],
    ['a missing marketplace', { path: catalog, as, query: { identifiersType: 'ASIN', identifiers: asins(1) } }],
    ['an unknown marketplace', { path: catalog, as, query: { ...byAsin, marketplaceIds: 'ANOWHERE' } }],
    [
      'a catalogue search in two marketplaces',
      { path: catalog, as, query: { ...byAsin, marketplaceIds: `${us.marketplaceIds},${marketplaceIds.CA}` } },
    ],
    ['more than 20 identifiers', { path: catalog, as, query: { ...byAsin, identifiers: asins(21) } }],
    ['a duplicate identifier', { path: catalog, as, query: { ...byAsin, identifiers: `${asins(1)},${asins(1)}` } }],
    ['an unknown identifiersType', { path: catalog, as, query: { ...byAsin, identifiersType: 'NAME' } }],
    ['identifiers without their type', { path: catalog, as, query: { ...us, identifiers: asins(1) } }],
    ['identifiers together with keywords', { path: catalog, as, query: { ...byAsin, keywords: 'pan' } }],
    ['SKUs without the seller', { path: catalog, as, query: { ...byAsin, identifiersType: 'SKU' } }],
    ['an unknown data set', { path: catalog, as, query: { ...byAsin, includedData: 'reviews' } }],
    ['a page larger than 20', { path: catalog, as, query: { ...byAsin, pageSize: '21' } }],
    ['the page token of another query', { path: catalog, as, query: { ...byAsin, pageToken: 'nonsense' } }],
    [
      'a repeated parameter',
      {
        path: `${catalog}?identifiers=B000000001&identifiers=B000000002&identifiersType=ASIN&marketplaceIds=${us.marketplaceIds}`,
        as,
      },
    ],
    ['more than 20 SKUs', { path: listings, as, query: { ...us, identifiersType: 'SKU', identifiers: asins(21) } }],
    [
      'identifiers together with a parent SKU',
      { path: listings, as, query: { ...us, ...byAsin, variationParentSku: 'X' } },
    ],
    ['an empty batch', batch([])],
    ['a batch of more than 20 members', batch(Array.from({ length: 21 }, (_, index) => member(`SKU-${index}`)))],
    ['a batch with a duplicate member', batch([member('A'), member('B'), member('A')])],
    ['a batch member without a condition', batch([{ ...member('A'), ItemCondition: undefined }])],
    [
      'a batch member for another operation',
      batch([{ ...member('A'), uri: '/products/pricing/v0/items/B000000001/offers' }]),
    ],
    ['an order search without a start', { path: orders, as, query: {} }],
    [
      'an order search with two starts',
      { path: orders, as, query: { createdAfter: '2026-11-01T00:00:00Z', lastUpdatedAfter: '2026-11-01T00:00:00Z' } },
    ],
    [
      'an order search that ends less than two minutes ago',
      { path: orders, as, query: { createdAfter: '2026-11-01T00:00:00Z', createdBefore: '2026-11-20T11:59:00Z' } },
    ],
    ['a date without a zone', { path: orders, as, query: { createdAfter: '2026-11-01' } }],
    ['an unknown report type', report({ reportType: 'GET_NOTHING', marketplaceIds: [marketplaceIds.US] })],
    ['a report without a marketplace', report({ reportType: listingsReport })],
    ['a report for an unknown marketplace', report({ reportType: listingsReport, marketplaceIds: ['ANOWHERE'] })],
    [
      'a body that is not JSON',
      { ...report({}), body: '{"reportType":', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a request without User-Agent',
      { path: '/sellers/v1/marketplaceParticipations', as, headers: { 'user-agent': '' } },
    ],
  ])('%s', async (_name, request) => {
    const answered = await api.call(request);

    expect({ status: answered.status, code: answered.text.includes('"code":"InvalidInput"') }).toEqual({
      status: 400,
      code: true,
    });
    expect(answered.headers['x-amzn-requestid']).toBeTruthy();
    expect(answered.headers['x-amzn-ratelimit-limit']).toBeTruthy();
    expect(refusals()).toHaveLength(1);
  });
});

describe('The sandbox refuses with 403', () => {
  test.each<[string, Request]>([
    ['a request without a token', { path: catalog, query: byAsin }],
    ['an unknown token', { path: catalog, as: 'unknown', query: byAsin }],
    ['an expired token', { path: catalog, as: `${as}:expired`, query: byAsin }],
    ['a seller of another region', { path: '/sellers/v1/marketplaceParticipations', as: sellers.eu }],
    ['an Indian seller at the American endpoint', { path: '/sellers/v1/marketplaceParticipations', as: sellers.in }],
    [
      'a marketplace in which the seller does not participate',
      { path: catalog, as, query: { ...byAsin, marketplaceIds: marketplaceIds.UK } },
    ],
    ["another seller's listings", { path: `/listings/2021-08-01/items/${sellers.spare}`, as, query: us }],
    ["a seller's token for a grantless operation", { path: '/notifications/v1/destinations', as }],
    ["the application's token for a seller's operation", { path: catalog, as: 'grantless', query: byAsin }],
    [
      'an order search that requests personal data',
      { path: orders, as, query: { createdAfter: '2026-11-01T00:00:00Z', includedData: 'BUYER' } },
    ],
  ])('%s', async (_name, request) => {
    const answered = await api.call(request);

    expect(answered.status).toBe(403);
    expect(answered.body).toMatchObject({
      errors: [{ code: 'Unauthorized', message: 'Access to requested resource is denied.' }],
    });
    expect(answered.headers['x-amzn-ratelimit-limit']).toBeUndefined();
    expect(refusals()).toHaveLength(1);
  });
});

test('an Indian seller is served at the European endpoint', async () => {
  const europe = await startTestApi('EU');

  const answered = await europe.call({ path: '/sellers/v1/marketplaceParticipations', as: sellers.in });

  expect(answered.body).toMatchObject({ payload: [{ marketplace: { id: marketplaceIds.IN, countryCode: 'IN' } }] });
});

test('an invalid member of a batch gets its own 400 and does not affect the others', async () => {
  const [listing] = api.world.listingsOfSeller(as, 'US');

  const answered = await api.call(batch([member(listing?.sku ?? ''), member('NO-SUCH-SKU')]));

  expect(answered.status).toBe(200);
  expect(answered.body).toMatchObject({
    responses: [
      { status: { statusCode: 200 }, body: { payload: { SKU: listing?.sku } } },
      { status: { statusCode: 400 }, body: { errors: [{ code: 'InvalidInput' }] } },
    ],
  });
  expect(refusals()).toEqual([['getListingOffersBatch', 400]]);
});

test('an unknown path is refused and recorded', async () => {
  const answered = await api.call({ path: '/catalog/2020-12-01/items', as });

  expect(answered.status).toBe(404);
  expect(refusals()).toEqual([['GET /sp-api/catalog/2020-12-01/items', 404]]);
});

test('a request without a body may have content type JSON', async () => {
  const headers = { 'content-type': 'application/json' };

  const answered = await api.call({
    method: 'DELETE',
    path: '/notifications/v1/destinations/none',
    as: 'grantless',
    headers,
  });

  expect(answered.status).toBe(404);
  expect(refusals()).toEqual([]);
});

test('marketplaces of the region in which a seller does not participate are listed as such', async () => {
  const answered = await api.call({ path: '/sellers/v1/marketplaceParticipations', as });

  expect(answered.body).toMatchObject({
    payload: [
      { marketplace: { countryCode: 'US' }, participation: { isParticipating: true } },
      { marketplace: { countryCode: 'CA' }, participation: { isParticipating: true } },
      { marketplace: { countryCode: 'MX' }, participation: { isParticipating: false } },
      { marketplace: { countryCode: 'BR' }, participation: { isParticipating: false } },
    ],
  });
});

test('neither a successful request nor a 404 for a missing object is recorded as refused', async () => {
  await api.call({ path: catalog, as, query: byAsin });
  await api.call({ path: '/notifications/v1/subscriptions/ANY_OFFER_CHANGED', as });

  expect(refusals()).toEqual([]);
});
