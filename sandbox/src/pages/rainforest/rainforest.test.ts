import { beforeEach, describe, expect, test } from 'vitest';
import { eventfulProduct, post } from '../../sp-api/testing/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type Response, type TestApi } from '../../sp-api/testing/test-api.ts';
import { createReplay } from '../../sp-api/replay/replay.ts';
import { applyEvent } from '../../world/events/events.ts';
import type { Product } from '../../world/model/product.ts';

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

const ask = (query: Record<string, string>): Promise<Response> =>
  api.page('/rainforest/request', { amazon_domain: 'amazon.com', ...query });
const askForProduct = (asin = product.asin): Promise<Response> => ask({ type: 'product', asin });
const refusals = () => api.world.ledger.entriesAfter(0).filter(({ kind }) => kind === 'refusal');
const keyword = (): string => product.searchPositions.keys().next().value ?? '';

describe('A request is refused', () => {
  test.each<[string, Record<string, string>, number]>([
    ['with a wrong key', { type: 'product', asin: 'B000000001', api_key: 'wrong' }, 401],
    ['without a type', { asin: 'B000000001' }, 400],
    ['of an unknown type', { type: 'bestsellers' }, 400],
    ['without an ASIN', { type: 'product' }, 400],
    ['with an invalid ASIN', { type: 'product', asin: 'frying-pan' }, 400],
    ['in an unknown marketplace', { type: 'product', asin: 'B000000001', amazon_domain: 'amazon.example' }, 400],
    ['with the parameter of another type', { type: 'product', asin: 'B000000001', search_term: 'pan' }, 400],
    ['with an unknown parameter', { type: 'product', asin: 'B000000001', colour: 'red' }, 400],
    ['with an empty search phrase', { type: 'search', search_term: '' }, 400],
    ['for page 0', { type: 'search', search_term: 'pan', page: '0' }, 400],
    ['without a seller id', { type: 'seller_feedback' }, 400],
  ])('%s', async (_name, query, status) => {
    const answered = await ask(query);

    expect(answered.status).toBe(status);
    expect(answered.body).toMatchObject({ request_info: { success: false, message: expect.any(String) } });
    expect(refusals()).toHaveLength(1);
  });

  test('when the credits are used up; each page costs one', async () => {
    for (let count = 0; count < 99; count += 1) await askForProduct();
    const last = await askForProduct();

    expect(last.body).toMatchObject({ request_info: { credits_used: 100, credits_remaining: 0 } });
    expect((await askForProduct()).status).toBe(402);
  });

  test('when too many requests are open at the same time', async () => {
    api.faults.add({ fault: 'slow', delayMs: 20, count: 3 });

    const answers = await Promise.all([askForProduct(), askForProduct(), askForProduct(), askForProduct()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
  });
});

test.each<[string, number]>([
  ['429', 429],
  ['500', 503],
])('the fault %s is answered with %i, costs no credits and is marked as injected', async (fault, status) => {
  api.faults.add({ fault, operation: 'rainforest.product' });

  expect((await askForProduct()).status).toBe(status);
  expect(refusals()).toMatchObject([{ detail: { isInjected: true } }]);
  expect((await askForProduct()).body).toMatchObject({ request_info: { credits_used: 1 } });
});

test('a malformed answer has status 200 and is not JSON', async () => {
  api.faults.add({ fault: 'malformed', operation: 'rainforest.product' });

  const { status, text } = await askForProduct();

  expect(status).toBe(200);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('the answer repeats the request parameters without the key', async () => {
  const { text, body } = await askForProduct();

  expect(body).toMatchObject({
    request_info: { success: true, credits_used_this_request: 1 },
    request_parameters: { type: 'product', asin: product.asin, amazon_domain: 'amazon.com' },
    request_metadata: { amazon_url: expect.stringContaining(product.asin) },
  });
  expect(text).not.toContain('rainforest-key');
});

describe('A product page', () => {
  test('of an unknown ASIN is empty and successful', async () => {
    const { status, body } = await askForProduct('B0NOTHING0');

    expect({ status, product: body['product'] }).toEqual({ status: 200, product: {} });
    expect(body).toMatchObject({ request_info: { success: true, credits_used_this_request: 1 } });
  });

  test('of a suspended product without other sellers is empty', async () => {
    product.rivals = [];
    post(api.world, product, 'listingSuspended');

    expect((await askForProduct()).body['product']).toEqual({});
  });

  test('shows its reviews in order, at most thirteen', async () => {
    for (let count = 0; count < 15; count += 1) {
      applyEvent(api.world, {
        type: 'reviewPosted',
        asin: product.asin,
        marketplace: 'US',
        rating: 5,
        title: `#${count}`,
      });
    }

    const titles = [...(await askForProduct()).text.matchAll(/"title":"(#\d+)"/g)].map(([, title]) => title);

    expect(titles).toEqual(product.reviews.slice(0, 13).map(({ title }) => title));
  });

  test('shows the average in tenths, the total, and counts by stars from rounded percentages', async () => {
    product.stars = [1, 0, 0, 1, 1];

    expect((await askForProduct()).body).toMatchObject({
      product: {
        rating: 3.3,
        ratings_total: 3,
        rating_breakdown: { five_star: { percentage: 33, count: 0 }, one_star: { percentage: 33, count: 0 } },
      },
    });
  });

  test('without ratings has no rating fields', async () => {
    product.stars = [0, 0, 0, 0, 0];

    expect((await askForProduct()).text).not.toContain('ratings_total');
  });

  test('names the phrase of its choice badge, if it has the badge', async () => {
    expect((await askForProduct()).text).not.toContain('amazons_choice');

    post(api.world, product, 'choiceBadgeWon');

    const choice = { keywords: keyword(), link: expect.any(String) };
    expect((await askForProduct()).body).toMatchObject({ product: { amazons_choice: choice } });
  });

  test('names the buy box holder, if there is one', async () => {
    expect((await askForProduct()).body).toMatchObject({
      product: { buybox_winner: { fulfillment: { third_party_seller: { id: sellers.na } } } },
    });

    post(api.world, product, 'addToCartRemoved');

    const page = await askForProduct();
    expect(page.body).not.toHaveProperty('product.buybox_winner');
    expect(page.body).toHaveProperty('product.title', product.title);
  });

  test('has the currency and links of its marketplace', async () => {
    const { body } = await askForProduct();

    expect(body).toMatchObject({ product: { marketplace_id: marketplaceIds.US } });
    expect((await ask({ type: 'product', asin: product.asin, amazon_domain: 'amazon.de' })).body['product']).toEqual(
      {},
    );
  });
});

interface Row {
  readonly asin: string;
  readonly position: number;
  readonly sponsored?: boolean;
  readonly is_carousel?: boolean;
}
const rowsOf = ({ body }: Response): Row[] => Object(body)['search_results'];
const organic = (rows: readonly Row[]): string[] =>
  rows.filter((row) => !row.sponsored && !row.is_carousel).map(({ asin }) => asin);
const search = (more: Record<string, string> = {}): Promise<Response> =>
  ask({ type: 'search', search_term: keyword(), ...more });

describe('Search results', () => {
  test('contain the product at its position among the unpaid results', async () => {
    applyEvent(api.world, {
      type: 'searchRankChanged',
      asin: product.asin,
      marketplace: 'US',
      keyword: keyword(),
      position: 27,
    });

    const [first, second] = [organic(rowsOf(await search())), organic(rowsOf(await search({ page: '2' })))];

    expect([...first, ...second].indexOf(product.asin)).toBe(26);
  });

  test('contain paid results between the others, some of them for products that are also unpaid results', async () => {
    const rows = rowsOf(await search({ max_page: '3' }));

    const paid = rows.filter(({ sponsored }) => sponsored).map(({ asin }) => asin);
    expect(paid.length).toBeGreaterThan(2);
    expect(paid.some((asin) => organic(rows).includes(asin))).toBe(true);
    expect(rows.some((row) => row.is_carousel)).toBe(true);
  });

  test('count positions from one on every page, and across pages if several were requested', async () => {
    const one = rowsOf(await search({ page: '2' }));
    const all = await search({ max_page: '2' });

    expect(one.map(({ position }) => position)).toEqual(one.map((_, index) => index + 1));
    expect(rowsOf(all).map((row) => Object(row)['position_overall'])).toEqual(rowsOf(all).map((_, index) => index + 1));
    expect(all.body).toMatchObject({ request_info: { credits_used_this_request: 2 }, pagination: { total_pages: 3 } });
  });

  test('are empty after the last page', async () => {
    expect(rowsOf(await search({ page: '4' }))).toEqual([]);
  });

  test('contain the product when searched by ASIN, unless it is hidden from search', async () => {
    const find = async (): Promise<string[]> =>
      organic(rowsOf(await ask({ type: 'search', search_term: product.asin })));
    expect((await find())[0]).toBe(product.asin);

    post(api.world, product, 'searchSuppressed');

    expect(await find()).not.toContain(product.asin);
  });
});

test('reviews can be filtered by stars, ten per page', async () => {
  post(api.world, product, 'reviewPosted');
  const bad = product.reviews.filter(({ rating }) => rating <= 3).length;

  const { body } = await ask({
    type: 'reviews',
    asin: product.asin,
    review_stars: 'all_critical',
    sort_by: 'most_recent',
  });

  expect(body).toMatchObject({ pagination: { total_results: bad }, reviews: [{ rating: 1, position: 1 }] });
});

test('offers start with the buy box holder', async () => {
  post(api.world, product, 'buyBoxLost');

  const { body } = await ask({ type: 'offers', asin: product.asin });

  const offers: { seller: { id: string }; buybox_winner?: boolean }[] = Object(body)['offers'];
  expect(offers[0]).toMatchObject({ buybox_winner: true, seller: { id: product.buyBoxSellerId } });
  expect(offers.filter((offer) => offer.buybox_winner)).toHaveLength(1);
});

test('seller feedback is returned for one marketplace, newest first', async () => {
  post(api.world, product, 'feedbackReceived');

  const { body } = await ask({ type: 'seller_feedback', seller_id: sellers.na });

  const [newest] = api.world.feedbackOf(sellers.na);
  expect(body).toHaveProperty('seller_feedback.0.rating', newest?.rating);
  expect(body).toHaveProperty('seller_feedback.0.body', newest?.comment);
  expect(body).toHaveProperty('pagination.has_next_page', true);
});

test('a selected captured page is returned once, if the request is valid', async () => {
  const body = Buffer.from('{"product":{"title":"Real"}}');
  const entry = { kind: 'response', operationId: 'rainforest.product', status: 200, headers: {}, body } as const;
  const replay = createReplay([{ ...entry, name: 'real.json' }]);
  api = await startTestApi('NA', 60, replay);
  replay.pick({ name: 'real.json' });

  const wrong = await ask({ type: 'product' });
  const texts = [(await askForProduct()).text, (await askForProduct()).text];

  expect(wrong.status).toBe(400);
  expect(texts.map((text) => text === body.toString())).toEqual([true, false]);
});
