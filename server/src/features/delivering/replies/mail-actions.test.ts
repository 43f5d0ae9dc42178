import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { describeMailLink, followMailLink, unsubscribeByMail } from '@app/shared/contract/mail-links.ts';
import { coloursMailedByDefault } from '@app/shared/watchdogs/model/alert-settings.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { catalogFacts } from '../../../../testing/database/factories.ts';
import { type Owner, testApi } from '../../../../testing/http/api.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';
import { createJudging } from '../../judging/ingest.ts';
import { linksFor, type MailLinks } from '../composing/mail-links.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;
let links: MailLinks;
let issue: { itemId: string; revision: number };

beforeEach(async () => {
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner, { name: 'Kettle' });
  await see([]);
  const [address] = await rows<{ id: string; email: string }>(
    sql`select email_address_id as id, email from email_addresses where tenant_id = ${owner.tenantId}`,
  );
  links = linksFor(api.ctx, {
    tenantId: owner.tenantId,
    emailAddressId: address?.id ?? '',
    email: address?.email ?? '',
  });
  const [item] = await rows<{ itemId: string; revision: number }>(
    sql`select item_id as "itemId", revision from items where tenant_id = ${owner.tenantId} and status = 2`,
  );
  issue = item ?? { itemId: '', revision: 0 };
});

const rows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
  (await api.worker.tenant(owner.tenantId, (tx) => sql<T>`select * from (${query}) q`.execute(tx))).rows;

/** Selects only this tenant's rows, because the worker's role sees all tenants. */
const own = (columns: string, table: string) =>
  rows<Record<string, unknown>>(sql`${sql.raw(`select ${columns} from ${table}`)} where tenant_id = ${owner.tenantId}`);

async function see(images: ReturnType<typeof catalogFacts>['images']): Promise<void> {
  api.clock.advance(60_000);
  const judging = createJudging({ db: api.worker, clock: api.clock });
  const seen = { productId: product.productId, aspect: 'catalog', sku: '', observedAt: api.clock.now() } as const;
  await judging.ingest(owner.tenantId, [{ ...seen, facts: catalogFacts({ images }) }]);
}

const tokenOf = (link: string): string => new URL(link).hash.slice(1);
/** A browser without a session. */
const follow = (link: string) => api.browser().call(followMailLink, { body: { token: tokenOf(link) } });
const describe = (link: string) => api.browser().call(describeMailLink, { body: { token: tokenOf(link) } });

const state = async () => ({
  items: await own('muted_until, issue_status', `items`),
  addresses: await own(
    'alert_settings, subscribed_to_daily_digest as digest, subscribed_to_newsletter as newsletter',
    'email_addresses',
  ),
});
const trail = () => own('actor, action, subject, details', 'audit_events');

test('a link says what it would do, and changes nothing by that', async () => {
  const before = await state();

  expect(await describe(links.mute(issue))).toMatchObject({
    purpose: 'mute',
    email: owner.email,
    headline: 'Main image missing',
    productName: 'Kettle',
    marketplace: 'US',
  });
  for (const link of [
    links.done(issue),
    links.fewer({ type: 'price', colour: 'AMBER' }),
    links.unsubscribe('alerts'),
  ]) {
    await describe(link);
  }

  expect(await state()).toEqual(before);
  expect(await trail()).toEqual([]);
});

test('the link mutes the issue for 24 hours, with or without a login, and leaves a trail', async () => {
  await follow(links.mute(issue));

  const until = new Date(api.clock.now().getTime() + 86_400_000);
  expect(await own('item_id, muted_until', 'items')).toEqual(
    expect.arrayContaining([{ item_id: issue.itemId, muted_until: until }]),
  );
  expect((await own('muted_until', 'items')).filter(({ muted_until }) => muted_until !== null)).toHaveLength(1);
  expect(await trail()).toMatchObject([
    { actor: owner.email, action: 'item muted', subject: 'Main image missing, Kettle, US' },
  ]);
});

test('done marks this one done, a second time too', async () => {
  await follow(links.done(issue));
  await follow(links.done(issue));

  const [item] = await rows<{ status: number }>(
    sql`select issue_status as status from items where tenant_id = ${owner.tenantId} and item_id = ${issue.itemId}`,
  );
  expect(item).toEqual({ status: 3 });
});

test('done of an old mail does not touch the next issue of the same item', async () => {
  const old = links.done(issue);
  await see(catalogFacts().images);
  await see([]);

  await expect(follow(old)).rejects.toMatchObject({ status: 409, code: 'mailLinkOvertaken' });
});

test('fewer like this turns off one colour of one kind, and nothing else', async () => {
  await follow(links.fewer({ type: 'starRatingRecentChange', colour: 'AMBER' }));
  await follow(links.fewer({ type: 'starRatingRecentChange', colour: 'AMBER' }));

  const kind = watchdogs.find(({ type }) => type === 'starRatingRecentChange');
  const left = kind && coloursMailedByDefault(kind).filter((colour) => colour !== 'AMBER');
  expect(await own('alert_settings', 'email_addresses')).toEqual([
    { alert_settings: { STAR_RATING_RECENT_CHANGE: left } },
  ]);
  expect(await trail()).toHaveLength(1);
});

