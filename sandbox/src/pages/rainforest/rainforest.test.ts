import { beforeEach, describe, expect, test } from 'vitest';
import { eventfulProduct, post } from '../../sp-api/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type Response, type TestApi } from '../../sp-api/test-api.ts';
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
    ['for no product', { type: 'product' }, 400],
    ['for what is no ASIN', { type: 'product', asin: 'frying-pan' }, 400],
    ['in an unknown marketplace', { type: 'product', asin: 'B000000001', amazon_domain: 'amazon.example' }, 400],
    ['with the parameter of another type', { type: 'product', asin: 'B000000001', search_term: 'pan' }, 400],
    ['with an unknown parameter', { type: 'product', asin: 'B000000001', colour: 'red' }, 400],
    ['for no phrase', { type: 'search', search_term: '' }, 400],
    ['for the page before the first', { type: 'search', search_term: 'pan', page: '0' }, 400],
    ['for nobody', { type: 'seller_feedback' }, 400],
  ])('%s', async (_name, query, status) => {
    const answered = await ask(query);

    expect(answered.status).toBe(status);
    expect(answered.body).toMatchObject({ request_info: { success: false, message: expect.any(String) } });
    expect(refusals()).toHaveLength(1);
  });

  test('when the credits are used up, of which each page takes one', async () => {
    for (let count = 0; count < 99; count += 1) await askForProduct();
    const last = await askForProduct();

    expect(last.body).toMatchObject({ request_info: { credits_used: 100, credits_remaining: 0 } });
    expect((await askForProduct()).status).toBe(402);
  });

  test('when too many wait at the same time', async () => {
    api.faults.add({ fault: 'slow', delayMs: 20, count: 3 });

    const answers = await Promise.all([askForProduct(), askForProduct(), askForProduct(), askForProduct()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
  });
});

test.each<[string, number]>([
  ['429', 429],
  ['500', 503],
])('The fault %s is answered with %i, costs nothing and is no mistake of the client', async (fault, status) => {
  api.faults.add({ fault, operation: 'rainforest.product' });

  expect((await askForProduct()).status).toBe(status);
  expect(refusals()).toMatchObject([{ detail: { isInjected: true } }]);
  expect((await askForProduct()).body).toMatchObject({ request_info: { credits_used: 1 } });
});

test('A malformed answer comes with status 200 and is no JSON', async () => {
  api.faults.add({ fault: 'malformed', operation: 'rainforest.product' });

  const { status, text } = await askForProduct();

  expect(status).toBe(200);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('The answer repeats what was asked, but not the key', async () => {
  const { text, body } = await askForProduct();

  expect(body).toMatchObject({
    request_info: { success: true, credits_used_this_request: 1 },
    request_parameters: { type: 'product', asin: product.asin, amazon_domain: 'amazon.com' },
    request_metadata: { amazon_url: expect.stringContaining(product.asin) },
  });
  expect(text).not.toContain('rainforest-key');
});

describe("A product's page", () => {
  test('of a dead ASIN is empty, with success', async () => {
    const { status, body } = await askForProduct('B0NOTHING0');

    expect({ status, product: body['product'] }).toEqual({ status: 200, product: {} });
    expect(body).toMatchObject({ request_info: { success: true, credits_used_this_request: 1 } });
  });

  test('of what was taken down and nobody else sells is gone', async () => {
    product.rivals = [];
    post(api.world, product, 'listingSuspended');

    expect((await askForProduct()).body['product']).toEqual({});
  });

  test('has its reviews in their order, at most thirteen', async () => {
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

  test('without a rating says nothing of ratings', async () => {
    product.stars = [0, 0, 0, 0, 0];

    expect((await askForProduct()).text).not.toContain('ratings_total');
  });

  test('names the phrase of its choice badge, and nothing without one', async () => {
    expect((await askForProduct()).text).not.toContain('amazons_choice');

    post(api.world, product, 'choiceBadgeWon');

    const choice = { keywords: keyword(), link: expect.any(String) };
    expect((await askForProduct()).body).toMatchObject({ product: { amazons_choice: choice } });
  });

  test('names whoever has the buy box, and nobody where nobody has it', async () => {
    expect((await askForProduct()).body).toMatchObject({
      product: { buybox_winner: { fulfillment: { third_party_seller: { id: sellers.na } } } },
    });

    post(api.world, product, 'addToCartRemoved');

    const page = await askForProduct();
    expect(page.body).not.toHaveProperty('product.buybox_winner');
    expect(page.body).toHaveProperty('product.title', product.title);
  });

  test('belongs to its marketplace', async () => {
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
  test('have the product at its place among those that nobody paid for', async () => {
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

  test('have places that somebody paid for between the others, and a product both ways', async () => {
    const rows = rowsOf(await search({ max_page: '3' }));

    const paid = rows.filter(({ sponsored }) => sponsored).map(({ asin }) => asin);
    expect(paid.length).toBeGreaterThan(2);
    expect(paid.some((asin) => organic(rows).includes(asin))).toBe(true);
    expect(rows.some((row) => row.is_carousel)).toBe(true);
  });

  test('count their positions from one on every page, and over all pages where several were asked for', async () => {
    const one = rowsOf(await search({ page: '2' }));
    const all = await search({ max_page: '2' });

    expect(one.map(({ position }) => position)).toEqual(one.map((_, index) => index + 1));
    expect(rowsOf(all).map((row) => Object(row)['position_overall'])).toEqual(rowsOf(all).map((_, index) => index + 1));
    expect(all.body).toMatchObject({ request_info: { credits_used_this_request: 2 }, pagination: { total_pages: 3 } });
  });

  test('end after the last page', async () => {
    expect(rowsOf(await search({ page: '4' }))).toEqual([]);
  });

  test('find a product by its ASIN, unless it is hidden from search', async () => {
    const find = async (): Promise<string[]> =>
      organic(rowsOf(await ask({ type: 'search', search_term: product.asin })));
    expect((await find())[0]).toBe(product.asin);

    post(api.world, product, 'searchSuppressed');

    expect(await find()).not.toContain(product.asin);
  });
});

test('All reviews can be had by their stars, ten a page', async () => {
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

test('Offers begin with the one that has the buy box', async () => {
  post(api.world, product, 'buyBoxLost');

  const { body } = await ask({ type: 'offers', asin: product.asin });

  const offers: { seller: { id: string }; buybox_winner?: boolean }[] = Object(body)['offers'];
  expect(offers[0]).toMatchObject({ buybox_winner: true, seller: { id: product.buyBoxSellerId } });
  expect(offers.filter((offer) => offer.buybox_winner)).toHaveLength(1);
});

test('What buyers say of a seller is shown for one marketplace, the newest first', async () => {
  post(api.world, product, 'feedbackReceived');

  const { body } = await ask({ type: 'seller_feedback', seller_id: sellers.na });

  const [newest] = api.world.feedbackOf(sellers.na);
  expect(body).toHaveProperty('seller_feedback.0.rating', newest?.rating);
  expect(body).toHaveProperty('seller_feedback.0.body', newest?.comment);
  expect(body).toHaveProperty('pagination.has_next_page', true);
});

test('A captured page answers once where it was picked, if the request is right', async () => {
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
