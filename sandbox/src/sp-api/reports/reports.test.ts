import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { marketplaceIds, sellers, startTestApi, type Response, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
const path = '/reports/2021-06-30/reports';

async function start(as: string, marketplace: keyof typeof marketplaceIds): Promise<string> {
  const body = { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: [marketplaceIds[marketplace]] };
  const answered = await api.call({ method: 'POST', path, as, body });
  return String(answered.body['reportId']);
}

async function documentOf(as: string, reportId: string, query: Record<string, string> = {}): Promise<Response> {
  api.clock.advance(10_000);
  const report = await api.call({ path: `${path}/${reportId}`, as });
  const id = String(report.body['reportDocumentId']);
  return api.call({ path: `/reports/2021-06-30/documents/${id}`, as, query });
}

const download = (document: Response): Promise<Response> =>
  api.call({ path: String(document.body['url']).replace('http://sandbox.test/sp-api', '') });

const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

describe('The listings report', () => {
  beforeEach(async () => {
    api = await startTestApi('EU');
  });

  test('passes through IN_QUEUE and IN_PROGRESS before it is DONE', async () => {
    const reportId = await start(sellers.eu, 'UK');
    const statuses: unknown[] = [];
    for (const wait of [0, 2000, 5000]) {
      api.clock.advance(wait);
      statuses.push((await api.call({ path: `${path}/${reportId}`, as: sellers.eu })).body['processingStatus']);
    }

    expect(statuses).toEqual(['IN_QUEUE', 'IN_PROGRESS', 'DONE']);
  });

  test('contains every listing of its marketplace in the charset named by the content type', async () => {
    const downloaded = await download(await documentOf(sellers.eu, await start(sellers.eu, 'DE')));

    const [header = [], ...rows] = rowsOf(downloaded.bytes.toString('latin1'));
    const expected = api.world.listingsOfSeller(sellers.eu, 'DE');
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    expect(downloaded.headers['content-type']).toBe('text/plain; charset=Cp1252');
    expect(column('seller-sku')).toEqual(expected.map(({ sku }) => sku));
    expect(column('asin1')).toEqual(expected.map(({ asin }) => asin));
    expect(column('item-name').join(' ')).toContain('heiß');
    expect(new Set(column('status'))).toEqual(new Set(['Active', 'Inactive']));
    expect(rows.every((row) => row.length === header.length)).toBe(true);
  });

  test('is compressed every second time and declares its compression', async () => {
    const [plain, packed] = [await start(sellers.eu, 'UK'), await start(sellers.eu, 'UK')];
    const plainDocument = await documentOf(sellers.eu, plain);
    const packedDocument = await documentOf(sellers.eu, packed);
    const asGzip = await documentOf(sellers.eu, packed, { enableContentEncodingUrlHeader: 'true' });

    const text = (await download(plainDocument)).bytes;
    expect(plainDocument.body['compressionAlgorithm']).toBeUndefined();
    expect(packedDocument.body['compressionAlgorithm']).toBe('GZIP');
    expect(gunzipSync((await download(packedDocument)).bytes)).toEqual(text);
    expect((await download(packedDocument)).headers['content-encoding']).toBe('identity');
    expect((await download(asGzip)).headers['content-encoding']).toBe('gzip');
  });

  test('can be downloaded for five minutes; then the URL answers an S3 error in XML', async () => {
    const document = await documentOf(sellers.eu, await start(sellers.eu, 'UK'));

    api.clock.advance(299_000);
    expect((await download(document)).status).toBe(200);
    api.clock.advance(2000);
    const late = await download(document);
    expect(late.status).toBe(403);
    expect(late.headers['content-type']).toBe('application/xml');
    expect(late.text).toContain('<Message>Request has expired</Message><X-Amz-Expires>300</X-Amz-Expires>');
  });

  test('cannot be downloaded from a changed URL or requested by another seller', async () => {
    const reportId = await start(sellers.eu, 'UK');
    const document = await documentOf(sellers.eu, reportId);

    const forged = String(document.body['url']).replace('X-Amz-Expires=300', 'X-Amz-Expires=9000');
    expect((await api.call({ path: forged.replace('http://sandbox.test/sp-api', '') })).status).toBe(403);
    expect((await api.call({ path: `${path}/${reportId}`, as: sellers.in })).status).toBe(404);
  });
});
