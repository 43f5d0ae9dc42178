import { sql } from 'kysely';
import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { tokenScopes, type TokenScope } from '@app/shared/contract/endpoint.ts';
import { listAlerts, type ApiAlert } from '@app/shared/contract/public-api/alerts.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testApi } from '../../../testing/http/api.ts';
import { injectionOf } from '../../../testing/http/browser.ts';
import { endpoints, exampleOf } from '../../../testing/http/endpoints.ts';
import { buildPopulatedOwner, newToken, type PopulatedOwner } from '../../../testing/http/populated-owner.ts';
import { addUser } from '../../../testing/http/users.ts';
import { buildProductOf, observeOffersOf } from '../../../testing/observing/products.ts';
import { insertSellerAccount } from '../../../testing/observing/seller-accounts.ts';
import { forgetAnswers } from './writes/idempotent-answer-queries.ts';

const api = testApi();
let owner: PopulatedOwner;
let token: string;

beforeAll(async () => {
  owner = await buildPopulatedOwner(api);
  token = await newToken(owner, tokenScopes);
});
beforeEach(() => api.clock.advance(minuteMs));

const ask = (url: string, { bearer = token, ...options }: InjectOptions & { bearer?: string } = {}) =>
  api.app.inject({ url, ...options, headers: { authorization: `Bearer ${bearer}`, ...options.headers } });

const tokens = new Map<TokenScope, Promise<string>>();

/** One token for each scope, because a person can have fifty. */
function tokenWith(scope: TokenScope): Promise<string> {
  const known = tokens.get(scope) ?? newToken(owner, [scope]);
  tokens.set(scope, known);
  return known;
}

const programCalls = endpoints.filter(({ endpoint }) => endpoint.access === 'token');

test.each(programCalls)('$name works with its scope and no other', async ({ name, endpoint }) => {
  for (const scope of tokenScopes) {
    const bearer = await tokenWith(scope);
    const answer = await api.app.inject({
      ...injectionOf(endpoint, exampleOf(name, owner)),
      headers: { authorization: `Bearer ${bearer}` },
    });
    const isAllowed = endpoint.scope === undefined || endpoint.scope === scope;
    const status = answer.statusCode < 300 ? 200 : answer.statusCode;
    expect([name, scope, status]).toEqual([name, scope, isAllowed ? 200 : 403]);
    if (isAllowed) continue;
    expect(answer.json().code).toBe('insufficientScope');
    expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${endpoint.scope}"`);
  }
});

test('an alert is listed with its evidence and explained with the state before and after', async () => {
  await addFlip({ itemId: `price-${owner.productId}`, toStatus: 0, minutesLater: 5 });

  const { data } = (await ask('/api/v1/alerts')).json();

  expect(data.map(({ event }: { event: string }) => event)).toEqual(['healed', 'raised']);
  expect(data[1]).toMatchObject({ level: 'alert', watchdog: 'price', product: { productId: owner.productId } });
  const healed = (await ask(`/api/v1/alerts/${data[0].id}`)).json();
  expect(healed).toMatchObject({
    before: { status: 'alert' },
    after: { status: 'ok' },
    nextSteps: [expect.any(String), expect.any(String), expect.any(String)],
  });
  expect(healed.earlier).toMatchObject([{ id: data[1].id, event: 'raised' }]);
  expect((await ask('/api/v1/alerts?event=raised')).json().data).toHaveLength(1);
});

test('an alert that holds names its incident, its cause and the watchdogs of its product', async () => {
  const one = await api.owner();
  const product = await buildProductOf(api.worker, one);
  const see = observeOffersOf(api, one.tenantId, product);
  await see(false);
  api.clock.advance(minuteMs);
  await see(true);
  const list = async () =>
    (await ask('/api/v1/alerts', { bearer: await newToken(one, ['catalogue:read']) })).json().data;
  const incidents = async () =>
    (await list()).map(({ watchdog, incident }: ApiAlert) => [watchdog, incident?.cause, incident?.text]);
  expect(await incidents()).toEqual(
    expect.arrayContaining([
      ['lostBuybox', null, 'It is the cause of: Prime lost'],
      ['prime', 'lostBuybox', 'Because the buy box is lost'],
    ]),
  );

  api.clock.advance(minuteMs);
  await see(false);
  expect((await list()).map(({ incident }: ApiAlert) => incident)).toEqual([null, null, null, null]);
});

interface AddedFlip {
  readonly itemId: string;
  readonly toStatus: number;
  readonly minutesLater: number;
}

