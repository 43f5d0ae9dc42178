import { sql } from 'kysely';
import { pino } from 'pino';
import type { InjectOptions } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { createAccessToken, revokeAccessToken } from '@app/shared/contract/access-tokens.ts';
import { putSettings } from '@app/shared/contract/accounts.ts';
import { listChannels } from '@app/shared/contract/channels.ts';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import type { TokenScope } from '@app/shared/contract/endpoint.ts';
import { putProductSettings } from '@app/shared/contract/product-settings.ts';
import { listAlerts } from '@app/shared/contract/public-api/alerts.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { trackingFieldsOf, type TrackingState } from '@app/shared/domain/tracking.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { catalogFacts } from '../../../../testing/database/factories.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import type { Browser } from '../../../../testing/http/browser.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { insertSellerAccount } from '../../../../testing/observing/seller-accounts.ts';
import { isSigned } from '../../../lib/webhook-signature.ts';
import { makeUpTargetMessages } from '../../delivering/composing/alert/targets/make-up-target-messages.ts';
import { enqueueAccountEvents } from '../../delivering/outbox/account-event-queries.ts';
import { createJudging } from '../../judging/ingest.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const strict = testApi();
const endpoint = answering();
let owner: Owner;
let token: { readonly id: string; readonly token: string };

beforeEach(async () => {
  await sql`delete from channels`.execute(api.worker.global);
  owner = await api.owner();
  token = await newToken(owner);
  endpoint.asked.length = 0;
  endpoint.respond(() => ({}));
});

async function newToken(who: Browser, scopes: TokenScope[] = ['hooks:write', 'catalogue:read'], expiresInDays = 90) {
  await who.call(provePassword, { body: { password: ownersPassword } });
  return who.call(createAccessToken, { body: { name: 'Program', scopes, expiresInDays } });
}

const ask = (options: InjectOptions, bearer = token.token) =>
  api.app.inject({ ...options, headers: { authorization: `Bearer ${bearer}`, ...options.headers } });

const hookBody = (changes: object = {}) => ({ url: `${endpoint.url}/zap`, event: 'alertRaised', ...changes });
const subscribe = (changes: object = {}, bearer = token.token) =>
  ask({ method: 'POST', url: '/api/v1/hooks', payload: hookBody(changes) }, bearer);
const list = async (query = '', bearer = token.token) =>
  (await ask({ url: `/api/v1/hooks${query}` }, bearer)).json().data;

const worker = () => ({ ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) });

async function deliver(): Promise<void> {
  await makeUpTargetMessages(
    worker(),
    channelTransports.map(({ id }) => id),
  );
  await sendMessages(worker());
}

async function see(productId: string, images: boolean): Promise<void> {
  api.clock.advance(minuteMs);
  const facts = images ? catalogFacts() : catalogFacts({ images: [] });
  const observation = { productId, aspect: 'catalog' as const, sku: '', observedAt: api.clock.now(), facts };
  await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [observation]);
}

/** Creates a product whose main image then disappears. Returns its id. */
async function loseImage(): Promise<string> {
  const { productId } = await buildProductOf(api.worker, owner);
  await see(productId, true);
  await see(productId, false);
  return productId;
}

const told = () => endpoint.asked.map(({ body }) => JSON.parse(body));

test('a hook is called for a problem that is raised, signed, with the fields of the list of alerts', async () => {
  const answer = await subscribe();
  expect(answer.statusCode).toBe(201);
  const productId = await loseImage();

  await deliver();

  const [called] = told();
  expect(called).toMatchObject({ event: 'raised', watchdog: 'imageMissing', product: { productId } });
  const listed = listAlerts.response.parse((await ask({ url: '/api/v1/alerts?event=raised' })).json()).data[0];
  expect(listed).toMatchObject(called);
  const [asked] = endpoint.asked;
  const { secret } = answer.json();
  expect(isSignedBy(secret, asked)).toBe(true);
});

const isSignedBy = (secret: string, asked: (typeof endpoint.asked)[number] | undefined): boolean =>
  asked !== undefined &&
  isSigned(
    secret,
    {
      id: String(asked.headers['webhook-id']),
      timestamp: String(asked.headers['webhook-timestamp']),
      signatures: String(asked.headers['webhook-signature']),
      body: asked.body,
    },
    api.clock.now(),
  );

