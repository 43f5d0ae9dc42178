import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signOut } from '@app/shared/contract/auth.ts';
import { subscribePush, unsubscribePush } from '@app/shared/contract/push.ts';
import { muteItem } from '@app/shared/contract/triage.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import { withClient } from '../../../../../../../scripts/postgres/database.ts';
import {
  openPushEndpoint,
  type PushEndpoint,
  type TestBrowser,
} from '../../../../../../../scripts/testing/push-endpoint.ts';
import { catalogFacts, listingFacts } from '../../../../../../testing/database/factories.ts';
import { ownersPassword, type Owner, testApi } from '../../../../../../testing/http/api.ts';
import { sendMessages, tellAlerts } from '../../../../../../testing/mails/send-messages.ts';
import { buildProductOf } from '../../../../../../testing/observing/products.ts';
import { missingKeyWaitMs } from '../../../../../lib/secrets.ts';
import { enqueueAccountMail } from '../../../outbox/account-mail.ts';
import { createJudging } from '../../../../judging/ingest.ts';

const log = pino({ level: 'silent' });
const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
let endpoint: PushEndpoint;
let owner: Owner;
let browser: TestBrowser;

beforeAll(async () => {
  endpoint = await openPushEndpoint();
});
afterAll(() => endpoint.close());
beforeEach(async () => {
  owner = await api.owner();
  browser = await endpoint.browser();
  await owner.call(subscribePush, { body: browser.subscription });
});

const deliver = () => {
  return tellAlerts({ ...api.ctx, mailer: null, db: api.worker, log });
};

const judging = () => createJudging({ db: api.worker, clock: api.clock });

async function see(productIds: readonly string[], images: boolean): Promise<void> {
  api.clock.advance(60_000);
  const facts = images ? catalogFacts() : catalogFacts({ images: [] });
  await judging().ingest(
    owner.tenantId,
    productIds.map((productId) => ({ productId, aspect: 'catalog', sku: '', observedAt: api.clock.now(), facts })),
  );
}

async function loseImages(count: number): Promise<string[]> {
  const productIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    productIds.push((await buildProductOf(api.worker, owner)).productId);
  }
  await see(productIds, true);
  await see(productIds, false);
  return productIds;
}

const told = async (at: TestBrowser = browser) => (await at.messages()).map(({ payload }) => JSON.parse(payload));

async function countOf(state: string): Promise<number> {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ count: number }>`
      select count(*)::int as count
        from deliveries d
       where d.tenant_id = ${owner.tenantId}
         and d.channel = 'push'
         and d.state = ${state}`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}

test('an alert reaches the browser, encrypted for it alone, with what happened and the product that a click opens', async () => {
  const [productId] = await loseImages(1);

  await deliver();

  const { notifications } = await owner.call(stateOfTheWorld, { query: {} });
  expect(await told()).toEqual([
    {
      title: 'Alert: main image missing',
      body: 'Cast-iron skillet 26 cm, US. The main image is gone from the product page',
      productId,
      tag: `flip-${notifications[0]?.notificationId}`,
      colours: { RED: 1, AMBER: 0, GREEN: 0 },
    },
  ]);
  expect(await browser.messages()).toMatchObject([{ urgency: 'high' }]);
});

test('an improvement is told too, where the kind has them', async () => {
  const { productId } = await buildProductOf(api.worker, owner);
  for (const status of [['BUYABLE', 'DISCOVERABLE'], ['BUYABLE'], ['BUYABLE', 'DISCOVERABLE']]) {
    api.clock.advance(60_000);
    const facts = listingFacts({ status });
    await judging().ingest(owner.tenantId, [
      { productId, aspect: 'listing', sku: 'SKU-1', observedAt: api.clock.now(), facts },
    ]);
    await deliver();
  }
  expect(await told()).toHaveLength(1);
  api.clock.advance(12 * 3_600_000);
  await deliver();

  expect((await told()).map(({ title }) => title)).toEqual([
    'Alert: hidden from search',
    'Improvement: customers can find the listing by searching again',
  ]);
});

