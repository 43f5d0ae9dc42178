import { beforeAll, expect, test } from 'vitest';
import { needsCsrf } from '@app/shared/contract/endpoint.ts';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import { testApi, type Owner } from '../testing/http/api.ts';
import { injectionOf } from '../testing/http/browser.ts';
import {
  endpoints,
  exampleOf,
  fieldsOf,
  isForOperators,
  isStream,
  needsDevice,
  takesIds,
  type Example,
  type NamedEndpoint,
  endsMuch,
} from '../testing/http/endpoints.ts';
import { populate, type PopulatedTenant } from '../testing/database/populate.ts';
import { checksumsOf } from '../testing/database/tables.ts';

const api = testApi();
let a: Owner & PopulatedTenant;
let b: Owner & PopulatedTenant;
/** A tenant for calls that delete what the other tests need. */
let spent: Owner & PopulatedTenant;

beforeAll(async () => {
  a = await populated('MARKERA');
  b = await populated('MARKERB');
  spent = await populated('MARKERC');
});

async function populated(marker: string): Promise<Owner & PopulatedTenant> {
  const owner = await api.owner({ lastName: marker });
  const data = await withClient(api.database.superuserUrl, (client) =>
    populate(client, { tenantId: owner.tenantId, marker }),
  );
  await owner.createToken();
  return Object.assign(owner, data);
}

const checksums = checksumsOf(api.database);
const closed = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');