const addFlip = ({ itemId, toStatus, minutesLater }: AddedFlip) =>
  api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into flips (
        tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, message, evidence
      )
      values (
        ${owner.tenantId}, timestamptz '2026-06-15 12:00Z' + make_interval(mins => ${minutesLater}), ${itemId}, 2,
        ${owner.productId}, 'price', ${toStatus === 0 ? 2 : 0}, ${toStatus}, ${toStatus === 0 ? 'GREEN' : 'RED'},
        'The price changed', '[{"label": "Price", "value": "$1"}]'
      )`.execute(tx),
  );

test('pages follow each other without a gap or a double, newest first', async () => {
  for (let minute = 10; minute < 17; minute += 1) {
    await addFlip({ itemId: `price-${owner.productId}`, toStatus: minute % 2 === 0 ? 2 : 0, minutesLater: minute });
  }
  const whole = (await ask('/api/v1/alerts')).json().data.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await ask(`/api/v1/alerts?limit=2${cursor && `&cursor=${cursor}`}`);
    const page = listAlerts.response.parse(answer.json());
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }

  expect(whole.length).toBeGreaterThan(6);
  expect(seen).toEqual(whole);
});

test('a cursor that was changed, or made for another list or another tenant, is refused', async () => {
  for (const name of ['A', 'B', 'C']) {
    await withClient(api.database.superuserUrl, (client) =>
      insertSellerAccount(client, { tenantId: owner.tenantId, name }),
    );
  }
  const { nextCursor } = (await ask('/api/v1/products?limit=1')).json();
  const stranger = await newToken(await api.owner(), [...tokenScopes]);
  const changed = `${nextCursor.startsWith('W') ? 'X' : 'W'}${nextCursor.slice(1)}`;
  const statusOf = async (url: string, bearer = token) => (await ask(url, { bearer })).statusCode;

  expect(await statusOf(`/api/v1/products?limit=1&cursor=${nextCursor}`)).toBe(200);
  expect(await statusOf(`/api/v1/products?cursor=${changed}`)).toBe(400);
  expect(await statusOf(`/api/v1/products?cursor=${nextCursor}.x`)).toBe(400);
  expect(await statusOf(`/api/v1/products?cursor=x`)).toBe(400);
  expect(await statusOf(`/api/v1/stock?cursor=${nextCursor}`)).toBe(400);
  expect(await statusOf(`/api/v1/products?cursor=${nextCursor}`, stranger)).toBe(400);
});

test('every list has fifty rows a page unless asked otherwise, and at most a hundred', async () => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
      )
      select ${owner.tenantId}, ${owner.sellerAccountId}, 'US', 'B0PAGE' || n, 'Plate ' || n, true, true, 1, now()
        from generate_series(1, 60) n
      returning 1`.execute(tx),
  );

  const { data, nextCursor } = (await ask('/api/v1/products')).json();

  expect(data).toHaveLength(50);
  expect(nextCursor).toEqual(expect.any(String));
  expect((await ask('/api/v1/products?limit=101')).statusCode).toBe(400);
  expect((await ask('/api/v1/products?q=plate%2060')).json().data.map(({ name }: { name: string }) => name)).toEqual([
    'Plate 60',
  ]);
});

test('a number that is not known is null and not zero, and each has its unit', async () => {
  const stock = (await ask('/api/v1/stock?q=kettle%20markera')).json().data[0];
  expect(stock.atAmazon).toEqual({ value: null, unit: 'units', observedAt: null });

  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`
      update products set in_stock_qty = 40, price_cents = 2499, currency = 'USD'
       where tenant_id = ${owner.tenantId} and product_id = ${owner.productId}`.execute(tx);
    await sql`
      insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
      select ${owner.tenantId}, ${owner.productId}, a, 'SKU', '{}', 'x', timestamptz '2026-06-15 10:00Z'
        from unnest(array['stock', 'offers', 'sales']) a
      returning 1`.execute(tx);
    await sql`
      insert into items (tenant_id, item_id, product_id, type, status, figures, version)
      values (${owner.tenantId}, ${`inventory-${owner.productId}`}, ${owner.productId}, 'inventory', 0,
              '{"sold": 20, "days": 10}', 1),
             (${owner.tenantId}, ${`salesDrop-${owner.productId}`}, ${owner.productId}, 'salesDrop', 0,
              '{"sold": 3, "days": 3}', 1)`.execute(tx);
  });
  const observedAt = '2026-06-15T10:00:00.000Z';

  expect((await ask('/api/v1/stock?q=kettle%20markera')).json().data[0]).toMatchObject({
    atAmazon: { value: 40, unit: 'units', observedAt },
    soldPerDay: { value: 2, unit: 'units a day', observedAt },
    daysLeft: { value: 20, unit: 'days', observedAt },
  });
  expect((await ask(`/api/v1/products/${owner.productId}`)).json()).toMatchObject({
    price: { value: 2499, unit: 'cents', currency: 'USD', observedAt },
    starRating: { value: null, unit: 'stars of 5', observedAt: null },
    openIssues: { alerts: 1, warnings: 0 },
  });
});

