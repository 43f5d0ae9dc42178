import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainMissingModels, hasModels } from '../testing/amazon-models.ts';
import { operations } from '../operations.ts';
import {
  marketplaceIds,
  sellers,
  startTestApi,
  type Request,
  type Response,
  type TestApi,
} from '../testing/test-api.ts';
import { loadReplay } from './load-replay.ts';
import { replayControl } from './replay-control.ts';
import type { Replay } from './replay.ts';

explainMissingModels();

const participations = '{ "payload" : [ ],\n "odd": 0.0 }';
const second = '{"payload":[]}';
const catalogPage = '{"numberOfResults":9,"pagination":{"nextToken":"captured"},"items":[]}';
const listings = Buffer.from('item-name\tasin1\nT\u0000\u0000sse\xe9\tB000000001\n', 'latin1');
const message =
  '{"NotificationType":"ANY_OFFER_CHANGED","Payload":{"AnyOfferChangedNotification":{"SellerId":"ACAPTURED00001",' +
  '"OfferChangeTrigger":{"MarketplaceId":"ATVPDKIKX0DER"}}}}';
const tooMany = '{"errors":[{"code":"QuotaExceeded","message":"too many"}]}';

let folder: string;
let replay: Replay;
let api: TestApi;

const exchange = (uri: string, headers: object = {}, code = 200): string =>
  JSON.stringify({ request: { method: 'get', uri }, response: { status: { code }, headers } });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-replay-'));
  const files: Readonly<Record<string, string | Buffer>> = {
    'sp-api/a-participations.json': participations,
    'sp-api/a-participations.http.json': exchange('https://x.test/sellers/v1/marketplaceParticipations', {
      'X-Amzn-Ratelimit-Limit': '0.5',
      'Content-Length': '3',
    }),
    'sp-api/b-participations.json': second,
    'sp-api/b-participations.json.http.json': exchange('https://x.test/sellers/v1/marketplaceParticipations'),
    'sp-api/catalog.json': catalogPage,
    'sp-api/catalog.http.json': exchange('https://x.test/catalog/2022-04-01/items?identifiers=1'),
    'sp-api/issue-error-429.json': tooMany,
    'reports/merchant-listings.tsv': listings,
    'reports/merchant-listings.tsv.http.json': exchange('https://s3.test/1', {
      'Content-Type': 'text/plain; charset=Cp1252',
    }),
    'notifications/offers.json': message,
    'sp-api/expired.xml': '<Error><Code>AccessDenied</Code></Error>',
    'sp-api/expired.http.json': exchange('https://s3.test/1', { 'Content-Type': 'application/xml' }, 403),
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  replay = loadReplay([folder]);
  api = await startTestApi('NA', 60, replay);
});

const ask: Request = { path: '/sellers/v1/marketplaceParticipations', as: sellers.na };
const search: Request = {
  path: '/catalog/2022-04-01/items',
  as: sellers.na,
  query: { marketplaceIds: marketplaceIds.UK, identifiersType: 'ASIN', identifiers: 'B000000001' },
};

async function reportAddress(): Promise<string> {
  const path = '/reports/2021-06-30/reports';
  const body = { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: [marketplaceIds.US] };
  const { reportId } = (await api.call({ method: 'POST', path, as: sellers.na, body })).body;
  api.clock.advance(10_000);
  const { reportDocumentId } = (await api.call({ path: `${path}/${String(reportId)}`, as: sellers.na })).body;
  const document = await api.call({
    path: `/reports/2021-06-30/documents/${String(reportDocumentId)}`,
    as: sellers.na,
  });
  return String(document.body['url']).replace('http://sandbox.test/sp-api', '');
}

const downloadReport = async (): Promise<Response> => api.call({ path: await reportAddress() });