test('nothing is told twice, however many processes deliver at once', async () => {
  await loseImages(2);

  await Promise.all([deliver(), deliver(), deliver()]);
  await deliver();

  expect(await told()).toHaveLength(2);
  expect(await countOf('sent')).toBe(2);
});

test('a notification and a mail whose key is not configured are kept until it is back, and the others are sent', async () => {
  const other = await endpoint.browser();
  const sealWith = (from: string, to: string) =>
    withClient(api.database.superuserUrl, (client) =>
      client.query(`update push_subscriptions set sealed = $2 || substr(sealed, 3) where sealed like $1 || '.%'`, [
        from,
        to,
      ]),
    );
  await sealWith('k1', 'kx');
  await owner.call(subscribePush, { body: other.subscription });
  const { tenantId } = owner;
  const mail = { to: owner.email, subject: 'Unreadable', text: 'Unreadable', html: 'Unreadable' };
  const withKey = { ...api.ctx, keys: new Map([['kx', Buffer.alloc(32, 1)]]) };
  await api.ctx.db.tenant(tenantId, (tx) =>
    enqueueAccountMail(withKey, tx, { tenantId, emailAddressId: null, kind: 'security', mail, expiresAt: null }),
  );
  const unreadable = () => api.mails.filter(({ subject }) => subject === 'Unreadable').length;
  await loseImages(1);

  await deliver();
  await sendMessages({ ...api.ctx, db: api.worker });

  expect([await told(), (await told(other)).length, unreadable()]).toEqual([[], 1, 0]);
  await sealWith('kx', 'k1');
  api.clock.advance(missingKeyWaitMs);
  await deliver();
  await sendMessages({ ...api.ctx, db: api.worker, keys: new Map([...api.ctx.keys, ...withKey.keys]) });
  expect([(await told()).length, (await told(other)).length, unreadable()]).toEqual([1, 1, 1]);
});

test('more than three at once become one that says how many', async () => {
  await loseImages(5);

  await deliver();

  expect(await told()).toMatchObject([{ title: '5 alerts', productId: null, colours: { RED: 5 } }]);
});

test('each of a person’s browsers is told, and one that fails is tried again without the other', async () => {
  const other = await endpoint.browser();
  await owner.call(subscribePush, { body: other.subscription });
  await other.fail({ status: 503, count: 1 });
  await loseImages(1);

  await deliver();
  expect([await told(), await told(other)]).toMatchObject([[{}], []]);
  api.clock.advance(60_000);
  await deliver();

  expect([await told(), await told(other)]).toMatchObject([[{}], [{}]]);
});

test('a push service that refuses a notification is not away, so that the notification waits for the usual back-off', async () => {
  await browser.fail({ status: 403, count: 1 });
  await loseImages(1);
  await deliver();

  // A push service that is away would be tried again after three seconds.
  api.clock.advance(10_000);
  await deliver();
  expect(await told()).toEqual([]);

  api.clock.advance(20_000);
  await deliver();
  expect(await told()).toHaveLength(1);
});

test.each(['404', '410'])('a browser that its push service answers %s for is forgotten', async (status) => {
  await browser.fail({ status: Number(status), count: 1 });
  await loseImages(1);

  await deliver();
  api.clock.advance(3_600_000);
  await deliver();

  expect(await told()).toEqual([]);
  expect([await countOf('failed'), await countOf('pending')]).toEqual([1, 0]);
  await loseImages(1);
  expect(await countOf('pending')).toBe(0);
});

test('a muted alert is told to nobody, and stays out of the notifications', async () => {
  const { productId } = await buildProductOf(api.worker, owner);
  await see([productId], true);
  await owner.call(muteItem, { params: { id: itemIdOf('imageMissing', productId) }, body: { minutes: 1440 } });

  await see([productId], false);

  expect(await countOf('pending')).toBe(0);
  expect((await owner.call(stateOfTheWorld, { query: {} })).notifications).toEqual([]);
});

