import { beforeEach, expect, test } from 'vitest';
import { answering, type Answer } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import type { BucketKey, Buckets } from './calls/buckets.ts';
import { AuthorizationLost, ExternalError, OperationRefused, OutOfQuota } from './external-error.ts';
import { createMarketplace, type Marketplace } from './marketplace.ts';
import type { SellerAccess } from './seller-access.ts';
import type { Standing } from './standing.ts';

const amazon = answering();
const start = new Date('2026-06-15T12:00:00Z');
const access: SellerAccess = { sellingPartnerId: 'A1SELLER', region: 'EU', refreshToken: 'Atzr|refresh' };
const noBatch = { marketplaceId: 'A1F83G8C2ARO7P', skus: [] };
const isToken = ({ url }: { url: string }) => url === '/token';

let clock = testClock(start);
let taken: BucketKey[] = [];
let learned: number[] = [];
let throttled = 0;
let waitMs = 0;
let marketplace: Marketplace;

/** A bucket that always has tokens, until a 429 arrives. */
const buckets: Buckets = {
  take: async (key) => {
    taken.push(key);
    const retryAt = new Date(clock.now().getTime() + 60_000);
    return throttled === 0 ? { granted: 1, waitMs } : { granted: 0, retryAt };
  },
  learn: async (_key, rate) => void learned.push(rate),
  throttled: async () => void (throttled += 1),
};

/** Gives these answers in turn and then repeats the last one. Token requests always succeed. */
function answer(...answers: readonly (Answer | null)[]): void {
  let next = 0;
  amazon.respond((asked) => {
    if (isToken(asked)) return { body: { access_token: `Atza|${next}`, refresh_token: 'Atzr|new', expires_in: 3600 } };
    const found = answers[Math.min(next, answers.length - 1)];
    next += 1;
    return found === undefined ? {} : found;
  });
}

beforeEach(() => {
  amazon.asked.length = 0;
  clock = testClock(start);
  taken = [];
  learned = [];
  throttled = 0;
  waitMs = 0;
  marketplace = createMarketplace({
    config: {
      apiUrls: { NA: null, EU: `${amazon.url}/eu`, IN: `${amazon.url}/eu` },
      tokenUrl: `${amazon.url}/token`,
      clientId: 'client',
      clientSecret: 'secret',
    },
    clock,
    random: systemRandom,
    buckets,
  });
});

const empty = { body: { items: [] } };
const failureOf = (asking: Promise<unknown>): Promise<unknown> => asking.catch((thrown: unknown) => thrown);
const tokensAsked = () => amazon.asked.filter(isToken);
const callsAsked = () => amazon.asked.filter((asked) => !isToken(asked));
const errorOf = (code: string, message = 'x') => ({ errors: [{ code, message, details: '' }] });

