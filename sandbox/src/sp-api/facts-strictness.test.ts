import { beforeEach, describe, expect, test } from 'vitest';
import { marketplaceIds, sellers, startTestApi, type Request, type TestApi } from './testing/test-api.ts';

const as = sellers.na;
const US = marketplaceIds.US;
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `NAME-${index}`);

const inventory = (query: object): Request => ({
  path: '/fba/inventory/v1/summaries',
  as,
  query: { granularityType: 'Marketplace', granularityId: US, marketplaceIds: US, ...query },
});
const fees = (body: unknown): Request => ({ method: 'POST', path: '/products/fees/v0/feesEstimate', as, body });
const fee = (changes: object = {}): object => ({
  FeesEstimateRequest: {
    MarketplaceId: US,
    PriceToEstimateFees: { ListingPrice: { CurrencyCode: 'USD', Amount: 20 } },
    Identifier: 'mine',
  },
  IdType: 'SellerSKU',
  IdValue: 'ANY',
  ...changes,
});
const replenishment = (pagination: object, filters: object = {}): Request => ({
  method: 'POST',
  path: '/replenishment/2022-11-07/offers/search',
  as,
  body: { pagination, filters: { marketplaceId: US, programTypes: ['SUBSCRIBE_AND_SAVE'], ...filters } },
});
const page = { limit: 100, offset: 0 };
const prices = (query: Record<string, string>): Request => ({
  path: '/products/pricing/v0/competitivePrice',
  as,
  query: { MarketplaceId: US, ...query },
});
const transactions = (query: Record<string, string>): Request => ({
  path: '/finances/2024-06-19/transactions',
  as,
  query,
});

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi('NA');
});

const refusals = (): unknown[] => api.world.ledger.entriesAfter(0).filter(({ kind }) => kind === 'refusal');

describe('The sandbox refuses with 400', () => {
  test.each<[string, Request]>([
    ['a stock query for two marketplaces', inventory({ marketplaceIds: `${US},${marketplaceIds.CA}` })],
    ['a stock query with another granularity', inventory({ granularityType: 'Country' })],
    ['a stock query whose granularity is another marketplace', inventory({ granularityId: marketplaceIds.CA })],
    ['a stock query for more than 50 SKUs', inventory({ sellerSkus: names(51).join(',') })],
    ['a stock query with a duplicate SKU', inventory({ sellerSkus: 'A,A' })],
    ['a stock query whose details flag is not true or false', inventory({ details: 'yes' })],
    ['a stock query for changes more than 18 months ago', inventory({ startDateTime: '2025-01-01T00:00:00Z' })],
    ['a stock query with the page token of another query', inventory({ nextToken: 'nonsense' })],
    ['an empty list of fee requests', fees([])],
    ['more than 20 fee requests', fees(names(21).map((IdValue) => fee({ IdValue })))],
    ['a fee request without a price', fees([fee({ FeesEstimateRequest: { MarketplaceId: US, Identifier: 'mine' } })])],
    ['a fee request with an unknown id type', fees([fee({ IdType: 'EAN' })])],
    ['a fee request outside a list', fees(fee())],
    ['a page of more than 100 replenishment offers', replenishment({ limit: 101, offset: 0 })],
    ['a replenishment query with an offset above 9000', replenishment({ limit: 100, offset: 9001 })],
    ['a replenishment query for more than 20 ASINs', replenishment(page, { asins: names(21) })],
    ['a replenishment query without a program', replenishment(page, { programTypes: [] })],
    ['a replenishment query with an unknown filter', replenishment(page, { colour: 'red' })],
    ['a price query without ids', prices({ ItemType: 'Asin' })],
    ['a price query for ASINs with a list of SKUs', prices({ ItemType: 'Asin', Skus: 'A' })],
    ['a price query with ASINs and SKUs', prices({ ItemType: 'Asin', Asins: 'B000000001', Skus: 'A' })],
    ['a price query for more than 20 SKUs', prices({ ItemType: 'Sku', Skus: names(21).join(',') })],
    ['a transaction query without a start', transactions({})],
    [
      'a transaction query that starts less than two minutes ago',
      transactions({ postedAfter: '2026-11-20T11:59:00Z' }),
    ],
    [
      'a transaction query that ends before it starts',
      transactions({ postedAfter: '2026-11-10T00:00:00Z', postedBefore: '2026-11-09T00:00:00Z' }),
    ],
    ['a transaction query with an identifier name but no value', transactions({ relatedIdentifierName: 'ORDER_ID' })],
  ])('%s', async (_name, request) => {
    const { status, text, headers } = await api.call(request);

    expect({ status, code: text.includes('"code":"InvalidInput"') }).toEqual({ status: 400, code: true });
    expect(headers['x-amzn-ratelimit-limit']).toBeTruthy();
    expect(refusals()).toHaveLength(1);
  });
});

test('a replenishment query for the Netherlands, where no seeded seller sells, is refused with 403', async () => {
  const filters = { marketplaceId: 'A1805IZSGTT6HS' };

  expect((await api.call(replenishment(page, filters))).status).toBe(403);
});

test.each<[string, Request]>([
  ['stock', inventory({ marketplaceIds: marketplaceIds.UK, granularityId: marketplaceIds.UK })],
  ['replenishment', replenishment(page, { marketplaceId: marketplaceIds.UK })],
  ['prices', prices({ MarketplaceId: marketplaceIds.UK, ItemType: 'Sku', Skus: 'A' })],
  ['transactions', transactions({ postedAfter: '2026-11-01T00:00:00Z', marketplaceId: marketplaceIds.UK })],
])(
  'a query for %s of a marketplace in which the seller does not participate is refused with 403',
  async (_name, request) => {
    expect((await api.call(request)).status).toBe(403);
  },
);

test.each<[string, { path: string; rate: number; burst: number }]>([
  ['getInventorySummaries', { path: '/fba/inventory/v1/summaries', rate: 2, burst: 2 }],
  ['getMyFeesEstimates', { path: '/products/fees/v0/feesEstimate', rate: 0.5, burst: 1 }],
  ['listOffers', { path: '/replenishment/2022-11-07/offers/search', rate: 1, burst: 1 }],
  ['getCompetitivePricing', { path: '/products/pricing/v0/competitivePrice', rate: 0.5, burst: 1 }],
  ['listTransactions', { path: '/finances/2024-06-19/transactions', rate: 0.5, burst: 10 }],
])('operation %s has the documented rate and burst', async (_name, { path, rate, burst }) => {
  const isPost = /fees|replenishment/.test(path);
  const ask = (): Promise<{ status: number; headers: Readonly<Record<string, unknown>> }> =>
    api.call({ method: isPost ? 'POST' : 'GET', path, as, ...(isPost && { body: {} }) });

  const allowed = [];
  for (let count = 0; count < burst; count += 1) allowed.push(await ask());

  expect(allowed.map(({ status }) => status)).toEqual(allowed.map(() => 400));
  expect(Number(allowed[0]?.headers['x-amzn-ratelimit-limit'])).toBe(rate);
  expect((await ask()).status).toBe(429);
  api.clock.advance(1000 / rate);
  expect((await ask()).status).toBe(400);
});