const columnsOf = (set: string) =>
  withClient(api.database.superuserUrl, (client) =>
    client.query(`update email_addresses set ${set} where tenant_id = '${owner.tenantId}'`),
  );

test.each<[string, (productId: string) => Promise<unknown>]>([
  ['its kind is not wanted any more', () => columnsOf(`alert_settings = '{"IMAGE_MISSING": []}'`)],
  [
    'the seller account is none of theirs any more',
    () =>
      columnsOf(
        `hidden_seller_account_ids = array(select s.seller_account_id from seller_accounts s where s.tenant_id = '${owner.tenantId}')`,
      ),
  ],
  [
    'it is muted',
    (productId) =>
      owner.call(muteItem, { params: { id: itemIdOf('imageMissing', productId) }, body: { minutes: 1440 } }),
  ],
])('alerts that wait for a browser are given up when %s', async (_why, happens) => {
  await browser.fail({ status: 503, count: 1 });
  const [productId = ''] = await loseImages(1);
  await deliver();
  await happens(productId);

  api.clock.advance(60_000);
  await deliver();

  expect(await told()).toEqual([]);
  expect([await countOf('failed'), await countOf('pending')]).toEqual([1, 0]);
});

test('the alert settings of an address hold for its browsers too', async () => {
  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`
      update email_addresses
         set alert_settings = '{"IMAGE_MISSING": []}'
       where tenant_id = ${owner.tenantId}`.execute(tx);
  });
  await loseImages(1);

  expect(await countOf('pending')).toBe(0);
});

test('browsers are told though the address refuses mail', async () => {
  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`update email_addresses set stopped_at = now(), stopped_reason = 'gone' where tenant_id = ${owner.tenantId}`.execute(
      tx,
    );
  });
  await loseImages(1);

  await deliver();

  expect(await told()).toHaveLength(1);
});

test('a browser that has unsubscribed or logged out hears nothing more, not even what was on its way', async () => {
  const other = await endpoint.browser();
  await owner.call(subscribePush, { body: other.subscription });
  await loseImages(1);

  await owner.call(unsubscribePush, { body: { endpoint: other.subscription.endpoint } });
  await owner.call(signOut);
  await deliver();

  expect([await told(), await told(other)]).toEqual([[], []]);
  expect(await countOf('pending')).toBe(0);
});

test('a browser goes on hearing after the password was given again', async () => {
  await owner.call(provePassword, { body: { password: ownersPassword } });
  await loseImages(1);

  await deliver();

  expect(await told()).toHaveLength(1);
});

test('the stored data of a browser do not reveal its address', async () => {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ row: string }>`select s::text as row from push_subscriptions s where s.tenant_id = ${owner.tenantId}`.execute(
      tx,
    ),
  );

  expect(rows).toHaveLength(1);
  for (const secret of [
    browser.subscription.endpoint,
    browser.subscription.keys.auth,
    browser.subscription.keys.p256dh,
  ]) {
    expect(rows[0]?.row).not.toContain(secret);
  }
});

test('a later member of an incident takes the place of the first notification, and names its cause', async () => {
  const { productId } = await buildProductOf(api.worker, owner);
  const seeListing = async (status: readonly string[]) => {
    api.clock.advance(60_000);
    const facts = listingFacts({ status: [...status] });
    await judging().ingest(owner.tenantId, [
      { productId, aspect: 'listing', sku: 'SKU-1', observedAt: api.clock.now(), facts },
    ]);
  };
  await seeListing(['BUYABLE', 'DISCOVERABLE']);
  await see([productId], true);
  await see([productId], false);
  await deliver();
  await seeListing(['BUYABLE']);
  await deliver();

  const [first, second] = await told();
  expect(second).toMatchObject({ title: 'Alert: hidden from search', tag: first.tag });
  expect(second.body).toContain('Because the main image is missing');
});
