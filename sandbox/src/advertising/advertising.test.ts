import { gunzipSync } from 'node:zlib';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { statusOf } from '../world/life/order.ts';
import { createManualClock } from '../world/clock.ts';
import { createWorld, type World } from '../world/world.ts';
import { attributionOf } from './attribution.ts';
import { advertising } from './plugin.ts';

const seller = 'A2QWN7L4RKH13D';
const clientId = 'ads-client';
const back = 'http://127.0.0.1:4000/api/identity/ad-connect';
const contentType = 'application/vnd.createasyncreportrequest.v3+json';
const consentQuery = {
  client_id: clientId,
  scope: 'advertising::campaign_management',
  response_type: 'code',
  redirect_uri: back,
  state: 'our-state',
};

let app: FastifyInstance;
let world: World;
let clock: ReturnType<typeof createManualClock>;

beforeEach(async () => {
  clock = createManualClock(new Date('2026-11-20T20:00:00Z'));
  world = createWorld({ seed: 'test', clock, publicUrl: 'http://sandbox.test' });
  let ids = 0;
  app = fastify();
  await app.register(
    advertising({
      clientId,
      clientSecret: 'ads-secret',
      world,
      newId: () => `0000000${(ids += 1)}-0000-4000-8000-000000000000`,
      publicUrl: () => 'http://sandbox.test',
      watchpostUrl: 'http://127.0.0.1:4000',
      speedup: 1,
    }),
  );
});

const post = (url: string, form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const decide = async (decision: string) => {
  const answered = await post('/ads-na/ap/oa', { ...consentQuery, selling_partner_id: seller, decision });
  return new URL(String(answered.headers.location));
};

async function tokens() {
  const code = (await decide('allow')).searchParams.get('code') ?? '';
  const client = { client_id: clientId, client_secret: 'ads-secret' };
  const form = { ...client, grant_type: 'authorization_code', code, redirect_uri: back };
  return (await post('/ads-na/auth/o2/token', form)).json<{ access_token: string; refresh_token: string }>();
}

const headersOf = (token: string, profileId?: string) => ({
  authorization: `Bearer ${token}`,
  'amazon-advertising-api-clientid': clientId,
  ...(profileId !== undefined && { 'amazon-advertising-api-scope': profileId }),
});

async function access() {
  const { access_token: token } = await tokens();
  const text = (await app.inject({ url: '/ads-na/v2/profiles', headers: headersOf(token) })).body;
  const profileId = /"profileId":(\d+),"countryCode":"US"/.exec(text)?.[1] ?? '';
  return { token, profileId, headers: headersOf(token, profileId), text };
}
type Access = Awaited<ReturnType<typeof access>>;

const advertised = {
  startDate: '2026-11-06',
  endDate: '2026-11-19',
  configuration: {
    adProduct: 'SPONSORED_PRODUCTS',
    groupBy: ['advertiser'],
    columns: ['date', 'advertisedAsin', 'unitsSoldSameSku7d', 'purchasesSameSku7d', 'cost'],
    reportTypeId: 'spAdvertisedProduct',
    timeUnit: 'DAILY',
    format: 'GZIP_JSON',
  },
};
const purchased = {
  ...advertised,
  configuration: {
    ...advertised.configuration,
    groupBy: ['asin'],
    columns: ['date', 'purchasedAsin', 'unitsSoldOtherSku7d', 'purchasesOtherSku7d'],
    reportTypeId: 'spPurchasedProduct',
  },
};

const create = ({ headers }: Access, body: object, type = contentType) =>
  app.inject({
    method: 'POST',
    url: '/ads-na/reporting/reports',
    headers: { ...headers, 'content-type': type },
    payload: JSON.stringify(body),
  });
const look = ({ headers }: Access, reportId: string) =>
  app.inject({ url: `/ads-na/reporting/reports/${reportId}`, headers });
const document = (url: string) => app.inject({ url: url.replace('http://sandbox.test', '') });
const happen = (event: object) => app.inject({ method: 'POST', url: '/sandbox/advertising', payload: event });

type Row = Record<string, number | string>;

async function read(who: Access, body: object): Promise<Row[]> {
  const { reportId } = (await create(who, body)).json<{ reportId: string }>();
  clock.advance(60_000);
  const { url } = (await look(who, reportId)).json<{ url: string }>();
  return JSON.parse(gunzipSync((await document(url)).rawPayload).toString('utf8'));
}

const sum = (rows: readonly Row[], column: string): number =>
  rows.reduce((total, row) => total + Number(row[column]), 0);

test('units without advertising and units of both reports add up to the units sold, of each product and day', async () => {
  const who = await access();
  const [same, other] = [await read(who, advertised), await read(who, purchased)];

  const orders = world
    .ordersOf(seller)
    .filter((order) => order.marketplace === 'US' && statusOf(order, clock.now()) !== 'CANCELLED');
  const days = Array.from({ length: 14 }, (_, back_) => addDays('2026-11-06', back_));
  const asins = new Set(orders.map(({ asin }) => asin));
  let [ads, organic] = [0, 0];
  for (const date of days) {
    for (const asin of asins) {
      const ofDay = orders.filter((order) => order.asin === asin && dayAt('US', order.createdAt) === date);
      const sold = ofDay.reduce((units, { quantity }) => units + quantity, 0);
      const own = ofDay.filter((order) => attributionOf(order) === 'none');
      const organicUnits = own.reduce((units, { quantity }) => units + quantity, 0);
      const isOf = (row: Row) => row['date'] === date && [row['advertisedAsin'], row['purchasedAsin']].includes(asin);
      const adsUnits = sum(same.filter(isOf), 'unitsSoldSameSku7d') + sum(other.filter(isOf), 'unitsSoldOtherSku7d');
      expect(organicUnits + adsUnits).toBe(sold);
      ads += adsUnits;
      organic += organicUnits;
    }
  }
  expect(ads).toBeGreaterThan(20);
  expect(organic).toBeGreaterThan(ads);
  expect(sum(other, 'unitsSoldOtherSku7d')).toBeGreaterThan(0);
  expect(sum(same, 'cost')).toBeGreaterThan(0);
});

test('profiles are of the seller that consented, with ids of 18 digits', async () => {
  const { text, profileId } = await access();

  expect(profileId).toMatch(/^\d{18}$/);
  expect(text).toContain(`"id":"${seller}","type":"seller"`);
  expect(text.match(/countryCode/g)).toHaveLength(2);
});

test('a denied consent goes back with an error and without a code', async () => {
  const { searchParams } = await decide('deny');

  expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'our-state' });
  expect(searchParams.get('code')).toBeNull();
});