test('concurrent calls share one access token, until a minute before it expires', async () => {
  answer(empty);

  await Promise.all([1, 2, 3].map(() => marketplace.searchListingsItems(access, noBatch)));
  expect(tokensAsked()).toHaveLength(1);
  clock.advance(3539_000);
  await marketplace.searchListingsItems(access, noBatch);
  expect(tokensAsked()).toHaveLength(1);
  clock.advance(2_000);
  await marketplace.searchListingsItems(access, noBatch);

  expect(tokensAsked()).toHaveLength(2);
  expect(Object.fromEntries(new URLSearchParams(tokensAsked()[0]?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'Atzr|refresh',
    client_id: 'client',
    client_secret: 'secret',
  });
});

test('every request names the application in its user agent', async () => {
  answer(empty);

  await marketplace.searchListingsItems(access, noBatch);

  expect(new Set(amazon.asked.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['Watchpost/3.4.2 (Language=TypeScript; Platform=Node)']),
  );
  expect(callsAsked()[0]?.headers['x-amz-access-token']).toBe('Atza|0');
});

test('an authorisation code is exchanged for a refresh token', async () => {
  answer({});

  const traded = await marketplace.exchangeCode({ code: 'SPAPI', redirectUri: 'https://watchpost.test/back' });

  expect(traded).toEqual({ refreshToken: 'Atzr|new' });
  expect(amazon.asked[0]?.body).toContain('grant_type=authorization_code&code=SPAPI');
});

test.each([
  { error: 'invalid_grant', status: 400, name: 'AuthorizationLost', isPermanent: true },
  { error: 'invalid_client', status: 401, name: 'ApplicationRefused', isPermanent: false },
  { error: 'unauthorized_client', status: 400, name: 'ApplicationRefused', isPermanent: false },
  { error: 'server_error', status: 503, name: 'ExternalError', isPermanent: false },
])('the error $error of login with amazon becomes $name', async ({ error, status, name, isPermanent }) => {
  amazon.respond(() => ({ status, body: { error, error_description: 'x' } }));

  const failure = await failureOf(marketplace.searchListingsItems(access, noBatch));

  expect(failure).toBeInstanceOf(ExternalError);
  expect(failure).toMatchObject({ name, isPermanent });
});

test('a token request that failed is repeated by the next call', async () => {
  amazon.respond(() => ({ status: 401, body: { error: 'invalid_client' } }));
  await expect(marketplace.searchListingsItems(access, noBatch)).rejects.toThrow('invalid_client');
  answer(empty);

  expect(await marketplace.searchListingsItems(access, noBatch)).toEqual({ members: [], refusals: [] });
});

test('a 429 reaches the bucket, and a call without a token fails with the time of the next one', async () => {
  answer({ status: 429, body: errorOf('QuotaExceeded') }, empty);

  const failure = await failureOf(marketplace.searchListingsItems(access, noBatch));

  expect(throttled).toBe(1);
  expect(failure).toBeInstanceOf(OutOfQuota);
  expect(failure).toMatchObject({ retryAt: new Date(start.getTime() + 60_000) });
  expect(taken[0]).toEqual({ sellingPartnerId: 'A1SELLER', region: 'EU', operation: 'searchListingsItems' });
});

test('a call waits for a token that becomes valid later', async () => {
  answer(empty);
  waitMs = 2000;

  await marketplace.searchListingsItems(access, noBatch);

  expect(clock.now()).toEqual(new Date(start.getTime() + waitMs));
});

test('a call that is cancelled while it waits for a token sends no request and names the time of the token', async () => {
  answer(empty);
  waitMs = 2000;
  const stopping = new AbortController();

  const asking = failureOf(marketplace.searchListingsItems(access, { ...noBatch, signal: stopping.signal }));
  stopping.abort();

  expect(await asking).toMatchObject({ name: 'OutOfQuota', retryAt: new Date(start.getTime() + waitMs) });
  expect(callsAsked()).toEqual([]);
});

test('an announced rate is recorded, and a missing header changes nothing', async () => {
  answer({ ...empty, headers: { 'x-amzn-RateLimit-Limit': '5.0' } }, empty);

  await marketplace.searchListingsItems(access, noBatch);
  await marketplace.searchListingsItems(access, noBatch);

  expect(learned).toEqual([5]);
});

test.each([
  ['500', { status: 500, body: errorOf('InternalFailure') }],
  ['503', { status: 503, body: '<html>' }],
  ['a broken connection', null],
])('%s is retried', async (_what, trouble) => {
  answer(trouble, trouble, empty);

  expect(await marketplace.searchListingsItems(access, noBatch)).toEqual({ members: [], refusals: [] });
  expect(callsAsked()).toHaveLength(3);
});

test('a failure that persists is thrown after four tries, as a temporary one', async () => {
  answer({ status: 500, body: errorOf('InternalFailure') });

  await expect(marketplace.searchListingsItems(access, noBatch)).rejects.toMatchObject({
    isPermanent: false,
    status: 500,
  });
  expect(callsAsked()).toHaveLength(4);
});

test('a rejected access token is renewed once; rejected again, only this request is refused', async () => {
  answer({ status: 403, body: errorOf('Unauthorized') }, empty);
  await marketplace.searchListingsItems(access, noBatch);
  answer({ status: 403, body: errorOf('Unauthorized', 'Access to requested resource is denied.') });

  const failure = await failureOf(marketplace.searchListingsItems(access, noBatch));

  expect(failure).toBeInstanceOf(OperationRefused);
  expect(failure).toMatchObject({
    status: 403,
    isPermanent: false,
    request: { operation: 'searchListingsItems', subject: noBatch.marketplaceId },
  });
});

/** Access with a standing that records its calls, and whose `admit` throws the given error. */
const standingOf = (admitted: Error | null = null) => {
  const noted: string[] = [];
  const note = (what: string) => async (name: { readonly operation: string; readonly subject?: string | null }) =>
    void noted.push(`${what} ${name.operation} ${name.subject}`);
  const standing: Standing = {
    admit: () => {
      if (admitted) throw admitted;
    },
    noteAnswer: note('answer'),
    noteRefusal: note('refusal'),
    noteLoss: async () => void noted.push('loss'),
  };
  return { noted, access: { ...access, standing } };
};

test('the standing of the account records answers, refusals and the loss of the authorisation', async () => {
  const { noted, access: watched } = standingOf();
  answer(empty);
  await marketplace.searchListingsItems(watched, noBatch);
  answer({ status: 403, body: errorOf('Unauthorized') });
  await failureOf(marketplace.createReport(watched, { reportType: 'GET_X', marketplaceIds: [] }));
  amazon.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  clock.advance(3_600_000);
  await failureOf(marketplace.searchListingsItems(watched, noBatch));

  expect(noted).toEqual([`answer searchListingsItems ${noBatch.marketplaceId}`, 'refusal createReport GET_X', 'loss']);
});

test('a refusal that concerns one report does not affect other reports', async () => {
  const { noted, access: watched } = standingOf();
  answer({ status: 403, body: errorOf('Unauthorized') });

  await failureOf(marketplace.getReport(watched, 'R1'));

  expect(noted).toEqual(['refusal getReport null']);
});

test('a request that the standing does not admit is not sent, and no token is requested for it', async () => {
  const { access: watched } = standingOf(new AuthorizationLost('searchListingsItems', 'lost'));
  answer(empty);

  await expect(marketplace.searchListingsItems(watched, noBatch)).rejects.toThrow(AuthorizationLost);

  expect(amazon.asked).toEqual([]);
});

test('an authorisation is confirmed by requesting a new access token, even if a valid one is cached', async () => {
  answer(empty);
  await marketplace.searchListingsItems(access, noBatch);
  await marketplace.confirmAuthorization(access);

  expect(tokensAsked()).toHaveLength(2);
  amazon.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  await expect(marketplace.confirmAuthorization(access)).rejects.toThrow(AuthorizationLost);
});

test.each([
  ['text that is not JSON', '{"items": [', 'not JSON'],
  ['another shape', { things: [] }, 'malformed answer: items'],
])('%s is a failure with a reason, never a crash', async (_what, body, reason) => {
  answer({ body });

  await expect(marketplace.searchListingsItems(access, noBatch)).rejects.toThrow(reason);
});

test('a malformed item is refused by name and does not affect the others', async () => {
  answer({ body: { items: [{ sku: 7 }, { sku: 'SK-1' }] } });

  const { members, refusals } = await marketplace.searchListingsItems(access, noBatch);

  expect(members).toMatchObject([{ sku: 'SK-1', summaries: null, issues: null, fulfillmentAvailability: null }]);
  expect(refusals).toEqual([{ subject: 'member 0', reason: expect.stringContaining('malformed: sku') }]);
});

test('slashes and spaces of a SKU are kept', async () => {
  answer(empty, { body: { responses: [{}] } });
  const skus = ['A,B', 'C/D E'];

  await marketplace.searchListingsItems(access, { ...noBatch, skus: ['A', 'C/D E'] });
  await marketplace.getListingOffersBatch(access, { ...noBatch, skus });

  const [listings, offers] = callsAsked();
  expect(listings?.url).toContain('identifiers=A,C%2FD%20E&');
  expect(JSON.parse(offers?.body ?? '').requests.map(({ uri }: { uri: string }) => uri)).toEqual([
    '/products/pricing/v0/listings/A%2CB/offers',
    '/products/pricing/v0/listings/C%2FD%20E/offers',
  ]);
});

const stockOf = (...skus: readonly string[]) => ({
  body: { payload: { inventorySummaries: skus.map((sellerSku) => ({ sellerSku })) } },
});

test('a SKU with a comma is asked for alone, because Amazon would take it for several', async () => {
  const batch = { ...noBatch, skus: ['A', 'A,B', 'C'] };
  answer(
    { body: { items: [{ sku: 'A' }, { sku: 'C' }] } },
    { body: { items: [{ sku: 'A' }, { sku: 'A,B' }] } },
    stockOf('A', 'C'),
    stockOf('A,B'),
    { body: { payload: [] } },
  );

  const listings = await marketplace.searchListingsItems(access, batch);
  const stock = await marketplace.getInventorySummaries(access, batch);
  await marketplace.getCompetitivePricing(access, batch);

  expect(listings.members.map(({ sku }) => sku)).toEqual(['A', 'C', 'A,B']);
  expect(stock.members.map(({ sellerSku }) => sellerSku)).toEqual(['A', 'C', 'A,B']);
  const lists = callsAsked().map(({ url }) => /(?:identifiers|sellerSkus?|Skus)=[^&]*/.exec(url)?.[0]);
  expect(lists).toEqual([
    'identifiers=A,C',
    'identifiers=A%2CB',
    'sellerSkus=A,C',
    'sellerSku=A%2CB',
    'Skus=A,C',
    'Skus=A%2CB',
  ]);
});

test('a batch contains each SKU once', async () => {
  answer({ body: { responses: [{}] } });

  await marketplace.getListingOffersBatch(access, { ...noBatch, skus: ['A', 'B', 'A'] });

  expect(JSON.parse(callsAsked()[0]?.body ?? '').requests).toHaveLength(2);
});

test('a region without an address is reported', async () => {
  answer(empty);

  await expect(marketplace.participations({ ...access, region: 'NA' })).rejects.toThrow('no address is set');
});

test('an existing destination is found again, and a subscription made by another tenant is reused', async () => {
  const arn = 'arn:aws:sqs:us-east-1:1:queue';
  answer({ body: { payload: [{ destinationId: 'D1', resource: { sqs: { arn } } }] } });
  expect(await marketplace.ensureDestination('EU', { sqs: { arn } })).toBe('D1');

  answer({ status: 409, body: errorOf('Conflict') }, { body: { payload: { subscriptionId: 'S1' } } });
  const subscription = { type: 'ANY_OFFER_CHANGED', destinationId: 'D1' } as const;

  expect(await marketplace.createSubscription(access, subscription)).toBe('S1');
});

test('an event bus is a separate destination, created if it does not exist and found again', async () => {
  const eventBridge = { accountId: '123456789012', region: 'eu-west-1' };
  const queue = { destinationId: 'D1', resource: { sqs: { arn: 'arn:aws:sqs:us-east-1:1:queue' } } };
  const elsewhere = {
    destinationId: 'D2',
    resource: { eventBridge: { ...eventBridge, region: 'us-east-1', name: 'N' } },
  };
  const bus = { destinationId: 'D3', resource: { eventBridge: { ...eventBridge, name: 'N' } } };
  answer({ body: { payload: [queue, elsewhere] } }, { body: { payload: bus } }, { body: { payload: [queue, bus] } });

  expect(await marketplace.ensureDestination('EU', { eventBridge })).toBe('D3');
  clock.advance(3_600_000);
  expect(await marketplace.ensureDestination('EU', { eventBridge })).toBe('D3');

  expect(callsAsked().flatMap(({ body }) => (body ? [JSON.parse(body)] : []))).toEqual([
    { name: 'Watchpost events 123456789012 eu-west-1', resourceSpecification: { eventBridge } },
  ]);
});

test('Europe and India, which share one endpoint, share one request for its destination', async () => {
  const arn = 'arn:aws:sqs:us-east-1:1:queue';
  answer({ body: { payload: [{ destinationId: 'D1', resource: { sqs: { arn } } }] } });

  const both = await Promise.all(
    (['EU', 'IN'] as const).map((region) => marketplace.ensureDestination(region, { sqs: { arn } })),
  );

  expect(both).toEqual(['D1', 'D1']);
  expect(callsAsked()).toHaveLength(1);
});

const order = (orderId: string, fulfillmentStatus: string, ...orderItems: readonly object[]) => ({
  orderId,
  createdTime: '2026-06-01T00:00:00Z',
  lastUpdatedTime: '2026-06-02T00:00:00Z',
  salesChannel: { marketplaceId: 'A1F83G8C2ARO7P' },
  fulfillment: { fulfillmentStatus },
  orderItems,
});

const priced = (amount: string, currencyCode: string) => ({ unitPrice: { amount, currencyCode } });

test('orders are read with items, prices and promotions and without their buyers', async () => {
  const breakdowns = [{ promotionId: 'UK Core Free Shipping 2015/04/08' }, { promotionId: 'SUMMER' }, {}];
  const items = [
    { quantityOrdered: 2, product: { asin: 'B01', price: priced('24.90', 'GBP') }, promotion: { breakdowns } },
    { quantityOrdered: 1, product: {} },
    { quantityOrdered: 1, product: { asin: 'B02', price: priced('24.90', 'EUR') } },
    { quantityOrdered: 1, product: { asin: 'B03', price: { unitPrice: { amount: null } } } },
  ];
  const told = [order('1', 'SHIPPED', ...items), order('2', 'CANCELLED'), { orderId: '3' }];
  answer({ body: { orders: told, pagination: { nextToken: 't' } } });

  const question = { marketplaceIds: ['A1F83G8C2ARO7P'], since: { changed: start }, paginationToken: null };
  const page = await marketplace.searchOrders(access, question);

  const placed = {
    marketplace: 'UK',
    placedAt: new Date('2026-06-01T00:00:00Z'),
    updatedAt: new Date('2026-06-02T00:00:00Z'),
  };
  expect(page.orders).toEqual([
    {
      ...placed,
      orderId: '1',
      isCancelled: false,
      items: [
        { asin: 'B01', units: 2, unitPriceCents: 2490, promotionIds: ['SUMMER'] },
        { asin: 'B02', units: 1, unitPriceCents: null, promotionIds: [] },
        { asin: 'B03', units: 1, unitPriceCents: null, promotionIds: [] },
      ],
    },
    { ...placed, orderId: '2', isCancelled: true, items: [] },
  ]);
  expect(page.refusals).toHaveLength(1);
  expect(page.nextToken).toBe('t');
  expect(callsAsked()[0]?.url).not.toMatch(/BUYER|RECIPIENT/);
});

test('a request is dated by its last attempt, after its wait for a token, and once it is answered', async () => {
  waitMs = 6_000;
  const sent: Date[] = [];
  answer({ status: 503 }, empty);

  await marketplace.searchListingsItems(access, { ...noBatch, onSent: (at) => sent.push(at) });

  expect(callsAsked()).toHaveLength(2);
  expect(sent).toEqual([clock.now()]);
  expect(clock.now().getTime()).toBeGreaterThan(start.getTime() + waitMs);
});