test('numbers hold for the latest check of their source, as freshness tells it', async () => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
      values (${owner.tenantId}, ${owner.sellerAccountId}, 'US', 'listing-offers', now(), '2026-06-15 11:30Z')`.execute(
      tx,
    ),
  );

  const { price, freshness } = (await ask(`/api/v1/products/${owner.productId}`)).json();

  expect(price.observedAt).toBe('2026-06-15T11:30:00.000Z');
  expect(freshness).toContainEqual(expect.objectContaining({ aspect: 'offers', lastCheckedAt: price.observedAt }));
  expect((await ask('/api/v1/freshness')).json().data).toContainEqual(
    expect.objectContaining({ source: 'listing-offers', every: expect.objectContaining({ unit: 'minutes' }) }),
  );
});

test('sales of days whose orders were not read are null, and known days without a sale are zero', async () => {
  const url = `/api/v1/sales?productId=${owner.productId}&from=2026-06-13&to=2026-06-15`;
  const unitsOf = async () =>
    (await ask(url))
      .json()
      .data.map((day: { date: string; unitsSold: { value: number | null } }) => [day.date, day.unitsSold.value]);
  expect(await unitsOf()).toEqual([
    ['2026-06-15', null],
    ['2026-06-14', null],
    ['2026-06-13', null],
  ]);

  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      with connected as (
        update seller_accounts set created_at = '2026-06-01'
         where tenant_id = ${owner.tenantId} and seller_account_id = ${owner.sellerAccountId}
      )
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
      values (${owner.tenantId}, ${owner.sellerAccountId}, '', 'orders', now(), '2026-06-15 18:00Z')`.execute(tx),
  );
  expect(await unitsOf()).toEqual([
    ['2026-06-15', 1],
    ['2026-06-14', 0],
    ['2026-06-13', 0],
  ]);
  const [today] = (await ask(url)).json().data;
  expect(today).toMatchObject({
    timeZone: 'America/Los_Angeles',
    isFinal: false,
    unitsSold: { observedAt: '2026-06-15T18:00:00.000Z' },
  });
});

test('costs are for tokens of the owner only', async () => {
  const user = await newToken(await addUser(api, owner), ['billing:read']);

  const refused = await ask('/api/v1/costs', { bearer: user });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
  const { data } = (await ask('/api/v1/costs?from=2026-06-01&to=2026-06-12')).json();
  expect(data).toMatchObject([
    {
      date: '2026-06-10',
      asins: { value: 21, unit: 'ASINs' },
      amount: { value: 34.9, unit: 'cents', currency: 'USD' },
    },
  ]);
});

const issue = () => `/api/v1/issues/price-${owner.productId}`;

test('a program mutes an issue and sets its status as its person', async () => {
  const put = (payload: object) => ask(`${issue()}/status`, { method: 'PUT', payload });
  expect((await put({ status: 'inProgress', ifStatus: 'seen' })).json()).toMatchObject({ status: 'inProgress' });
  expect((await put({ status: 'done', ifStatus: 'new' })).json().code).toBe('issueStatusOvertaken');

  const muted = await ask(`${issue()}/mute`, { method: 'POST', payload: { minutes: 60 } });
  const until = new Date(api.clock.now().getTime() + 60 * minuteMs).toISOString();
  expect(muted.json()).toEqual({ watchDogId: `price-${owner.productId}`, status: 'inProgress', mutedUntil: until });
  expect((await put({ status: 'done' })).json().code).toBe('issueStatusLocked');
  const unmuted = await ask(`${issue()}/mute`, { method: 'POST', payload: { minutes: 0 } });
  expect(unmuted.json().mutedUntil).toBeNull();
});

test('a program changes no issue that is another one than that on which it acts', async () => {
  const [{ since, watchDogId }] = (await ask(`/api/v1/products/${owner.productId}`)).json().issues;
  expect(watchDogId).toBe(`price-${owner.productId}`);
  const earlier = new Date(Date.parse(since) - minuteMs).toISOString();
  const put = (ifSince: string) =>
    ask(`${issue()}/status`, { method: 'PUT', payload: { status: 'inProgress', ifSince } });
  const muteFor = (minutes: number, ifSince: string) =>
    ask(`${issue()}/mute`, { method: 'POST', payload: { minutes, ifSince } });

  expect([(await put(earlier)).json().code, (await put(since)).statusCode]).toEqual(['issueChanged', 200]);
  expect((await muteFor(60, earlier)).json().code).toBe('issueChanged');
  expect((await muteFor(60, since)).json().mutedUntil).not.toBeNull();
  expect((await muteFor(0, earlier)).json().mutedUntil).toBeNull();
});