test.each(['digest', 'newsletter'] as const)('one unsubscribes from the %s alone', async (scope) => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set subscribed_to_newsletter = true where tenant_id = ${owner.tenantId}`.execute(tx),
  );
  const [before] = await own(
    'subscribed_to_daily_digest as digest, subscribed_to_newsletter as newsletter',
    'email_addresses',
  );

  await follow(links.unsubscribe(scope));

  const [after] = await own(
    'subscribed_to_daily_digest as digest, subscribed_to_newsletter as newsletter',
    'email_addresses',
  );
  expect(after).toEqual({ ...before, [scope]: false });
  expect(await trail()).toMatchObject([{ action: 'unsubscribed', details: { from: scope } }]);
});

test('unsubscribing from alerts turns every kind off, and keeps the digest', async () => {
  await follow(links.unsubscribe('alerts'));

  const [address] = await own('alert_settings, subscribed_to_daily_digest as digest', 'email_addresses');
  expect(address).toEqual({
    digest: true,
    alert_settings: Object.fromEntries(watchdogs.map(({ type }) => [alertTypeOf(type), []])),
  });
});

/** Posts a form without cookie and CSRF token, as mail programs do. */
const oneClick = (url: string, contentType: string, payload: string) =>
  api.app.inject({
    method: 'POST',
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: { 'content-type': contentType },
    payload,
  });
const headerOf = (scope: 'alerts' | 'digest') =>
  /<(.*)>/.exec(links.headers(scope)['List-Unsubscribe'] ?? '')?.[1] ?? '';

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
  ],
])('mail programs unsubscribe in one click by %s', async (contentType, payload) => {
  const response = await oneClick(headerOf('digest'), contentType, payload);

  expect([response.statusCode, response.body]).toEqual([204, '']);
  expect(await own('subscribed_to_daily_digest as digest', 'email_addresses')).toEqual([{ digest: false }]);
});

test('a mail program that opens the address of its header shows the page of the link, and nothing happens by that', async () => {
  const before = await state();
  const response = await api.app.inject({ method: 'GET', url: headerOf('digest').replace(/^https?:\/\/[^/]+/, '') });

  const { location = '' } = response.headers;
  const { pathname, hash } = new URL(location, api.ctx.config.publicUrl);
  expect([response.statusCode, pathname]).toEqual([303, '/mail-action']);
  expect(await state()).toEqual(before);
  await api.browser().call(followMailLink, { body: { token: hash.slice(1) } });
  expect(await own('subscribed_to_daily_digest as digest', 'email_addresses')).toEqual([{ digest: false }]);
});

test('the one-click address takes no link that is for something else', async () => {
  const response = await oneClick(
    `${unsubscribeByMail.path}?token=${tokenOf(links.mute(issue))}`,
    'application/x-www-form-urlencoded',
    '',
  );

  expect(response.json()).toMatchObject({ code: 'mailLinkExpired' });
});

test('a link ends, and none of another house works', async () => {
  const link = links.mute(issue);
  const foreign = linksFor(
    { ...api.ctx, keys: new Map([['k1', Buffer.alloc(32, 9)]]) },
    { tenantId: owner.tenantId, emailAddressId: '1', email: owner.email },
  );
  await expect(follow(foreign.mute(issue))).rejects.toMatchObject({ code: 'mailLinkExpired' });

  const now = api.clock.now();
  api.clock.advance(31 * 86_400_000);
  await expect(follow(link)).rejects.toMatchObject({ code: 'mailLinkExpired' });
  api.clock.set(now);
});

test('a person who may not see the seller account any more can neither act on it nor learn its name', async () => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set hidden_seller_account_ids = array[${product.sellerAccountId}::bigint]
         where tenant_id = ${owner.tenantId}`.execute(tx),
  );

  for (const act of [follow, describe]) {
    await expect(act(links.mute(issue))).rejects.toMatchObject({ code: 'notFound' });
    await expect(act(links.done(issue))).rejects.toMatchObject({ code: 'notFound' });
  }
});

test('the links of an address that was deleted do nothing', async () => {
  const gone = linksFor(api.ctx, { tenantId: owner.tenantId, emailAddressId: '999999', email: owner.email });

  await expect(follow(gone.unsubscribe('alerts'))).rejects.toMatchObject({ code: 'mailLinkExpired' });
});

test('the links that a former mailbox got do nothing, and do not tell the address that took its place', async () => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set email = 'ops@brand.example' where tenant_id = ${owner.tenantId}`.execute(tx),
  );

  for (const link of [links.mute(issue), links.unsubscribe('alerts')]) {
    for (const act of [follow, describe]) await expect(act(link)).rejects.toMatchObject({ code: 'mailLinkExpired' });
  }
});

test('each link says when it was used', async () => {
  const all = [
    links.done(issue),
    links.mute(issue),
    links.fewer({ type: 'imageMissing', colour: 'RED' }),
    links.unsubscribe('digest'),
    links.unsubscribe('alerts'),
  ];
  for (const link of all) {
    expect((await describe(link)).usedAt).toBeNull();
    api.clock.advance(60_000);
    await follow(link);
    expect((await describe(link)).usedAt).toBe(api.clock.now().toISOString());
  }
});

test('a link for fewer alerts of one colour does not count as used when another colour of the kind was turned off', async () => {
  const [amber, red] = (['AMBER', 'RED'] as const).map((colour) =>
    links.fewer({ type: 'starRatingRecentChange', colour }),
  );
  await follow(amber ?? '');
  expect((await describe(red ?? '')).usedAt).toBeNull();
  const usedAt = api.clock.now().toISOString();

  api.clock.advance(60_000);
  await follow(red ?? '');

  expect((await describe(amber ?? '')).usedAt).toBe(usedAt);
  expect((await describe(red ?? '')).usedAt).toBe(api.clock.now().toISOString());
});
