import { beforeEach, expect, test } from 'vitest';
import { answering, type Answer } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import type { BucketKey, Buckets } from './buckets.ts';
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

/** A bucket that is always full, until a 429 comes. */
const buckets: Buckets = {
  take: async (key) => {
    taken.push(key);
    const retryAt = new Date(clock.now().getTime() + 60_000);
    return throttled === 0 ? { granted: 1, waitMs } : { granted: 0, retryAt };
  },
  learn: async (_key, rate) => void learned.push(rate),
  throttled: async () => void (throttled += 1),
};

/** Answers calls with these in turn, the last one again and again; tokens are given freely. */
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

test('one access token serves many calls at the same time, until a minute before it ends', async () => {
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

test('every request says who asks', async () => {
  answer(empty);

  await marketplace.searchListingsItems(access, noBatch);

  expect(new Set(amazon.asked.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['Watchpost/3.4.2 (Language=TypeScript; Platform=Node)']),
  );
  expect(callsAsked()[0]?.headers['x-amz-access-token']).toBe('Atza|0');
});

test('a code is traded for a refresh token', async () => {
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
])('login with amazon that answers $error is a failure of kind $name', async ({ error, status, name, isPermanent }) => {
  amazon.respond(() => ({ status, body: { error, error_description: 'x' } }));

  const failure = await failureOf(marketplace.searchListingsItems(access, noBatch));

  expect(failure).toBeInstanceOf(ExternalError);
  expect(failure).toMatchObject({ name, isPermanent });
});

test('a token that failed is asked for again', async () => {
  amazon.respond(() => ({ status: 401, body: { error: 'invalid_client' } }));
  await expect(marketplace.searchListingsItems(access, noBatch)).rejects.toThrow('invalid_client');
  answer(empty);

  expect(await marketplace.searchListingsItems(access, noBatch)).toEqual({ members: [], refusals: [] });
});

test('a 429 is told to the bucket, and what finds no token comes back later', async () => {
  answer({ status: 429, body: errorOf('QuotaExceeded') }, empty);

  const failure = await failureOf(marketplace.searchListingsItems(access, noBatch));

  expect(throttled).toBe(1);
  expect(failure).toBeInstanceOf(OutOfQuota);
  expect(failure).toMatchObject({ retryAt: new Date(start.getTime() + 60_000) });
  expect(taken[0]).toEqual({ sellingPartnerId: 'A1SELLER', region: 'EU', operation: 'searchListingsItems' });
});

test('a token that is good later is waited for before the marketplace is asked', async () => {
  answer(empty);
  waitMs = 2000;

  await marketplace.searchListingsItems(access, noBatch);

  expect(clock.now()).toEqual(new Date(start.getTime() + waitMs));
});

test('who is told to stop while he waits for a token asks nothing and comes back when it is good', async () => {
  answer(empty);
  waitMs = 2000;
  const stopping = new AbortController();

  const asking = failureOf(marketplace.searchListingsItems(access, { ...noBatch, signal: stopping.signal }));
  stopping.abort();

  expect(await asking).toMatchObject({ name: 'OutOfQuota', retryAt: new Date(start.getTime() + waitMs) });
  expect(callsAsked()).toEqual([]);
});

test('an announced rate is learned, and its absence is no news', async () => {
  answer({ ...empty, headers: { 'x-amzn-RateLimit-Limit': '5.0' } }, empty);

  await marketplace.searchListingsItems(access, noBatch);
  await marketplace.searchListingsItems(access, noBatch);

  expect(learned).toEqual([5]);
});

test.each([
  ['500', { status: 500, body: errorOf('InternalFailure') }],
  ['503', { status: 503, body: '<html>' }],
  ['a broken connection', null],
])('%s is tried again', async (_what, trouble) => {
  answer(trouble, trouble, empty);

  expect(await marketplace.searchListingsItems(access, noBatch)).toEqual({ members: [], refusals: [] });
  expect(callsAsked()).toHaveLength(3);
});

test('trouble that stays is given up after four tries, and may be tried another time', async () => {
  answer({ status: 500, body: errorOf('InternalFailure') });

  await expect(marketplace.searchListingsItems(access, noBatch)).rejects.toMatchObject({
    isPermanent: false,
    status: 500,
  });
  expect(callsAsked()).toHaveLength(4);
});

test('a refused access token is renewed once; refused again, this request is refused and no more', async () => {
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

/** Records what is noted; refuses to ask what it is told to. */
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

test('the standing of the account hears of answers, refusals and the loss of the authorisation', async () => {
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

test('a refusal that concerns one report says nothing of other reports', async () => {
  const { noted, access: watched } = standingOf();
  answer({ status: 403, body: errorOf('Unauthorized') });

  await failureOf(marketplace.getReport(watched, 'R1'));

  expect(noted).toEqual(['refusal getReport null']);
});

test('what the standing does not admit is not asked, not even for a token', async () => {
  const { access: watched } = standingOf(new AuthorizationLost('searchListingsItems', 'lost'));
  answer(empty);

  await expect(marketplace.searchListingsItems(watched, noBatch)).rejects.toThrow(AuthorizationLost);

  expect(amazon.asked).toEqual([]);
});

test('an authorisation is confirmed by a new access token, whatever is in hand', async () => {
  answer(empty);
  await marketplace.searchListingsItems(access, noBatch);
  await marketplace.confirmAuthorization(access);

  expect(tokensAsked()).toHaveLength(2);
  amazon.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  await expect(marketplace.confirmAuthorization(access)).rejects.toThrow(AuthorizationLost);
});

test.each([
  ['text that is no JSON', '{"items": [', 'not JSON'],
  ['another shape', { things: [] }, 'malformed answer: items'],
])('%s is a failure with a reason, never a crash', async (_what, body, reason) => {
  answer({ body });

  await expect(marketplace.searchListingsItems(access, noBatch)).rejects.toThrow(reason);
});

test('one item of a strange form is refused by name and leaves the others alone', async () => {
  answer({ body: { items: [{ sku: 7 }, { sku: 'SK-1' }] } });

  const { members, refusals } = await marketplace.searchListingsItems(access, noBatch);

  expect(members).toMatchObject([{ sku: 'SK-1', summaries: null, issues: null, fulfillmentAvailability: null }]);
  expect(refusals).toEqual([{ subject: 'member 0', reason: expect.stringContaining('malformed: sku') }]);
});

test('SKUs keep their commas, slashes and spaces', async () => {
  answer(empty, { body: { responses: [{}] } });
  const skus = ['A,B', 'C/D E'];

  await marketplace.searchListingsItems(access, { ...noBatch, skus });
  await marketplace.getListingOffersBatch(access, { ...noBatch, skus });

  const [listings, offers] = callsAsked();
  expect(listings?.url).toContain('identifiers=A%2CB,C%2FD%20E&');
  expect(JSON.parse(offers?.body ?? '').requests.map(({ uri }: { uri: string }) => uri)).toEqual([
    '/products/pricing/v0/listings/A%2CB/offers',
    '/products/pricing/v0/listings/C%2FD%20E/offers',
  ]);
});

test('no SKU is asked for twice in a batch', async () => {
  answer({ body: { responses: [{}] } });

  await marketplace.getListingOffersBatch(access, { ...noBatch, skus: ['A', 'B', 'A'] });

  expect(JSON.parse(callsAsked()[0]?.body ?? '').requests).toHaveLength(2);
});

test('a region without an address is said so', async () => {
  answer(empty);

  await expect(marketplace.participations({ ...access, region: 'NA' })).rejects.toThrow('no address is set');
});

test('a destination that is there is found again, and a subscription made by another is taken over', async () => {
  const arn = 'arn:aws:sqs:us-east-1:1:queue';
  answer({ body: { payload: [{ destinationId: 'D1', resource: { sqs: { arn } } }] } });
  expect(await marketplace.ensureDestination('EU', { sqs: { arn } })).toBe('D1');

  answer({ status: 409, body: errorOf('Conflict') }, { body: { payload: { subscriptionId: 'S1' } } });
  const subscription = { type: 'ANY_OFFER_CHANGED', destinationId: 'D1' } as const;

  expect(await marketplace.createSubscription(access, subscription)).toBe('S1');
});

test('a bus of events is a destination of its own, made where there is none and found again', async () => {
  const eventBridge = { accountId: '123456789012', region: 'eu-west-1' };
  const queue = { destinationId: 'D1', resource: { sqs: { arn: 'arn:aws:sqs:us-east-1:1:queue' } } };
  const elsewhere = {
    destinationId: 'D2',
    resource: { eventBridge: { ...eventBridge, region: 'us-east-1', name: 'N' } },
  };
  const bus = { destinationId: 'D3', resource: { eventBridge: { ...eventBridge, name: 'N' } } };
  answer({ body: { payload: [queue, elsewhere] } }, { body: { payload: bus } }, { body: { payload: [queue, bus] } });

  expect(await marketplace.ensureDestination('EU', { eventBridge })).toBe('D3');
  expect(await marketplace.ensureDestination('EU', { eventBridge })).toBe('D3');

  expect(callsAsked().flatMap(({ body }) => (body ? [JSON.parse(body)] : []))).toEqual([
    { name: 'Watchpost events', resourceSpecification: { eventBridge } },
  ]);
});

test('Europe and India, behind one endpoint, ask for its destination together', async () => {
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

test('orders are read with their items and promotions and without their buyers', async () => {
  const breakdowns = [{ promotionId: 'UK Core Free Shipping 2015/04/08' }, { promotionId: 'SUMMER' }, {}];
  const items = [
    { quantityOrdered: 2, product: { asin: 'B01' }, promotion: { breakdowns } },
    { quantityOrdered: 1, product: {} },
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
    { ...placed, orderId: '1', isCancelled: false, items: [{ asin: 'B01', units: 2, promotionIds: ['SUMMER'] }] },
    { ...placed, orderId: '2', isCancelled: true, items: [] },
  ]);
  expect(page.refusals).toHaveLength(1);
  expect(page.nextToken).toBe('t');
  expect(callsAsked()[0]?.url).not.toMatch(/BUYER|RECIPIENT/);
});
