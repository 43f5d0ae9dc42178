import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { answering, type Answer } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import { openPages } from './open-pages.ts';
import type { PageProvider, RetailPages } from './pages.ts';

const provider = answering();
const paid: number[] = [];

beforeEach(() => {
  provider.asked.length = 0;
  paid.length = 0;
});

const open = (name: PageProvider = 'rainforest'): RetailPages =>
  openPages(
    { provider: name, url: provider.url, key: 'the-key' },
    { clock: testClock(new Date('2026-06-15T12:00:00Z')), random: systemRandom },
  );

const question = { place: marketplace('US'), paid: (credits: number) => void paid.push(credits) };
const search = { ...question, keyword: 'copper kettle', wanted: ['B0OURS'], upTo: 150 };

const parameters = (): URLSearchParams[] =>
  provider.asked.map(({ url }) => new URL(url, 'http://provider.test').searchParams);

/** Answers by product, or by the page number of a search. */
function answerBy(name: 'asin' | 'page', answers: Readonly<Record<string, Answer>>): void {
  provider.respond(({ url }) => {
    const asked = new URL(url, 'http://provider.test').searchParams.get(name) ?? '';
    return answers[asked] ?? { status: 500 };
  });
}

const info = { success: true, credits_used_this_request: 1 };
const page = (asin: string, more: object = {}): Answer => ({
  body: { request_info: info, product: { asin, title: 'Copper kettle', ...more } },
});
const results = (asins: readonly string[], more: object = {}): Answer => ({
  body: { request_info: info, search_results: asins.map((asin, index) => ({ asin, position: index + 1 })), ...more },
});

test('each page is requested in its marketplace, and its cost is reported', async () => {
  answerBy('asin', { B0A: page('B0A'), B0B: page('B0B') });

  await open().products({ ...question, asins: ['B0A', 'B0B'], place: marketplace('UK') });

  expect(parameters().map((sent) => Object.fromEntries(sent))).toEqual(
    expect.arrayContaining([{ api_key: 'the-key', type: 'product', asin: 'B0A', amazon_domain: 'amazon.co.uk' }]),
  );
  expect(paid).toEqual([1, 1]);
});

const longPage = gzipSync(Buffer.alloc(40_000_000, ' '));

test.each([
  ['an empty page with success', { body: { request_info: info, product: {} } }, 'the page is empty'],
  ['no product at all', { body: { request_info: info } }, 'the page is empty'],
  ['the page of another product', page('B0OTHER'), 'is about product B0OTHER'],
  ['a failure in words', { body: { request_info: { success: false, message: 'Timed\nout' } } }, 'Timed out'],
  ['a malformed answer', { body: { request_info: info, product: { title: 7 } } }, 'malformed answer'],
  ['an answer without content', { body: {} }, 'malformed answer'],
  ['a rejected request', { status: 400, body: { request_info: { message: 'bad asin' } } }, 'bad asin'],
  ['no answer', { status: 503 }, 'status 503'],
  ['a page of 40 MB', { headers: { 'content-encoding': 'gzip' }, body: longPage }, 'longer than 32000000 bytes'],
])('%s is a refusal and does not affect the other pages', async (_what, answer, reason) => {
  answerBy('asin', { B0A: answer, B0B: page('B0B') });

  const { members, refusals } = await open().products({ ...question, asins: ['B0A', 'B0B'] });

  expect(members.map(({ asin }) => asin)).toEqual(['B0B']);
  expect(refusals).toEqual([{ subject: 'B0A', reason: expect.stringContaining(reason) }]);
});

test.each([
  [401, 'the provider refuses the key'],
  [402, 'the provider has no credits left for us'],
])('status %i ends all calls until a person acts, with a clear reason that hides the key', async (status, says) => {
  const message = 'no business with the-key';
  answerBy('asin', { B0A: { status, body: { request_info: { message } } }, B0B: page('B0B') });

  const failure: unknown = await open()
    .products({ ...question, asins: ['B0A', 'B0B'] })
    .catch((error: unknown) => error);

  expect(failure).toMatchObject({ isPermanent: true, status, message: expect.stringContaining(says) });
  expect(String(failure)).not.toContain('the-key');
});

