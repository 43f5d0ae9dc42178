import { beforeEach, describe, expect, test } from 'vitest';
import { marketplaceIds, sellers, startTestApi, type Request, type TestApi } from './test-api.ts';

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
    ['stock of two marketplaces', inventory({ marketplaceIds: `${US},${marketplaceIds.CA}` })],
    ['stock by another granularity', inventory({ granularityType: 'Country' })],
    ['stock with the granularity of another marketplace', inventory({ granularityId: marketplaceIds.CA })],
    ['stock of more than 50 SKUs', inventory({ sellerSkus: names(51).join(',') })],
    ['stock of a SKU named twice', inventory({ sellerSkus: 'A,A' })],
    ['stock with details that are neither', inventory({ details: 'yes' })],
    ['stock changed more than 18 months ago', inventory({ startDateTime: '2025-01-01T00:00:00Z' })],
    ['stock with the token of another question', inventory({ nextToken: 'nonsense' })],
    ['no fees at all', fees([])],
    ['more than 20 fees', fees(names(21).map((IdValue) => fee({ IdValue })))],
    ['a fee without a price', fees([fee({ FeesEstimateRequest: { MarketplaceId: US, Identifier: 'mine' } })])],
    ['a fee by an unknown kind of id', fees([fee({ IdType: 'EAN' })])],
    ['fees outside of a list', fees(fee())],
    ['more than 100 offers', replenishment({ limit: 101, offset: 0 })],
    ['offers beyond the nine thousandth', replenishment({ limit: 100, offset: 9001 })],
    ['offers of more than 20 ASINs', replenishment(page, { asins: names(21) })],
    ['offers of no program', replenishment(page, { programTypes: [] })],
    ['offers by an unknown filter', replenishment(page, { colour: 'red' })],
    ['prices by no list', prices({ ItemType: 'Asin' })],
    ['prices by the list of the other kind', prices({ ItemType: 'Asin', Skus: 'A' })],
    ['prices by both lists', prices({ ItemType: 'Asin', Asins: 'B000000001', Skus: 'A' })],
    ['more than 20 prices', prices({ ItemType: 'Sku', Skus: names(21).join(',') })],
    ['transactions without a start', transactions({})],
    ['transactions up to this minute', transactions({ postedAfter: '2026-11-20T11:59:00Z' })],
    [
      'transactions that end before they start',
      transactions({ postedAfter: '2026-11-10T00:00:00Z', postedBefore: '2026-11-09T00:00:00Z' }),
    ],
    ['transactions of half an identifier', transactions({ relatedIdentifierName: 'ORDER_ID' })],
  ])('%s', async (_name, request) => {
    const { status, text, headers } = await api.call(request);

    expect({ status, code: text.includes('"code":"InvalidInput"') }).toEqual({ status: 400, code: true });
    expect(headers['x-amzn-ratelimit-limit']).toBeTruthy();
    expect(refusals()).toHaveLength(1);
  });

  test('subscriptions in a marketplace that has none', async () => {
    const filters = { marketplaceId: 'A1805IZSGTT6HS' };

    // Nobody of this world sells in the Netherlands: that is refused before, in the same words as anywhere else.
    expect((await api.call(replenishment(page, filters))).status).toBe(403);
  });
});

test.each<[string, Request]>([
  ['stock', inventory({ marketplaceIds: marketplaceIds.UK, granularityId: marketplaceIds.UK })],
  ['replenishment', replenishment(page, { marketplaceId: marketplaceIds.UK })],
  ['prices', prices({ MarketplaceId: marketplaceIds.UK, ItemType: 'Sku', Skus: 'A' })],
  ['transactions', transactions({ postedAfter: '2026-11-01T00:00:00Z', marketplaceId: marketplaceIds.UK })],
])('%s of a marketplace in which the seller does not take part are refused with 403', async (_name, request) => {
  expect((await api.call(request)).status).toBe(403);
});

test.each<[string, { path: string; rate: number; burst: number }]>([
  ['getInventorySummaries', { path: '/fba/inventory/v1/summaries', rate: 2, burst: 2 }],
  ['getMyFeesEstimates', { path: '/products/fees/v0/feesEstimate', rate: 0.5, burst: 1 }],
  ['listOffers', { path: '/replenishment/2022-11-07/offers/search', rate: 1, burst: 1 }],
  ['getCompetitivePricing', { path: '/products/pricing/v0/competitivePrice', rate: 0.5, burst: 1 }],
  ['listTransactions', { path: '/finances/2024-06-19/transactions', rate: 0.5, burst: 10 }],
])('%s has the documented rate and burst', async (_name, { path, rate, burst }) => {
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
