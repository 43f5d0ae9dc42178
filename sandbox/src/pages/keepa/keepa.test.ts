import { beforeEach, describe, expect, test } from 'vitest';
import { eventfulProduct, post } from '../../sp-api/testing/event-scenes.ts';
import { startTestApi, type Response, type TestApi } from '../../sp-api/testing/test-api.ts';
import type { Product } from '../../world/model/product.ts';
import { ratingCount, shownTenths } from '../../world/model/reviews.ts';
import { searchResults } from '../../world/model/search.ts';
import { keepaTime } from './product-object.ts';

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

const ask = (query: Record<string, string>): Promise<Response> => api.page('/keepa/product', { domain: '1', ...query });
const asins = (count: number): string =>
  Array.from({ length: count }, (_, index) => `B0${10_000_000 + index}`).join(',');

test('times are counted in minutes since 2011', () => {
  expect(keepaTime(new Date('2011-01-01T00:00:00Z'))).toBe(0);
  expect(keepaTime(new Date('2026-05-10T04:16:00Z'))).toBe(8_075_776);
});

describe('A request is refused', () => {
  test.each<[string, Record<string, string>, number]>([
    ['with a wrong key', { asin: 'B000000001', key: 'wrong' }, 402],
    ['without an ASIN', {}, 400],
    ['for more than a hundred ASINs', { asin: asins(101) }, 400],
    ['in a marketplace that Keepa does not know', { asin: 'B000000001', domain: '5' }, 400],
    ['with an unknown parameter', { asin: 'B000000001', reviews: '1' }, 400],
  ])('%s', async (_name, query, status) => {
    const answered = await ask(query);

    expect(answered.status).toBe(status);
    expect(answered.body).toMatchObject({ error: { message: expect.any(String) }, tokensLeft: expect.any(Number) });
  });

  test('when the tokens are used up, and answered again after a refill', async () => {
    await ask({ asin: asins(100) });
    const refused = await ask({ asin: product.asin });

    api.clock.advance(60_000);
    const answered = await ask({ asin: product.asin });

    expect([refused.status, answered.status]).toEqual([429, 200]);
    expect(answered.body).toMatchObject({ tokensLeft: 9, tokensConsumed: 1, refillRate: 10 });
  });
});

describe('A product', () => {
  test('has its rating in tenths and the number of ratings if they were requested', async () => {
    const { body } = await ask({ asin: product.asin, rating: '1', stats: '1' });

    const numbers: { csv: number[][]; stats: { current: number[] } } = Object(body)['products'][0];
    const now = keepaTime(api.clock.now());
    expect(numbers.csv).toHaveLength(36);
    expect(numbers.csv[16]).toEqual([now, shownTenths(product.stars)]);
    expect(numbers.stats.current[17]).toBe(ratingCount(product.stars));
  });

  test('has neither rating nor statistics if they were not requested', async () => {
    const { body } = await ask({ asin: product.asin, history: '0' });

    expect(body).toMatchObject({ products: [{ asin: product.asin, csv: null, stats: null }] });
  });

  test('that does not exist is returned with its ASIN and no title', async () => {
    const { body } = await ask({ asin: `${product.asin},B0NOTHING0`, stats: '1' });

    expect(body).toMatchObject({ products: [{ title: product.title }, { asin: 'B0NOTHING0', title: null }] });
  });

  test('without a buy box holder has buyBoxIsUnqualified set', async () => {
    post(api.world, product, 'addToCartRemoved');

    const { body } = await ask({ asin: product.asin, stats: '1' });

    expect(body).toMatchObject({ products: [{ stats: { buyBoxSellerId: null, buyBoxIsUnqualified: true } }] });
  });
});

test.each<[string, number]>([
  ['429', 429],
  ['500', 500],
])('the fault %s is answered with %i and costs no tokens', async (fault, status) => {
  api.faults.add({ fault, operation: 'keepa.product' });

  const refused = await ask({ asin: product.asin });

  expect(refused.status).toBe(status);
  expect((await ask({ asin: product.asin })).body).toMatchObject({ tokensLeft: 99 });
});

test('a search returns ten ASINs per page in the order of the marketplace', async () => {
  const term = product.searchPositions.keys().next().value ?? '';
  const search = (page: string): Promise<Response> =>
    api.page('/keepa/search', { domain: '1', type: 'product', term, page, 'asins-only': '1' });

  const lists = [await search('0'), await search('1')].map(({ body }) => body['asinList']);

  expect(lists.flat()).toEqual(
    searchResults(api.world, 'US', term)
      .slice(0, 20)
      .map(({ asin }) => asin),
  );
});