test('every method and path is declared once', () => {
  const places = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`);

  expect(places).toEqual([...new Set(places)]);
});

test.each(endpoints)('$name declares only errors of the catalogue, and has a summary', ({ endpoint }) => {
  for (const code of endpoint.errors) expect(errorCatalogue).toHaveProperty(code);
  expect(endpoint.summary).toMatch(/\w{3}/);
});

const ofPrograms = endpoints.filter(({ endpoint }) => endpoint.access === 'token');
const ofSessions = closed.filter((one) => !ofPrograms.includes(one));

test.each(ofSessions)('$name answers 401 without a login', async ({ name, endpoint }) => {
  const response = await api.browser().send(endpoint, exampleOf(name, a));

  expect(response.statusCode).toBe(401);
  expect(response.json()).toMatchObject({ code: 'notLoggedIn' });
  expect(response.headers['www-authenticate']).toBe('Session redirect');
});

test.each(ofPrograms)(
  '$name answers 401 without a token, also to a browser with a session',
  async ({ name, endpoint }) => {
    const response = await api.app.inject({
      ...injectionOf(endpoint, exampleOf(name, a)),
      cookies: Object.fromEntries(a.cookies),
    });

    expect([response.statusCode, response.json().code]).toEqual([401, 'invalidToken']);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer (?:scope="\S+", )?resource_metadata="\S+"$/);
  },
);

test.each(ofSessions)('$name does not accept a token instead of a session', async ({ name, endpoint }) => {
  const response = await api.app.inject({
    ...injectionOf(endpoint, exampleOf(name, a)),
    headers: { authorization: `Bearer ${a.token}` },
  });

  expect([response.statusCode, response.json().code]).toEqual([401, 'notLoggedIn']);
});

const changing = endpoints.filter(({ endpoint }) => needsCsrf(endpoint));

test.each(changing)('$name answers 403 without the CSRF header', async ({ name, endpoint }) => {
  const before = await checksums();
  a.withoutCsrf = true;

  const response = await a.send(endpoint, exampleOf(name, a));

  a.withoutCsrf = false;
  expect([response.statusCode, response.json().code]).toEqual([403, 'csrf']);
  expect(await checksums()).toEqual(before);
});

const ofOperators = endpoints.filter(isForOperators);
const answered = closed.filter((one) => !isStream(one) && !needsDevice(one) && !isForOperators(one));
const withIds = answered.filter(({ name }) => takesIds.some((one) => one === name));
const withoutIds = answered.filter((one) => !withIds.includes(one));

/** A call proves something only if it works for its rightful caller. */
async function callAsOwner({ name, endpoint }: NamedEndpoint): Promise<void> {
  const owner = endsMuch({ name, endpoint }) ? spent : a;
  const { statusCode, body } = await owner.send(endpoint, exampleOf(name, owner));
  expect([name, statusCode, body]).toEqual([name, expect.toSatisfy(isSuccess), body]);
}

function expectNothingOfA(body: string): void {
  for (const secret of [a.marker, a.tenantId, a.email]) expect(body).not.toContain(secret);
}

const asinAsked = ({ params }: Example): string => {
  const asin = params?.['asin'];
  return typeof asin === 'string' ? asin : 'none';
};

test.each(withIds)("$name does not find another tenant's ids", async (one) => {
  await callAsOwner(one);
  const before = await checksums();

  const foreign = await b.send(one.endpoint, exampleOf(one.name, a));

  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'notFound']);
  // The answer may repeat the requested ASIN: the ASIN is public, but not that a tenant has it.
  expectNothingOfA(foreign.body.replaceAll(asinAsked(exampleOf(one.name, a)), ''));
  expect(await checksums()).toEqual(before);
});

test.each(withoutIds)('$name answers each tenant with its own data', async (one) => {
  await callAsOwner(one);

  const foreign = await b.send(one.endpoint, exampleOf(one.name, one.endpoint.method === 'GET' ? a : b));

  expect(foreign.statusCode).toSatisfy(isSuccess);
  expectNothingOfA(foreign.body);
});

test.each(ofOperators)('$name is answered to an owner as if it did not exist, and changes nothing', async (one) => {
  const before = await checksums();

  const answer = await a.send(one.endpoint, exampleOf(one.name, a));

  expect([answer.statusCode, answer.json().code]).toEqual([404, 'notFound']);
  expect(await checksums()).toEqual(before);
});

test('every call that takes an id of a tenant is tested with ids of another tenant', () => {
  const named = endpoints.filter(({ name, endpoint }) => {
    if (endpoint.access === 'operator') return false;
    const { params, query, body } = exampleOf(name, a);
    const isNamed = Object.keys({ ...params, ...fieldsOf(body) }).some((key) => /(ids?|Addresses)$/i.test(key));
    const isListed = JSON.stringify(body ?? {}).includes('"productId"');
    return isNamed || isListed || Object.hasOwn(query ?? {}, 'productId') || Object.hasOwn(params ?? {}, 'asin');
  });

  expect(named.map(({ name }) => name).toSorted()).toEqual([...takesIds].toSorted());
});

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

test('the calls that show tenant data do return some, because the test above would prove nothing otherwise', async () => {
  const shown = await Promise.all(
    ['stateOfTheWorld', 'sellerList', 'getWatchdogSettings', 'isAuthenticated'].map(async (name) => {
      const endpoint = endpoints.find((one) => one.name === name)?.endpoint;
      return endpoint ? (await a.send(endpoint, exampleOf(name, a))).body : '';
    }),
  );

  for (const body of shown) expect(body).toContain(a.marker);
});

test('a list of own ids with one id of another tenant changes nothing', async () => {
  const before = await checksums();

  const mixed = await b.request({
    method: 'PUT',
    url: '/api/sentinel/watchdog/bulk-set-issue-status',
    payload: { issueStatus: 1, watchDogIds: [`price-${b.productId}`, `price-${a.productId}`] },
  });

  expect(mixed.statusCode).toBe(404);
  expect(await checksums()).toEqual(before);
});

test('the answer is the same for an id of another tenant and for an unknown id', async () => {
  const [anothers, nobodys] = await Promise.all(
    [a.productId, '999999999'].map((productId) =>
      b.request({ method: 'POST', url: `/api/sentinel/watchdog/mute/price-${productId}`, payload: { minutes: 60 } }),
    ),
  );

  expect(anothers?.statusCode).toBe(404);
  expect({ ...anothers?.json(), requestId: '' }).toEqual({ ...nobodys?.json(), requestId: '' });
});

test('an unknown path gives an error in JSON, with and without the web application', async () => {
  for (const url of ['/api/nothing', '/api', '/api/auth/csrf/x']) {
    const response = await a.request({ url });
    expect([url, response.statusCode, response.json().code]).toEqual([url, 404, 'notFound']);
  }
});

test('a call is answered to its own method only', async () => {
  for (const { endpoint } of endpoints) {
    const { url } = injectionOf(endpoint, exampleOf('csrf', a));
    const method = endpoint.method === 'GET' ? 'HEAD' : 'PATCH';
    expect([endpoint.path, (await a.request({ method, url: url ?? '' })).statusCode]).toEqual([endpoint.path, 404]);
  }
});