const mute = (key: string, minutes: number) =>
  ask(`${issue()}/mute`, { method: 'POST', payload: { minutes }, headers: { 'idempotency-key': key } });

test('a repeated request with the same Idempotency-Key is answered once done, also when both come at once', async () => {
  const [one, other] = await Promise.all([mute('first', 30), mute('first', 30)]);
  api.clock.advance(minuteMs);
  const later = await mute('first', 30);

  expect([other.body, later.body]).toEqual([one.body, one.body]);
  const reused = await mute('first', 31);
  expect([reused.statusCode, reused.json().code]).toEqual([422, 'idempotencyKeyReused']);
  expect((await mute('with a blank', 30)).statusCode).toBe(400);
  await forgetAnswers(api.worker.global, new Date(api.clock.now().getTime() + 1));
  expect((await mute('first', 31)).statusCode).toBe(200);
});

test('a write that failed leaves its Idempotency-Key unused', async () => {
  const put = (ifStatus: string) =>
    ask(`${issue()}/status`, {
      method: 'PUT',
      payload: { status: 'seen', ifStatus },
      headers: { 'idempotency-key': 'k' },
    });
  await ask(`${issue()}/mute`, { method: 'POST', payload: { minutes: 0 } });
  const [now] = (await ask(`/api/v1/products/${owner.productId}`)).json().issues;

  expect((await put(now.status === 'done' ? 'new' : 'done')).statusCode).toBe(409);
  expect((await put(now.status)).statusCode).toBe(200);
});

test('a day is listed once it has begun at its marketplace', async () => {
  await withClient(api.database.superuserUrl, (client) =>
    insertSellerAccount(client, { tenantId: owner.tenantId, name: 'IND' }),
  );
  await sql`
    update products
       set marketplace = 'IN'
     where tenant_id = ${owner.tenantId}
       and name = 'Kettle of IND'`.execute(api.worker.global);
  const today = (code: string) => dayAt(code, api.clock.now());
  while (today('IN') === today('US')) api.clock.advance(hourMs);
  const { data } = (await ask('/api/v1/sales?limit=100')).json();
  const marketplacesOf = (day: string): Set<string> =>
    new Set(data.flatMap((row: { date: string; marketplace: string }) => (row.date === day ? row.marketplace : [])));

  expect(marketplacesOf(today('IN'))).toEqual(new Set(['IN']));
  expect(marketplacesOf(today('US'))).toEqual(new Set(['IN', 'US']));
});

test('a problem that changed while it was muted is open afterwards, and was no news', async () => {
  const itemId = `price-${owner.productId}`;
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into items (tenant_id, item_id, product_id, type, status, issue_status, revision, changed_at, version)
      values (${owner.tenantId}, ${itemId}, ${owner.productId}, 'price', 2, 0, 2, now(), 1)
          on conflict (tenant_id, item_id) do update
         set status = 2, issue_status = 0, revision = 2, muted_until = null, removed_at = null`.execute(tx),
  );
  await addFlip({ itemId, toStatus: 2, minutesLater: 90 });
  const ids = async (query = ''): Promise<readonly string[]> =>
    (await ask(`/api/v1/alerts${query}`)).json().data.map(({ id }: ApiAlert) => id);
  const [changed = ''] = await ids();
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      update flips set is_silent = true
       where tenant_id = ${owner.tenantId} and flip_id = ${changed.split('-')[1]}::bigint`.execute(tx),
  );

  expect(await ids()).not.toContain(changed);
  expect(await ids('?state=open')).toContain(changed);
  expect((await ask(`/api/v1/alerts/${changed}`)).statusCode).toBe(200);
});

test("the fee of a product without an offer of one's own is in the currency of its marketplace", async () => {
  const { productId } = await buildProductOf(api.worker, owner, { marketplace: 'UK' });
  await sql`
    update products set fba_fee_cents = 350, price_cents = null, sold_price_cents = null
     where tenant_id = ${owner.tenantId} and product_id = ${productId}`.execute(api.worker.global);

  expect((await ask(`/api/v1/products/${productId}`)).json()).toMatchObject({
    price: { value: null },
    fbaFee: { value: 350, currency: 'GBP' },
  });
});