test('a 429 of the provider is retried after a wait', async () => {
  let refusals = 2;
  provider.respond(() => ((refusals -= 1) >= 0 ? { status: 429 } : page('B0A')));

  const { members } = await open().products({ ...question, asins: ['B0A'] });

  expect(members).toHaveLength(1);
  expect(provider.asked).toHaveLength(3);
});

test('a provider that does not answer is a temporary failure', async () => {
  provider.respond(() => null);

  await expect(open().products({ ...question, asins: ['B0A'] })).rejects.toMatchObject({ isPermanent: false });
});

const partsOf = async (more: object) => {
  answerBy('asin', { B0A: page('B0A', more) });
  const { members } = await open().products({ ...question, asins: ['B0A'] });
  return members[0];
};

test.each([
  ['a name', { id: 'A2XYZ', name: ' Tallow\u202E &\tFinch ' }, { sellerId: 'A2XYZ', name: 'Tallow & Finch' }],
  ['the id as the name', { id: 'A2XYZ', name: 'A2XYZ' }, null],
  ['an id that is none', { id: '<b>', name: 'Tallow' }, null],
  ['no id', { name: 'Amazon' }, null],
])('a page with %s of the seller names them readably or not at all', async (_what, third_party_seller, seller) => {
  expect(await partsOf({ buybox_winner: { fulfillment: { third_party_seller } } })).toMatchObject({ seller });
});

test.each([
  ['a price', { buybox_winner: { price: { value: 20 } } }, true],
  ['a stock', { buybox_winner: { availability: { type: 'in_stock' } } }, true],
  ['an empty buy box', {}, false],
  ['offers on request only', { buybox_winner: { unqualified_buy_box: true, price: { value: 20 } } }, false],
  ['no stock', { buybox_winner: { availability: { type: 'out_of_stock' } } }, false],
  ['a layout that shows neither price nor stock', { buybox_winner: { is_prime: false } }, null],
])('a page with %s states whether the product can be put into the cart', async (_what, more, hasAddToCart) => {
  expect(await partsOf(more)).toMatchObject({ badges: { hasAddToCart } });
});

test.each([
  ['no badge', {}, []],
  ['a phrase', { amazons_choice: { keywords: ' copper\u200E kettle ', link: 'x' } }, ['copper kettle']],
  ['two phrases in any order', { amazons_choice: { keywords: ['tea', 'kettle'] } }, ['kettle', 'tea']],
  ['a badge without a search phrase', { amazons_choice: { link: 'x' } }, ['Overall Pick']],
])('the badge of a page with %s gives the right search phrases', async (_what, more, choice) => {
  expect(await partsOf(more)).toMatchObject({ badges: { choice } });
});

test('a count that lost its thousands is rejected when the counts by stars contradict it', async () => {
  const five_star = { percentage: 80, count: 102_048 };

  expect(await partsOf({ rating: 4.7, ratings_total: 127, rating_breakdown: { five_star } })).toMatchObject({
    rating: { tenths: 47, count: null },
  });
});

test.each([
  ['neither stars nor reviews has not been rated', {}, { tenths: null, count: 0, byStars: null }],
  ['reviews and no stars has an unknown rating', { top_reviews: [{ id: 'R1', rating: 2 }] }, null],
])('a page with %s', async (_what, more, rating) => {
  expect(await partsOf(more)).toMatchObject({ rating });
});

test('counts by stars are exact for small totals', async () => {
  const percentages = { five_star: 32, four_star: 33, three_star: 0, two_star: 0, one_star: 34 };
  const breakdown = Object.fromEntries(
    Object.entries(percentages).map(([name, percentage]) => [name, { percentage, count: 0 }]),
  );

  expect(await partsOf({ rating: 3.3, ratings_total: 3, rating_breakdown: breakdown })).toMatchObject({
    rating: { tenths: 33, count: 3, byStars: [1, 0, 0, 1, 1] },
  });
});