test('a hook of healed problems is not called for new ones', async () => {
  await subscribe({ event: 'alertHealed' });
  const productId = await loseImage();
  await deliver();
  expect(told()).toEqual([]);

  await see(productId, true);
  await deliver();
  expect(told()).toMatchObject([{ event: 'healed', watchdog: 'imageMissing', product: { productId } }]);
  const healed = (await ask({ url: '/api/v1/alerts?event=healed' })).json().data[0];
  expect(healed).toMatchObject(told()[0]);
});

test('a filter leaves out other kinds and other seller accounts', async () => {
  await subscribe({ filter: { watchdogs: ['price'] } });
  const shop = await withClient(api.database.superuserUrl, (client) =>
    insertSellerAccount(client, { tenantId: owner.tenantId, name: 'OTHER' }),
  );
  await subscribe({ filter: { sellerIds: [shop] } });

  await loseImage();
  await deliver();

  expect(told()).toEqual([]);
  expect((await subscribe({ filter: { watchdogs: ['nothing'] } })).statusCode).toBe(400);
  const stranger = await api.owner();
  const foreign = await withClient(api.database.superuserUrl, (client) =>
    insertSellerAccount(client, { tenantId: stranger.tenantId, name: 'FOREIGN' }),
  );
  expect((await subscribe({ filter: { sellerIds: [foreign] } })).statusCode).toBe(404);
});

test('a hook sees no more than its person, also when the rights shrink after the alert', async () => {
  const user = await addUser(api, owner);
  await subscribe({}, (await newToken(user)).token);
  await loseImage();
  await deliver();
  expect(told()).toHaveLength(1);

  const productId = await loseImage();
  const access = { emailAddressId: user.emailAddressId, sellersAccountAccessOff: await sellerOf(productId) };
  await owner.call(putSettings, { body: { changedEmailAddresses: [access] } });
  await deliver();
  expect(told()).toHaveLength(1);
});

async function sellerOf(productId: string): Promise<string> {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ id: string }>`
      select p.seller_account_id as id
        from products p
       where p.tenant_id = ${owner.tenantId}
         and p.product_id = ${productId}`.execute(tx),
  );
  return rows[0]?.id ?? '';
}

test('a hook ends with its token: revoked at once, expired from that moment', async () => {
  await subscribe();
  const brief = await newToken(owner, ['hooks:write'], 1);
  await subscribe({ url: `${endpoint.url}/brief` }, brief.token);
  await owner.call(revokeAccessToken, { params: { accessTokenId: token.id } });
  api.clock.advance(dayMs);

  await loseImage();
  await deliver();

  expect(told()).toEqual([]);
});

test('a hook that is subscribed while its token is revoked ends with it or is refused', async () => {
  const races = await Promise.all(
    Array.from({ length: 8 }, async (_, count) => {
      const { id, token: bearer } = await owner.call(createAccessToken, {
        body: { name: 'Program', scopes: ['hooks:write'] },
      });
      const [answer] = await Promise.all([
        subscribe({ url: `${endpoint.url}/${count}` }, bearer),
        owner.call(revokeAccessToken, { params: { accessTokenId: id } }),
      ]);
      return answer.statusCode;
    }),
  );

  expect(races.filter((status) => ![201, 401, 404].includes(status))).toEqual([]);
  expect(await list()).toEqual([]);
});

const mailsAboutEnd = () =>
  api.mails.filter(({ to, subject }) => to === owner.email && subject.includes('stopped sending'));

test('an answer 410 unsubscribes the hook, which its owner reads in the trail and is not told by mail', async () => {
  await subscribe();
  endpoint.respond(() => ({ status: 410 }));
  await loseImage();
  await deliver();

  expect(endpoint.asked).toHaveLength(1);
  expect(await list()).toEqual([]);
  expect(mailsAboutEnd()).toEqual([]);
  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events[0]).toMatchObject({ actor: 'watchpost', action: 'hook ended' });
});

test('a hook that answers 404 eight times is ended, and its owner is told that its program has to subscribe again', async () => {
  await subscribe();
  endpoint.respond(() => ({ status: 404 }));
  await loseImage();
  for (let turn = 0; turn < 10; turn += 1) {
    await deliver();
    api.clock.advance(5 * minuteMs);
  }

  expect(endpoint.asked).toHaveLength(8);
  expect(await list()).toEqual([]);
  const mail = mailsAboutEnd().at(-1);
  expect(mail?.subject).toBe(`Watchpost has stopped sending to Hook at ${new URL(endpoint.url).host}`);
  expect(mail?.text).toContain('It answered 404');
  expect(mail?.text).toContain('Let the program subscribe it again');
  expect(mail?.text).not.toContain('in the settings');
  const { deliveries } = await owner.call(deliveryLog, { query: {} });
  expect(deliveries.map(({ what }) => what)).toContain(`Sending to Hook at ${new URL(endpoint.url).host} was stopped`);
});

