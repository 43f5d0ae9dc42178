import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { answering, type Answer, type RecordedRequest } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import { OutOfQuota } from '../marketplace/external-error.ts';
import { DamagedReport } from '../marketplace/operations/reports.ts';
import { createAdvertising, type Advertising } from './advertising.ts';

const amazon = answering();
const start = new Date('2026-11-23T12:00:00Z');
const access = { region: 'EU', accessToken: 'Atza|ads' } as const;
const profileId = '3312345678901234567';
const request = { profileId, type: 'spAdvertisedProduct', from: '2026-11-09', to: '2026-11-22' } as const;
const reportId = '2e8b0e1f-9c3a-4d55-8b7a-0c1d2e3f4a5b';
const ofReport = { profileId, reportId, type: request.type } as const;

let clock = testClock(start);
let advertising: Advertising;

beforeEach(() => {
  amazon.asked.length = 0;
  clock = testClock(start);
  const addresses = { authorizeUrl: `${amazon.url}/ap/oa`, tokenUrl: `${amazon.url}/token`, apiUrl: amazon.url };
  advertising = createAdvertising(
    { clientId: 'ads-client', clientSecret: 'secret', addresses: { NA: null, EU: addresses, IN: addresses } },
    { clock, random: systemRandom },
  );
});

/** Gives these answers in turn and then repeats the last one. */
function answer(...answers: readonly (Answer | ((asked: RecordedRequest) => Answer))[]): void {
  let next = 0;
  amazon.respond((asked) => {
    const found = answers[Math.min(next, answers.length - 1)] ?? {};
    next += 1;
    return typeof found === 'function' ? found(asked) : found;
  });
}

const calls = () => amazon.asked;
const completed = (path = '/document') => ({
  body: { status: 'COMPLETED', url: `${amazon.url}${path}`, reportId },
});
const row = {
  date: '2026-11-20',
  advertisedAsin: 'B000000001',
  unitsSoldSameSku7d: 3,
  purchasesSameSku7d: 2,
  cost: 4.1,
};
const gzip = (content: unknown) => ({ body: gzipSync(JSON.stringify(content)) });

test('a region without addresses has no consent page', () => {
  expect(advertising.consentIn('EU')).toMatchObject({ authorizeUrl: `${amazon.url}/ap/oa` });
  expect(advertising.consentIn('NA')).toBeNull();
});

const profileOf = (id: string, accountInfo: object) =>
  `{"profileId":${id},"countryCode":"UK","currencyCode":"GBP","timezone":"Europe/London","accountInfo":${JSON.stringify(accountInfo)}}`;

test('profiles of sellers in watched marketplaces are listed, with all digits of their ids', async () => {
  const seller = { marketplaceStringId: 'A1F83G8C2ARO7P', id: 'A1SELLER', type: 'seller', name: 'Shop' };
  answer({
    body: `[${[
      profileOf(profileId, seller),
      profileOf('2', { ...seller, type: 'vendor' }),
      profileOf('3', { ...seller, marketplaceStringId: 'A39IBJ37TRP1C6' }),
      '{"profileId":4}',
    ].join(',')}]`,
  });

  expect(await advertising.listProfiles(access)).toEqual([
    { profileId, sellerKey: 'A1SELLER', marketplace: 'UK', timeZone: 'Europe/London' },
  ]);
  expect(calls()[0]?.headers).toMatchObject({
    authorization: 'Bearer Atza|ads',
    'amazon-advertising-api-clientid': 'ads-client',
  });
});

test('a report is requested with its columns for days of the profile', async () => {
  answer({ body: { reportId, status: 'PENDING' } });

  expect(await advertising.createReport(access, request)).toBe(reportId);

  const [asked] = calls();
  expect(asked?.headers).toMatchObject({
    'content-type': 'application/vnd.createasyncreportrequest.v3+json',
    'amazon-advertising-api-scope': profileId,
  });
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    name: 'spAdvertisedProduct 2026-11-09 to 2026-11-22',
    startDate: '2026-11-09',
    endDate: '2026-11-22',
    configuration: {
      adProduct: 'SPONSORED_PRODUCTS',
      groupBy: ['advertiser'],
      columns: ['date', 'advertisedAsin', 'unitsSoldSameSku7d', 'purchasesSameSku7d', 'cost'],
      reportTypeId: 'spAdvertisedProduct',
      timeUnit: 'DAILY',
      format: 'GZIP_JSON',
    },
  });
});