const written = (id: number, more: object = {}): object => ({ id: `R${id}`, rating: 2, ...more });

test('a review is its visible text, at most 500 characters, and is listed once', async () => {
  const told = { title: ' Broke \u200E', body: `It\nbroke\u0000.${' No!'.repeat(300)}Read more` };
  const date = { utc: '2023-04-16T00:00:00.000Z' };

  const parts = await partsOf({ top_reviews: [written(1, { ...told, date }), written(1), { id: 'no rating' }] });

  expect(parts?.reviews?.top).toHaveLength(1);
  expect(parts?.reviews?.top?.[0]).toMatchObject({ id: 'R1', rating: 2, title: 'Broke', date: date.utc });
  expect(parts?.reviews?.top?.[0]?.body).toMatch(/^It broke \. No! No!/);
  expect(parts?.reviews?.top?.[0]?.body.length).toBeLessThanOrEqual(500);
});

test('the button that expands a review is not part of its text', async () => {
  const parts = await partsOf({ top_reviews: [written(1, { body: 'Bouton fragileEn lire plus' })] });

  expect(parts?.reviews?.top?.[0]?.body).toBe('Bouton fragile');
});

test.each([
  [12, 12],
  [13, 13],
  [15, 8],
])('from a page with %i reviews, the %i that every layout shows are used', async (count, looked) => {
  const parts = await partsOf({ top_reviews: Array.from({ length: count }, (_, index) => written(index)) });

  expect(parts?.reviews?.top?.map(({ id }) => id)).toEqual(Array.from({ length: looked }, (_, index) => `R${index}`));
});

test.each([
  ['few ratings has no reviews', 3, { top: [] }],
  ['many ratings has not loaded its reviews', 300, null],
])('a page without reviews and with %s', async (_what, count, reviews) => {
  expect(await partsOf({ rating: 4, ratings_total: count })).toMatchObject({ reviews });
});

test('sponsored results and repeated ones take no place', async () => {
  const rows = [
    { asin: 'B0AD', position: 1, sponsored: true },
    { asin: 'B0ONE', position: 2, sponsored: false },
    { asin: 'B0OURS', position: 3, is_carousel: true },
    { asin: 'B0ONE', position: 4 },
    { asin: 'B0OURS', position: 5 },
  ];
  answerBy('page', { 1: { body: { request_info: info, search_results: rows, pagination: { total_pages: 1 } } } });

  expect(await open().search(search)).toEqual({ asins: ['B0ONE', 'B0OURS'], areAll: true });
  expect(Object.fromEntries(parameters()[0] ?? [])).toMatchObject({ type: 'search', search_term: 'copper kettle' });
});

test('results of a carousel take no place, and results count in the order of all pages', async () => {
  const rows = [
    { asin: 'B0LAST', position: 1, position_overall: 52 },
    { asin: 'B0OURS', position: 2, position_overall: 50, carousel: { title: 'Top rated' } },
    { asin: 'B0FIRST', position: 3, position_overall: 49 },
  ];
  answerBy('page', { 1: { body: { request_info: info, search_results: rows, pagination: { total_pages: 1 } } } });

  expect(await open().search(search)).toEqual({ asins: ['B0FIRST', 'B0LAST'], areAll: true });
});

test('no further page is paid for once everything wanted was found', async () => {
  answerBy('page', { 1: results(['B0A', 'B0B']), 2: results(['B0B', 'B0OURS']), 3: results(['B0C']) });

  expect(await open().search(search)).toEqual({ asins: ['B0A', 'B0B', 'B0OURS'], areAll: false });
  expect(paid).toEqual([1, 1]);
});

const asinsOf = (number: string) => Array.from({ length: 48 }, (_, index) => `B0${number}X${index}`);

test('a search ends after 150 results, or at the last page', async () => {
  provider.respond(({ url }) => results(asinsOf(/page=(\d)/.exec(url)?.[1] ?? '')));
  const long = await open().search(search);
  provider.respond(() => results(['B0A'], { pagination: { total_pages: 1 } }));
  const short = await open().search(search);

  expect('asins' in long && long.asins.length).toBe(150);
  expect(short).toEqual({ asins: ['B0A'], areAll: true });
  expect(provider.asked).toHaveLength(5);
});