test('a hook that answers 302 is not followed and is called again', async () => {
  await subscribe();
  endpoint.respond(() => ({ status: 302, headers: { location: `${endpoint.url}/elsewhere` } }));
  await loseImage();
  await deliver();
  expect(endpoint.asked).toHaveLength(1);

  endpoint.respond(() => ({}));
  api.clock.advance(minuteMs);
  await deliver();
  expect(endpoint.asked.map(({ headers }) => headers['webhook-id'])).toEqual([
    endpoint.asked[0]?.headers['webhook-id'],
    endpoint.asked[0]?.headers['webhook-id'],
  ]);
});

test('a program lists and ends its hooks, and they are no channels of the settings', async () => {
  const { id } = (await subscribe()).json();
  await subscribe({ url: `${endpoint.url}/other` });

  expect(await list()).toHaveLength(2);
  expect(await list(`?url=${encodeURIComponent(`${endpoint.url}/zap`)}`)).toMatchObject([{ id, event: 'alertRaised' }]);
  expect((await owner.call(listChannels)).channels).toEqual([]);
  expect((await ask({ method: 'DELETE', url: `/api/v1/hooks/${id}` })).statusCode).toBe(204);
  expect((await ask({ method: 'DELETE', url: `/api/v1/hooks/${id}` })).statusCode).toBe(404);
  expect(await list()).toHaveLength(1);
});

test('the next page of hooks follows also if the last hook of the page before was ended meanwhile', async () => {
  const { id: oldest } = (await subscribe()).json();
  const { id: newest } = (await subscribe({ url: `${endpoint.url}/other` })).json();
  const { nextCursor } = (await ask({ url: '/api/v1/hooks?limit=1' })).json();
  await ask({ method: 'DELETE', url: `/api/v1/hooks/${newest}` });

  expect(await list(`?limit=1&cursor=${nextCursor}`)).toMatchObject([{ id: oldest }]);
});

const once = () =>
  ask({ method: 'POST', url: '/api/v1/hooks', payload: hookBody(), headers: { 'idempotency-key': 'zap-1' } });

test('a repeated subscription with the same key is one hook with the same secret', async () => {
  const answers = await Promise.all([once(), once()]);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(answers[1]?.json()).toEqual(answers[0]?.json());
  expect(await list()).toHaveLength(1);
});

test('an account has 50 hooks at most, also when they are subscribed at once', async () => {
  const answers: Awaited<ReturnType<typeof subscribe>>[] = [];
  // Concurrent calls would wait longer for a database connection than a call may, so they follow each other.
  for (let from = 0; from < 60; from += 15) {
    const urls = Array.from({ length: 15 }, (_, count) => `${endpoint.url}/${from + count}`);
    answers.push(...(await Promise.all(urls.map((url) => subscribe({ url })))));
  }

  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
  const refused = answers.find(({ statusCode }) => statusCode !== 201);
  expect([refused?.statusCode, refused?.json().code]).toEqual([409, 'hookLimit']);
});

test.each(['http://localhost/x', 'https://localhost/x', 'https://10.0.0.1/x', 'ftp://example.com', 'x'])(
  'a hook to %s is refused',
  async (url) => {
    const { token: bearer } = await newToken(await strict.owner());
    const answer = await strict.app.inject({
      method: 'POST',
      url: '/api/v1/hooks',
      payload: hookBody({ url }),
      headers: { authorization: `Bearer ${bearer}` },
    });

    expect([answer.statusCode, answer.json().code]).toEqual([400, 'webhookAddress']);
  },
);