test.each([
  ['another application', { client_id: 'other' }],
  ['another scope', { scope: 'profile' }],
  ['another address', { redirect_uri: 'http://127.0.0.1:4000/elsewhere' }],
  ['no state', { state: '' }],
])('the consent page refuses %s', async (...[, change]) => {
  const answered = await app.inject({ url: '/ads-na/ap/oa', query: { ...consentQuery, ...change } });

  expect(answered.statusCode).toBe(400);
});

test.each([
  ['an unknown column', { configuration: { ...advertised.configuration, columns: ['date', 'units'] } }, 'units'],
  ['an unknown field', { timezone: 'UTC' }, 'body'],
  ['another grouping', { configuration: { ...advertised.configuration, groupBy: ['asin'] } }, 'groupBy'],
  ['days without a date', { configuration: { ...advertised.configuration, columns: ['cost'] } }, 'date'],
  ['more than 31 days', { startDate: '2026-10-01' }, '31 days'],
  ['days that are long past', { startDate: '2026-01-01', endDate: '2026-01-02' }, '95 days'],
])('a report with %s is refused', async (...[, change, word]) => {
  const answered = await create(await access(), { ...advertised, ...change });

  expect(answered.statusCode).toBe(400);
  expect(answered.json<{ detail: string }>().detail).toContain(word);
});

test('a report needs its content type, a profile of the account and a valid token', async () => {
  const who = await access();

  expect((await create(who, advertised, 'application/json')).statusCode).toBe(415);
  expect((await create({ ...who, headers: headersOf(who.token, '123') }, advertised)).statusCode).toBe(403);
  expect((await create({ ...who, headers: headersOf('Atza|x', who.profileId) }, advertised)).statusCode).toBe(401);
});

test('the same report is refused with its id while it is being written', async () => {
  const who = await access();
  const { reportId } = (await create(who, advertised)).json<{ reportId: string }>();

  const again = await create(who, { ...advertised, name: 'again' });

  expect(again.statusCode).toBe(425);
  expect(again.json<{ detail: string }>().detail).toContain(reportId);
  clock.advance(60_000);
  expect((await create(who, advertised)).statusCode).toBe(200);
});

test('calls are throttled, reports fail, documents expire and are cut off as requested', async () => {
  const who = await access();
  await happen({ type: 'throttled' });
  const throttled = await create(who, advertised);
  expect(throttled.statusCode).toBe(429);
  expect(throttled.headers['retry-after']).toBe('2');

  await happen({ type: 'reportFailed' });
  const failed = (await create(who, advertised)).json<{ reportId: string }>();
  clock.advance(60_000);
  expect((await look(who, failed.reportId)).json()).toMatchObject({ status: 'FAILED', url: null });

  const { reportId } = (await create(who, advertised)).json<{ reportId: string }>();
  expect((await look(who, reportId)).json()).toMatchObject({ status: 'PROCESSING', url: null });
  clock.advance(60_000);
  await happen({ type: 'urlExpired' });
  const expired = (await look(who, reportId)).json<{ url: string }>();
  expect((await document(expired.url)).statusCode).toBe(403);
  await happen({ type: 'damagedDocument' });
  const fresh = (await look(who, reportId)).json<{ url: string }>();
  const cut = await document(fresh.url);
  expect(() => gunzipSync(cut.rawPayload)).toThrow('unexpected end of file');
  clock.advance(3_600_000);
  expect((await document(fresh.url)).statusCode).toBe(403);
});

test('a consent that is withdrawn ends access and refresh tokens', async () => {
  const { refresh_token: refreshToken } = await tokens();
  const who = await access();

  await happen({ type: 'consentWithdrawn', sellerId: seller });

  expect((await create(who, advertised)).statusCode).toBe(401);
  const form = { client_id: clientId, client_secret: 'ads-secret', grant_type: 'refresh_token' };
  const refused = await post('/ads-na/auth/o2/token', { ...form, refresh_token: refreshToken });
  expect(refused.json()).toMatchObject({ error: 'invalid_grant' });
});