test('an empty page of results is accepted only if it states that there are none', async () => {
  answerBy('page', { 1: results([]) });
  const silent = await open().search(search);
  answerBy('page', { 1: results([], { pagination: { total_results: 0 } }) });
  const clear = await open().search(search);

  expect([silent, clear]).toEqual([{ reason: 'the page is empty' }, { asins: [], areAll: true }]);
});

test('Keepa is asked for many products at once, and returns only rating and count', async () => {
  const current = Array.from({ length: 18 }, (_, at) => ({ 16: 43, 17: 11_598 })[at] ?? -1);
  const csv = [...Array.from({ length: 16 }, () => null), [8_034_560, 44, 8_034_582, 41], [8_034_560, 9]];
  provider.respond(() => ({
    body: { tokensConsumed: 3, products: [{ asin: 'B0B', csv }, { asin: 'B0A', stats: { current } }, { asin: 'B0C' }] },
  }));

  const told = await open('keepa').products({ ...question, asins: ['B0A', 'B0B', 'B0C'] });

  const nothing = { reviews: null, badges: null, seller: null };
  expect(told).toEqual({
    members: [
      { asin: 'B0B', rating: { tenths: 41, count: 9, byStars: null }, ...nothing },
      { asin: 'B0A', rating: { tenths: 43, count: 11_598, byStars: null }, ...nothing },
    ],
    refusals: [{ subject: 'B0C', reason: 'the provider knows nothing of it' }],
  });
  expect(Object.fromEntries(parameters()[0] ?? [])).toMatchObject({ key: 'the-key', domain: '1', asin: 'B0A,B0B,B0C' });
  expect(paid).toEqual([3]);
});

test('Keepa does not support the Netherlands', async () => {
  const told = await open('keepa').products({ ...question, place: marketplace('NL'), asins: ['B0A'] });

  expect(told.refusals).toEqual([{ subject: 'B0A', reason: 'the provider does not know amazon.nl' }]);
  expect(provider.asked).toEqual([]);
});

test('Keepa searches ten results per page, and a hundred at most', async () => {
  provider.respond(({ url }) => {
    const number = new URL(url, 'http://provider.test').searchParams.get('page') ?? '';
    return { body: { tokensConsumed: 10, asinList: Array.from({ length: 10 }, (_, index) => `B0${number}X${index}`) } };
  });

  const found = await open('keepa').search({ ...search, wanted: ['B01X4'] });
  const all = await open('keepa').search(search);

  expect(found).toMatchObject({ asins: expect.arrayContaining(['B01X4']) });
  expect('asins' in all && all.asins.length).toBe(100);
  expect(paid).toEqual(Array.from({ length: 12 }, () => 10));
});

const saysNothing = ['', '{}', '[]', 'null', '7', '{"payload":{}}', '{"product":{}}', '{"request_info":{}}'];
const asking: Readonly<Record<string, () => Promise<unknown>>> = {
  'a page of Rainforest': () => open().products({ ...question, asins: ['B0A'] }),
  'a search at Rainforest': () => open().search(search),
  'products at Keepa': () => open('keepa').products({ ...question, asins: ['B0A'] }),
  'a search at Keepa': () => open('keepa').search(search),
};

test.each(Object.entries(asking).flatMap(([what, ask]) => saysNothing.map((body) => [what, body, ask] as const)))(
  '%s: an answer without content is malformed, and never an empty one: %s',
  async (_what, body, ask) => {
    provider.respond(() => ({ body }));

    await expect(ask()).rejects.toMatchObject({
      name: 'ExternalError',
      message: expect.stringContaining('malformed answer'),
      isPermanent: false,
    });
  },
);

test('a search whose next page has no content does not end there as complete', async () => {
  answerBy('page', { 1: results(['B0A']), 2: { body: { request_info: info } } });

  await expect(open().search(search)).rejects.toThrow('malformed answer');
});