test('a product that is tracked calls the hooks of that event, for seller accounts that their person may see', async () => {
  const user = await addUser(api, owner);
  const theirs = await newToken(user);
  await subscribe({ event: 'productTracked' });
  await subscribe({ event: 'productTracked', url: `${endpoint.url}/theirs` }, theirs.token);
  await subscribe();
  const { productId } = await buildProductOf(api.worker, owner);
  const sellersAccountAccessOff = await sellerOf(productId);
  await owner.call(putSettings, {
    body: { changedEmailAddresses: [{ emailAddressId: user.emailAddressId, sellersAccountAccessOff }] },
  });

  await choose(productId, 'ignored');
  await deliver();
  expect(told()).toEqual([]);
  await choose(productId, 'tracked');
  await deliver();

  expect(endpoint.asked.map(({ url }) => url)).toEqual(['/zap']);
  expect(told()).toMatchObject([
    {
      event: 'productTracked',
      product: { productId, asin: expect.any(String) },
      sellerAccount: { sellerId: sellersAccountAccessOff },
    },
  ]);
  expect(endpoint.asked[0]?.headers['webhook-id']).toBe(told()[0].id);
});

const choose = (productId: string, state: TrackingState) =>
  owner.call(putProductSettings, { body: { products: [{ productId, shortName: '', ...trackingFieldsOf(state) }] } });

test('no hook is called for a tracked product that was deleted before the call', async () => {
  await subscribe({ event: 'productTracked' });
  const { productId } = await buildProductOf(api.worker, owner);
  const { tenantId } = owner;
  await api.worker.tenant(tenantId, async (tx) => {
    await enqueueAccountEvents(tx, {
      tenantId,
      event: 'productTracked',
      subjects: [productId],
      at: api.clock.now(),
    });
    await sql`delete from products where tenant_id = ${tenantId} and product_id = ${productId}`.execute(tx);
  });

  await deliver();

  expect(told()).toEqual([]);
});

test('a broken connection and a paid invoice call hooks of the owner only, and invoices need the scope of costs', async () => {
  const user = await addUser(api, owner);
  const theirs = await newToken(user);
  const billing = await newToken(owner, ['hooks:write', 'billing:read']);
  expect((await subscribe({ event: 'connectionBroken' }, theirs.token)).statusCode).toBe(403);
  expect((await subscribe({ event: 'invoicePaid' })).json().code).toBe('insufficientScope');
  await subscribe({ event: 'connectionBroken' });
  await subscribe({ event: 'invoicePaid' }, billing.token);

  await api.worker.tenant(owner.tenantId, async (tx) => {
    const at = api.clock.now();
    const { rows } = await sql<{ id: string }>`
      insert into invoices (tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at)
      values (${owner.tenantId}, gen_random_uuid(), 'WP-7', '2026-05-01', '2026-05-31', 4950, '[]', 'Larkhollow', ${at})
      returning invoice_id as id`.execute(tx);
    const { tenantId } = owner;
    await enqueueAccountEvents(tx, { tenantId, event: 'invoicePaid', subjects: [rows[0]?.id ?? ''], at });
    const reason = 'Google no longer lets Watchpost in';
    await enqueueAccountEvents(tx, { tenantId, event: 'connectionBroken', subjects: ['Google Sheets'], reason, at });
  });
  await deliver();

  expect(told().toSorted((one, other) => (one.event < other.event ? -1 : 1))).toMatchObject([
    { event: 'connectionBroken', connection: { name: 'Google Sheets', reason: 'Google no longer lets Watchpost in' } },
    {
      event: 'invoicePaid',
      invoice: { number: 'WP-7', amount: 49.5, currency: 'USD', from: '2026-05-01', to: '2026-05-31', url: null },
    },
  ]);
});

test('a program has its hook called once for a test and reads whether it was taken, and not those of others', async () => {
  const { id } = (await subscribe()).json();
  const stranger = await newToken(await addUser(api, owner));
  const tryIt = (bearer?: string) => ask({ method: 'POST', url: `/api/v1/hooks/${id}/test` }, bearer);

  expect((await tryIt()).json()).toEqual({ outcome: 'sent', error: null });
  expect(told()).toMatchObject([{ type: 'test' }]);
  endpoint.respond(() => ({ status: 500 }));
  expect((await tryIt()).json()).toMatchObject({ outcome: 'failed', error: expect.stringContaining('500') });
  expect((await tryIt(stranger.token)).statusCode).toBe(404);
});

test('a program that tests its hooks too often is told when to go on', async () => {
  const { id } = (await subscribe()).json();
  const tryIt = () => ask({ method: 'POST', url: `/api/v1/hooks/${id}/test` });
  for (let tests = 0; tests < 20; tests += 1) expect((await tryIt()).statusCode).toBe(200);
  api.clock.advance(minuteMs);

  const refused = await tryIt();

  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '840']);
});

test('an unknown event is refused', async () => {
  expect((await subscribe({ event: 'everything' })).statusCode).toBe(400);
});