describe('A sandbox that replays a folder', () => {
  test('returns the captured bodies of an operation in turn, unchanged and with their headers', async () => {
    const answers = [await api.call(ask), await api.call(ask), await api.call(ask)];

    expect(answers.map(({ text }) => text)).toEqual([participations, second, participations]);
    expect(answers[0]?.headers['x-amzn-ratelimit-limit']).toBe('0.5');
    expect(answers[0]?.headers['content-length']).toBe(String(participations.length));
  });

  test('returns an empty last page if the next page was not captured', async () => {
    const first = await api.call(search);
    const next = await api.call({ ...search, query: { ...search.query, pageToken: 'captured' } });

    expect(first.text).toBe(catalogPage);
    expect(next.body).toEqual({ numberOfResults: 0, items: [] });
  });

  test('refuses an invalid request', async () => {
    expect((await api.call({ ...search, query: { ...search.query, colour: 'red' } })).status).toBe(400);
    expect((await api.call({ ...ask, as: 'unknown' })).status).toBe(403);
  });

  test('generates answers for operations without captured bodies', async () => {
    const orders = {
      path: '/orders/2026-01-01/orders',
      as: sellers.na,
      query: { createdAfter: '2026-06-01T00:00:00Z' },
    };

    expect((await api.call(orders)).text).toContain('"orderId"');
  });

  test('serves the captured report as the document of its type', async () => {
    const downloaded = await downloadReport();

    expect(downloaded.headers['content-type']).toBe('text/plain; charset=Cp1252');
    expect(downloaded.bytes).toEqual(listings);
    expect(gunzipSync((await downloadReport()).bytes)).toEqual(listings);
  });

  test('returns the selected answer although the requested object does not exist', async () => {
    replay.pick({ name: 'a-participations.json', operationId: 'getReport' });

    const answer = await api.call({ path: '/reports/2021-06-30/reports/unknown', as: sellers.na });

    expect([answer.status, answer.text]).toEqual([200, participations]);
  });

  test('returns a selected error for a document once, and the document afterwards', async () => {
    replay.pick({ name: 'expired.xml', operationId: 'GET_MERCHANT_LISTINGS_ALL_DATA' });
    const path = await reportAddress();

    const [refused, good] = [await api.call({ path }), await api.call({ path })];

    expect([refused.status, refused.text]).toEqual([403, '<Error><Code>AccessDenied</Code></Error>']);
    expect([good.status, good.bytes]).toEqual([200, listings]);
  });

  test('returns the selected answer next, also for another operation than the captured one', async () => {
    replay.pick({ name: 'issue-error-429.json', operationId: 'searchCatalogItems' });
    replay.pick({
      name: 'issue-error-429.json',
      operationId: 'searchCatalogItems',
      headers: { 'x-amzn-ratelimit-limit': '1.0' },
    });

    const [bare, announced, own] = [await api.call(search), await api.call(search), await api.call(search)];

    expect([bare.status, announced.status, own.status]).toEqual([429, 429, 200]);
    expect(bare.text).toBe(tooMany);
    expect(bare.headers['x-amzn-ratelimit-limit']).toBeUndefined();
    expect(announced.headers['x-amzn-ratelimit-limit']).toBe('1.0');
  });

  test('has a seller for every addressee of a captured message', async () => {
    expect(api.world.findSeller('ACAPTURED00001')).toMatchObject({
      region: 'NA',
      marketplaces: ['US', 'CA', 'MX', 'BR'],
    });
    expect((await api.call({ ...ask, as: 'ACAPTURED00001' })).status).toBe(200);
  });

  test('can discard the selected answers', async () => {
    replay.pick({ name: 'issue-error-429.json', operationId: 'searchCatalogItems' });
    const left = replay.forgetPicks();

    expect(left).toEqual(['issue-error-429.json']);

    expect((await api.call(search)).status).toBe(200);
  });

  test('names an entry that cannot be selected', () => {
    expect(() => replay.pick({ name: 'nothing.json' })).toThrow('nothing named nothing.json');
    expect(() => replay.pick({ name: 'issue-error-429.json' })).toThrow('belongs to no operation');
  });

  test('lists entries, selects answers and posts notifications over HTTP', async () => {
    const posted: string[] = [];
    const app = fastify();
    await app.register(
      replayControl(replay, (body) => void posted.push(body)),
      { prefix: '/sandbox/replay' },
    );
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url: `/sandbox/replay/${url}`, payload });

    const listed = await app.inject('/sandbox/replay');
    const picked = await post('next', { name: 'b-participations.json' });
    const notified = await post('notify', { name: 'offers.json' });
    const wrong = [
      await post('next', { name: 'x' }),
      await post('next', {}),
      await post('notify', { name: 'catalog.json' }),
    ];

    expect(listed.json()).toHaveLength(7);
    expect(picked.json()).toMatchObject({ kind: 'response', operationId: 'getMarketplaceParticipations', status: 200 });
    expect((await api.call(ask)).text).toBe(second);
    expect(notified.statusCode).toBe(200);
    expect(posted).toEqual([message]);
    expect(wrong.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
  });
});

describe.skipIf(!hasModels)('The reference captures and models', () => {
  const reference = join(import.meta.dirname, '../../../../../shared/reference');

  test('contain an example of every operation, a listings report, messages and errors', () => {
    const { entries } = loadReplay([join(reference, 'captures'), join(reference, 'sp-api')]);
    const answered = new Set(entries.map(({ operationId }) => operationId));

    // Amazon's models contain no examples of these two operations.
    expect(operations.map(({ operationId }) => operationId).filter((id) => !answered.has(id))).toEqual([
      'getInventorySummaries',
      'sendTestNotification',
    ]);
    expect(answered).toContain('GET_MERCHANT_LISTINGS_ALL_DATA');
    for (const page of ['rainforest.product', 'rainforest.search', 'rainforest.offers', 'keepa.product']) {
      expect(answered).toContain(page);
    }
    expect(entries.some(({ name }) => name === 'peddler-any-offer-changed-us.json')).toBe(true);
    expect(new Set(entries.map(({ status }) => status))).toEqual(
      new Set([200, 201, 202, 204, 400, 403, 404, 429, 500]),
    );
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  });
});

test('a folder without replay entries is refused', () => {
  const empty = mkdtempSync(join(tmpdir(), 'sandbox-empty-'));

  expect(() => loadReplay([empty])).toThrow('Nothing to replay');
  rmSync(empty, { recursive: true });
});