test('a report that Amazon is already writing keeps its id', async () => {
  answer({ status: 425, body: { code: '425', detail: `The Request is a duplicate of : ${reportId}` } });

  expect(await advertising.createReport(access, request)).toBe(reportId);
});

test('an access token that is refused can be told from other failures', async () => {
  answer({ status: 401, body: { code: '401' } });

  await expect(advertising.createReport(access, request)).rejects.toMatchObject({ status: 401, isPermanent: true });
});

test.each([
  ['7', 7],
  ['999999', 3600],
  ['soon', 60],
])('Retry-After: %s postpones the work by %i seconds', async (header, seconds) => {
  answer({ status: 429, headers: { 'retry-after': header } });

  const failure = await advertising.createReport(access, request).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(OutOfQuota);
  expect(failure).toMatchObject({ retryAt: new Date(start.getTime() + seconds * 1000) });
  expect(calls()).toHaveLength(1);
});

test('missing rights and wrong columns are permanent failures', async () => {
  answer({ status: 403, body: { message: 'no access' } });
  await expect(advertising.listProfiles(access)).rejects.toMatchObject({ isPermanent: true, status: 403 });

  answer({ status: 400, body: { detail: 'configuration columns includes invalid values: (units)' } });
  await expect(advertising.createReport(access, request)).rejects.toMatchObject({ isPermanent: true, status: 400 });
});

test.each([
  ['PENDING', 'waiting'],
  ['PROCESSING', 'waiting'],
  ['FAILED', 'failed'],
  ['COMPLETED', 'done'],
])('a report that is %s is %s', async (status, expected) => {
  answer({ body: { status, url: status === 'COMPLETED' ? `${amazon.url}/document` : null, reportId } });

  expect(await advertising.getReport(access, ofReport)).toBe(expected);
});

test('the rows of a report are read without our credentials', async () => {
  answer(completed(), gzip([row]));

  expect(await advertising.downloadReport(access, ofReport)).toEqual([
    { date: '2026-11-20', asin: 'B000000001', units: 3, orders: 2, costCents: 410 },
  ]);
  expect(calls()[1]?.headers.authorization).toBeUndefined();
});

test('the report of other purchased products has no costs', async () => {
  const purchased = { date: '2026-11-20', purchasedAsin: 'B000000002', unitsSoldOtherSku7d: 1, purchasesOtherSku7d: 1 };
  answer(completed(), gzip([purchased]));

  expect(await advertising.downloadReport(access, { ...ofReport, type: 'spPurchasedProduct' })).toEqual([
    { date: '2026-11-20', asin: 'B000000002', units: 1, orders: 1, costCents: null },
  ]);
});

test('an address that has expired is requested once more', async () => {
  answer(completed('/old'), { status: 403, body: '<Error/>' }, completed('/new'), gzip([]));

  expect(await advertising.downloadReport(access, ofReport)).toEqual([]);
  expect(calls().map(({ url }) => url)).toEqual([
    `/reporting/reports/${reportId}`,
    '/old',
    `/reporting/reports/${reportId}`,
    '/new',
  ]);
});

const bomb = () => Buffer.concat(Array.from({ length: 130 }, () => gzipSync(Buffer.alloc(1_000_000, ' '))));

test.each([
  ['an empty document', () => Buffer.alloc(0), 'not gzip, or cut off'],
  ['a truncated document', () => gzipSync(JSON.stringify([row])).subarray(0, -6), 'not gzip, or cut off'],
  ['text that is cut off', () => gzipSync('[{"date":"2026-11-20"'), 'not JSON, or cut off'],
  ['an empty text', () => gzipSync(''), 'not JSON, or cut off'],
  ['a page of errors', () => gzipSync('{"message":"down"}'), 'spAdvertisedProduct: content Invalid input'],
  ['a row without units', () => gzipSync(JSON.stringify([row, { ...row, unitsSoldSameSku7d: null }])), '1.units'],
  ['a day that no calendar has', () => gzipSync(JSON.stringify([{ ...row, date: '2026-02-31' }])), '0.date is no day'],
  ['a gzip bomb', bomb, 'longer than 128000000 bytes'],
])('%s is refused as a whole', async (...[, body, reason]) => {
  answer(completed(), { body: body() });

  const failure = await advertising.downloadReport(access, ofReport).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(DamagedReport);
  expect(String(failure)).toContain(reason);
});

test('a region without addresses is refused without a request', async () => {
  await expect(advertising.listProfiles({ ...access, region: 'NA' })).rejects.toThrow('no address is set');
  expect(amazon.asked).toEqual([]);
});
